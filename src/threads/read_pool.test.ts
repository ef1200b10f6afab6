/** The read pool over real threads: its bounds, its deadline, and what giving up leaves behind. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { TaskOutcome } from "../contract/declare/reader_task.ts";
import { ReadPool } from "./read_pool.ts";

const program = new URL("../../test/support/threads/reader.mjs", import.meta.url).href;
const pools: ReadPool[] = [];

after(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
});

function openPool(limits: { threads?: number; queueMax?: number; deadlineMs?: number } = {}) {
  const pool = new ReadPool({ program, workerData: {}, threads: 1, ...limits });
  pools.push(pool);
  return pool;
}

function outcomeOf(pool: ReadPool, kind: string, task: object = {}): Promise<TaskOutcome> {
  return new Promise((resolve, reject) => {
    if (pool.run(kind, task, resolve) === undefined) reject(new Error("the queue is full"));
  });
}

/** Runs a task that keeps its thread busy; resolves when the task runs. */
async function holding(pool: ReadPool, settle: (outcome: TaskOutcome) => void = () => {}) {
  const seen = new Int32Array(new SharedArrayBuffer(8));
  const cancel = pool.run("hold", { seen }, settle);
  assert.ok(cancel);
  await marked(seen);
  return cancel;
}

function marked(seen: Int32Array): Promise<void> {
  return until(() => Atomics.load(seen, 0) === 1);
}

/** Waits, one turn of the event loop after another, until `isSo` is true or the test times out. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

function ranOf(outcome: TaskOutcome): number | undefined {
  assert.equal(outcome.kind, "body");
  return outcome.kind === "body" ? outcome.body.bytes?.[0] : undefined;
}

/** How many tasks of the pool have ended, by how they ended. */
function endsOf(pool: ReadPool): Record<string, number> {
  return Object.fromEntries(Object.entries(pool.metrics.ended).filter(([, count]) => count > 0));
}

test("ReadPool: tasks one after another -> one thread runs all, bytes come back", async () => {
  const pool = openPool();
  for (const ran of [1, 2, 3]) assert.equal(ranOf(await outcomeOf(pool, "count")), ran);
});

test("ReadPool: a full queue, and one more -> waits, and is refused", async () => {
  const pool = openPool({ queueMax: 2 });
  const cancel = await holding(pool);
  const waiting = [outcomeOf(pool, "count"), outcomeOf(pool, "count")];
  assert.equal(
    pool.run("count", {}, () => assert.fail("a refused task is not told")),
    undefined,
  );
  assert.deepEqual([pool.metrics.running, pool.metrics.waiting], [1, 2]);
  cancel();
  assert.deepEqual((await Promise.all(waiting)).map(ranOf), [2, 3]);
  assert.deepEqual(endsOf(pool), { queue_full: 1, given_up: 1, answered: 2 });
});

test("ReadPool: a waiting task is given up -> never runs, its place is free", async () => {
  const pool = openPool({ queueMax: 1 });
  const cancelFirst = await holding(pool, () => assert.fail("told after it was given up"));
  const cancel = pool.run("count", {}, () => assert.fail("told after it was given up"));
  cancel?.();
  cancel?.();
  const next = outcomeOf(pool, "count");
  cancelFirst();
  assert.equal(ranOf(await next), 2);
  assert.deepEqual(endsOf(pool), { given_up: 2, answered: 1 });
});

test("ReadPool: a task beyond its deadline -> told so, stopped, the thread serves on", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const pool = openPool({ deadlineMs: 300 });
  const outcomes: TaskOutcome[] = [];
  await holding(pool, (outcome) => outcomes.push(outcome));
  pool.run("hold", {}, (outcome) => outcomes.push(outcome));
  t.mock.timers.tick(299);
  assert.deepEqual([outcomes, pool.metrics.running, pool.metrics.waiting], [[], 1, 1]);
  t.mock.timers.tick(1);
  assert.deepEqual(outcomes, [{ kind: "late" }, { kind: "late" }]);
  assert.deepEqual(endsOf(pool), { late: 2 });
  const { counts, sum } = pool.metrics.seconds;
  assert.equal(
    counts.reduce((all, count) => all + count),
    2,
  );
  assert.ok(sum > 0);
  await until(() => pool.metrics.running === 0);
  assert.equal(ranOf(await outcomeOf(pool, "count")), 2, "the second never ran");
});

test("ReadPool: an answer with a file that nobody takes -> the file is deleted", async () => {
  const directory = mkdtempSync(join(tmpdir(), "read-pool-test-"));
  const path = join(directory, "body");
  const pool = openPool();
  const seen = new Int32Array(new SharedArrayBuffer(8));
  const cancel = pool.run("spool", { seen, path }, () => assert.fail("told after giving up"));
  await marked(seen);
  cancel?.();
  Atomics.store(seen, 1, 1);
  Atomics.notify(seen, 1);
  await until(() => pool.metrics.running === 0);
  await until(() => !existsSync(path));
  rmSync(directory, { recursive: true });
});

test("ReadPool: a task that throws, one that ends its thread -> failed, the next one runs", async () => {
  const pool = openPool();
  for (const kind of ["fail", "end"]) {
    const outcome = await outcomeOf(pool, kind);
    assert.equal(outcome.kind, "failed", kind);
    assert.equal(ranOf(await outcomeOf(pool, "count")), 1);
  }
  assert.deepEqual(endsOf(pool), { failed: 2, answered: 2 });
});

test("ReadPool: closed -> what waits and what runs is told", async () => {
  const pool = openPool();
  const outcomes: string[] = [];
  await holding(pool, ({ kind }) => outcomes.push(kind));
  const waiting = outcomeOf(pool, "count");
  await pool.close();
  assert.equal((await waiting).kind, "stopped");
  await until(() => outcomes.length === 1);
  assert.deepEqual(outcomes, ["failed"]);
  assert.deepEqual(endsOf(pool), { stopped: 1, failed: 1 });
});

test("ReadPool: settled -> when the task that runs has told its outcome, and not when one that waits has", async () => {
  const pool = openPool();
  await pool.settled();
  const outcomes: string[] = [];
  const cancel = await holding(pool, () => assert.fail("told after it was given up"));
  pool.run("count", {}, ({ kind }) => outcomes.push(kind));
  let isSettled = false;
  const settled = pool.settled().then(() => {
    isSettled = true;
    return [...outcomes];
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isSettled, false);
  cancel();
  assert.deepEqual(await settled, []);
  await until(() => outcomes.length === 1);
});
