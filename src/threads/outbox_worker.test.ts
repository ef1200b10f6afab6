/** When the thread of the outbox is started again. */
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import type { MessagePort, Worker } from "node:worker_threads";
import pino from "pino";
import type { MailOutcome, OwedMail } from "../contract/declare/mail.ts";
import { OutboxWorker, type OutboxWorkerParts } from "./outbox_worker.ts";
import type { Rpc } from "./rpc.ts";

/** A thread as main sees it: what it sends is emitted, what main sends to it goes nowhere. */
class Thread extends EventEmitter {
  postMessage(): void {}
}

/** A thread that keeps the mails that main sends to it, until it answers one. */
class Mailing extends EventEmitter {
  readonly #calls = new Map<string, number>();

  get mails(): string[] {
    return [...this.#calls.keys()];
  }

  postMessage(message: { call?: number; method?: string; argument?: OwedMail }): void {
    const { call, method, argument } = message;
    if (method === "mail" && call !== undefined) this.#calls.set(argument?.effectId ?? "", call);
  }

  answer(effectId: string, outcome: MailOutcome): void {
    this.emit("message", { answer: this.#calls.get(effectId), result: outcome });
  }
}

/** A shard as main asks it. */
function shardOf(call: (method: string, argument: unknown) => Promise<unknown>) {
  return { call } as Pick<Rpc, "call">;
}

/** A worker, and the threads of this kind that it has started. `given`: gets the ports that the threads are given. */
function workerOf<One extends EventEmitter>(
  Kind: new () => One,
  parts: Partial<OutboxWorkerParts> = {},
  given: MessagePort[] = [],
) {
  const threads: One[] = [];
  const usual = { data: {}, shards: () => [], isNeeded: () => true };
  const whole = { ...usual, logger: pino({ level: "silent" }), ...parts };
  const worker = new OutboxWorker(whole as unknown as OutboxWorkerParts, (_, ports) => {
    given.push(...(ports as MessagePort[]));
    const thread = new Kind();
    threads.push(thread);
    return thread as unknown as Worker;
  });
  return { worker, threads };
}

test("outbox worker: the thread ends -> the next one starts when its reports to all shards have ended, with new ports", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const ends: (() => void)[] = [];
  const ports: MessagePort[] = [];
  const shard = (method: string, argument: unknown) => {
    if (method === "reportsEnded") return new Promise<void>((resolve) => void ends.push(resolve));
    ports.push(argument as MessagePort);
    return Promise.resolve();
  };
  const { worker, threads } = workerOf(Thread, { shards: () => [shardOf(shard), shardOf(shard)] });
  worker.open();
  assert.equal(ports.length, 2);
  threads[0]?.emit("exit", 1);
  await turn();
  t.mock.timers.tick(60_000);
  await turn();
  assert.deepEqual([threads.length, ends.length], [1, 2]);
  ends[0]?.();
  await turn();
  t.mock.timers.tick(60_000);
  assert.equal(threads.length, 1, "a report to the other shard is under way");
  ends[1]?.();
  await turn();
  t.mock.timers.tick(60_000);
  assert.equal(threads.length, 2);
  assert.equal(new Set(ports).size, 4);
  for (const port of ports) port.close();
});

test("outbox worker: a shard has ended -> the thread starts, and starts again; its port of the shard closes", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const ended = shardOf(() => Promise.reject(new Error("thread shard-0 ended with code 1")));
  const given: MessagePort[] = [];
  const { worker, threads } = workerOf(Thread, { shards: () => [ended] }, given);
  worker.open();
  given[0]?.ref();
  await once(given[0] as MessagePort, "close");
  threads[0]?.emit("exit", 1);
  await turn();
  t.mock.timers.tick(60_000);
  assert.deepEqual([threads.length, given.length], [2, 2]);
});

test("outbox worker: mails before the thread runs, and when it ends -> handed to each thread that is ready, until an outcome", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { worker, threads } = workerOf(Mailing);
  const mailOf = (effectId: string) => ({ effectId }) as unknown as OwedMail;
  const outcomes: string[] = [];
  const send = (effectId: string) =>
    worker.send(mailOf(effectId)).then(({ status }) => outcomes.push(`${effectId} ${status}`));
  send("eff_1");
  worker.open();
  send("eff_2");
  const [first] = threads;
  assert.deepEqual(first?.mails, []);
  first?.emit("message", { call: 1, method: "ready" });
  await turn();
  send("eff_3");
  assert.deepEqual(first?.mails, ["eff_1", "eff_2", "eff_3"]);
  first?.answer("eff_2", { status: "sent", attempts: 1 });
  await turn();
  first?.emit("exit", 1);
  await turn();
  t.mock.timers.tick(60_000);
  const [, second] = threads;
  second?.emit("message", { call: 1, method: "ready" });
  await turn();
  assert.deepEqual(second?.mails, ["eff_1", "eff_3"]);
  second?.answer("eff_1", { status: "sent", attempts: 1 });
  second?.answer("eff_3", { status: "given_up", attempts: 2, code: "refused" });
  await turn();
  assert.deepEqual(outcomes, ["eff_2 sent", "eff_1 sent", "eff_3 given_up"]);
});

test("outbox worker: nothing for the thread, then a shard has something -> started then, and once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let isNeeded = false;
  const { worker, threads } = workerOf(Mailing, { isNeeded: () => isNeeded });
  worker.open();
  t.mock.timers.tick(10_000);
  assert.deepEqual([threads.length, worker.rpc], [0, undefined]);
  isNeeded = true;
  t.mock.timers.tick(50);
  assert.equal(threads.length, 1);
  worker.send({ effectId: "eff_1" } as unknown as OwedMail);
  t.mock.timers.tick(10_000);
  assert.equal(threads.length, 1);
});

test("outbox worker: a mail while there is nothing else -> the thread is started for it, and once; it ends -> again, and once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { worker, threads } = workerOf(Mailing, { isNeeded: () => false });
  worker.open();
  for (const effectId of ["eff_1", "eff_2"]) worker.send({ effectId } as unknown as OwedMail);
  t.mock.timers.tick(10_000);
  assert.equal(threads.length, 1);
  threads[0]?.emit("exit", 1);
  worker.send({ effectId: "eff_3" } as unknown as OwedMail);
  await turn();
  assert.equal(threads.length, 1, "a thread that ended is not started by a mail");
  t.mock.timers.tick(60_000);
  assert.equal(threads.length, 2);
  t.mock.timers.tick(60_000);
  assert.equal(threads.length, 2);
});

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
