/** When the thread of the outbox is started again. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { mock, test } from "node:test";
import type { Worker } from "node:worker_threads";
import pino from "pino";
import { OutboxWorker, type OutboxWorkerParts } from "./outbox_worker.ts";

/** A thread as main sees it: what it sends is emitted, what main sends to it goes nowhere. */
class Thread extends EventEmitter {
  postMessage(): void {}
}

test("outbox worker: the thread ends while a shard has its report -> the next one starts after the shard's answer", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const threads: Thread[] = [];
  const answers: (() => void)[] = [];
  const report = mock.fn(() => new Promise<void>((resolve) => void answers.push(resolve)));
  const parts = { data: {}, report, logger: pino({ level: "silent" }) };
  const worker = new OutboxWorker(parts as unknown as OutboxWorkerParts, () => {
    const thread = new Thread();
    threads.push(thread);
    return thread as unknown as Worker;
  });
  worker.start();
  const [first] = threads;
  first?.emit("message", { call: 1, method: "report", argument: { shard: 0, lines: [] } });
  first?.emit("exit", 1);
  await turn();
  t.mock.timers.tick(60_000);
  await turn();
  assert.equal(threads.length, 1);
  for (const answer of answers) answer();
  await turn();
  t.mock.timers.tick(60_000);
  assert.equal(report.mock.callCount(), 1);
  assert.equal(threads.length, 2);
  threads[1]?.emit("exit", 1);
  await turn();
  t.mock.timers.tick(60_000);
  assert.equal(threads.length, 3);
});

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
