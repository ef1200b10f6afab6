/** Whose connections are held while a write is under way. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Caller, PUBLIC_CALLER } from "../contract/declare/caller.ts";
import { HELD_WRITES, LOAD_MIN, Pipelining } from "./pipelining.ts";

const callerOf = (slot: number) => ({ kind: "product_key", slot }) as Caller;

function afterWrites(pipelining: Pipelining, caller: Caller, count: number): void {
  for (let at = 0; at < count; at++) pipelining.answered(caller);
}

test("pipelining: an edge with little to do -> every connection is held", () => {
  const pipelining = new Pipelining();
  const caller = callerOf(0);
  afterWrites(pipelining, caller, HELD_WRITES);
  assert.equal(pipelining.mustHold(caller, LOAD_MIN - 1), true);
  assert.equal(pipelining.mustHold(caller, LOAD_MIN), false);
});

test("pipelining: under load -> held until the credential had its writes answered", () => {
  const pipelining = new Pipelining();
  const [one, other] = [callerOf(0), callerOf(3)];
  afterWrites(pipelining, one, HELD_WRITES - 1);
  assert.equal(pipelining.mustHold(one, LOAD_MIN), true);
  pipelining.answered(one);
  assert.deepEqual(
    [one, other].map((caller) => pipelining.mustHold(caller, LOAD_MIN)),
    [false, true],
  );
});

test("pipelining: a connection lost -> the credential's connections are held as at first", () => {
  const pipelining = new Pipelining();
  const [one, other] = [callerOf(0), callerOf(1)];
  for (const caller of [one, other]) afterWrites(pipelining, caller, 2 * HELD_WRITES);
  pipelining.lost(one);
  assert.deepEqual(
    [one, other].map((caller) => pipelining.mustHold(caller, LOAD_MIN)),
    [true, false],
  );
  afterWrites(pipelining, one, HELD_WRITES);
  assert.equal(pipelining.mustHold(one, LOAD_MIN), false);
});

test("pipelining: a caller without a number -> always held", () => {
  const pipelining = new Pipelining();
  afterWrites(pipelining, PUBLIC_CALLER, 2 * HELD_WRITES);
  pipelining.lost(PUBLIC_CALLER);
  assert.equal(pipelining.mustHold(PUBLIC_CALLER, LOAD_MIN), true);
});
