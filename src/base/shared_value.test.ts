/** A value that threads share: seen whole, waited for while it is made, kept where its making fails. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { SharedValue } from "./shared_value.ts";

const asIs = (json: unknown) => json as readonly number[];

/** Another thread, in plain JavaScript, that changes a word when the version is even again. */
const WAITER = `
const { parentPort, workerData } = require("node:worker_threads");
const head = new Int32Array(workerData, 0, 2);
const version = Atomics.load(head, 0);
parentPort.postMessage(version);
Atomics.wait(head, 0, version);
parentPort.postMessage(Atomics.load(head, 0));
`;

test("shared value: written -> every reader has the new one, and parses it once", () => {
  const written = SharedValue.of([1, 2], asIs, 64);
  const reader = new SharedValue(written.memory, asIs);
  const first = reader.value;
  assert.deepEqual(first, [1, 2]);
  assert.equal(reader.value, first);
  written.write(() => [3]);
  assert.deepEqual([reader.value, written.value], [[3], [3]]);
});

test("shared value: its making fails, or it is too large -> the error, and the value of before for all", () => {
  const written = SharedValue.of([1], asIs, 16);
  const reader = new SharedValue(written.memory, asIs);
  const fail = () => {
    throw new Error("no disk");
  };
  assert.throws(() => written.write(fail), /no disk/);
  assert.throws(() => written.write(() => "x".repeat(15)), /room for a shared value/);
  assert.deepEqual([reader.value, written.value], [[1], [1]]);
  written.write(() => "x".repeat(14));
  assert.equal(String(reader.value), "x".repeat(14));
});

test("shared value: written while it is made -> invariant; a thread that waits for it -> woken when it is made", async () => {
  const written = SharedValue.of([1], asIs, 64);
  assert.throws(() => written.write(() => written.write(() => [2])), /one value is written/);
  assert.deepEqual(written.value, [1]);
  const waiter = new Worker(WAITER, { eval: true, workerData: written.memory });
  const [before] = await once(waiter, "message");
  written.write(() => [3]);
  const [after] = await once(waiter, "message");
  assert.ok(after > before && after - before <= 2, `${before} ${after}`);
  await waiter.terminate();
});
