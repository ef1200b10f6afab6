/**
 * Due steps in a real mailbox over a real log: when they run, how many in a turn, which replies
 * leave.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { placeOf } from "../../../src/base/id.ts";
import type { ShardRegistry } from "../../../src/contract/declare/registry.ts";
import { REPLY_REPLAYED } from "../../../src/contract/messages/envelope.ts";
import { type EventLoop, THREAD_EVENT_LOOP } from "../../../src/contract/messages/event_loop.ts";
import type { StoredRecord } from "../../../src/contract/records/record.ts";
import { DUE_FRAMES_AHEAD, DUE_SLICE } from "../../../src/shard/due_loop.ts";
import { recordsOf } from "../../../wal/format.ts";
import {
  ask,
  type Box,
  type BoxOptions,
  envelope,
  openMailboxOf,
  openRealm,
  send,
  standingClock,
  turns,
  until,
  uuid,
} from "../../support/shard/mailbox.ts";
import { ROW_REGISTRY, type RowState, type Rows, ranIn } from "../../support/shard/rows.ts";
import { PRODUCT_ID } from "../../world/callers.ts";

const START_MS = Date.UTC(2026, 0, 31, 9, 30);
const OTHER_PRODUCT = "prod_other";
type RowBox = Box<RowState>;

/**
 * A sandbox of the test's Product and one of another Product, with clocks that start at `START_MS`.
 */
async function opened(t: TestContext, options: Partial<BoxOptions<RowState>> = {}) {
  const box = await openMailboxOf(t, { registry: ROW_REGISTRY, nowMs: () => START_MS, ...options });
  const { environment = "sandbox" } = options;
  const otherKey = await openRealm(box, environment, START_MS, OTHER_PRODUCT);
  return { ...box, otherKey };
}

/** The same, with the number of rows that each turn of the event loop has run. */
async function countingTurns(t: TestContext) {
  const ranInTurns: number[] = [];
  const ran = () => (box === undefined ? 0 : ranIn(box.journal.state));
  const loop: EventLoop = {
    ...THREAD_EVENT_LOOP,
    soon: (run) =>
      THREAD_EVENT_LOOP.soon(() => {
        const before = ran();
        run();
        ranInTurns.push(ran() - before);
      }),
  };
  let box: Awaited<ReturnType<typeof opened>> | undefined;
  box = await opened(t, { loop });
  return { box, ran, ranInTurns };
}

const rows = (box: RowBox, slot: number, input: Rows, realm = box.realmKey) =>
  envelope(box, slot, { operation: "rows.make", input, realm });

function advance(box: RowBox, slot: number, byMs: number, { realm = box.realmKey, key = "" } = {}) {
  const productId = realm === box.realmKey ? PRODUCT_ID : OTHER_PRODUCT;
  const input = { productId, at: new Date(START_MS + byMs).toISOString() };
  const operation = "sandbox.clock.advance";
  return envelope(box, slot, { operation, input, realm, key: key || uuid(slot) });
}

function answerOf(box: RowBox, slot: number): Record<string, unknown> {
  const reply = box.replies[0]?.get(slot);
  assert.equal(reply?.status, 200, reply?.body);
  return JSON.parse(reply?.body ?? "") as Record<string, unknown>;
}

/** Every record in the log, in order. */
function recordsIn({ log, journal }: RowBox): StoredRecord[] {
  return [...log.frames(1)].flatMap(({ sequence, bytes }) =>
    [...recordsOf(bytes)].map((_, at) => journal.record(placeOf(sequence, at)) as StoredRecord),
  );
}

const isStep = ({ operation }: StoredRecord) => operation === "row.run";

test("due loop: 100,000 rows, half made by rows -> a slice a turn; others decided in between", async (t) => {
  const total = 100_000;
  const { box, ran, ranInTurns } = await countingTurns(t);
  await ask(box, rows(box, 1, { count: total / 2, fromMs: START_MS + 1, everyMs: 1, makes: 1 }));
  send(box, [advance(box, 2, total)]);
  const waits: number[] = [];
  const decided: number[] = [];
  for (let slot = 3; slot < 13; slot++) {
    const sentAt = ran();
    const { ran: decidedAt } = await ask(
      box,
      rows(box, slot, { count: 0, fromMs: 0 }, box.otherKey),
    );
    decided.push(decidedAt as number);
    waits.push((decidedAt as number) - sentAt);
  }
  await until(() => box.replies[0]?.has(2) === true);
  assert.deepEqual(answerOf(box, 2)["ran"], total);
  assert.equal(Math.max(...ranInTurns), DUE_SLICE);
  assert.ok(ranInTurns.length >= total / DUE_SLICE);
  t.diagnostic(`rows that ran while a request waited for its decision: ${waits.join(" ")}`);
  assert.ok(Math.max(...waits) <= 16 * DUE_SLICE);
  assert.ok(decided.some((at) => at > 0 && at < total));
});

test("due loop: steps that weigh as much as a turn takes -> one a turn; others decided in between", async (t) => {
  const { box, ranInTurns } = await countingTurns(t);
  const made = { count: 40, fromMs: START_MS + 1, everyMs: 1, weight: DUE_SLICE };
  await ask(box, rows(box, 1, made));
  send(box, [advance(box, 2, 100)]);
  const { ran } = await ask(box, rows(box, 3, { count: 0, fromMs: 0 }, box.otherKey));
  await until(() => box.replies[0]?.has(2) === true);
  assert.equal(answerOf(box, 2)["ran"], 40);
  assert.equal(Math.max(...ranInTurns), 1);
  assert.ok((ran as number) < 40);
});

test("due loop: the disk stands still -> so does time, a bounded way ahead; requests are decided", async (t) => {
  const box = await opened(t);
  const { commit, journal, log } = box;
  const total = 60_000;
  await ask(box, rows(box, 1, { count: total, fromMs: START_MS + 1, everyMs: 1 }));
  log.isHolding = true;
  send(box, [advance(box, 2, total)]);
  await until(() => commit.newest - commit.durable > DUE_FRAMES_AHEAD);
  await turns();
  const ran = ranIn(journal.state);
  assert.ok(ran < total / 2, `${ran} rows ran`);
  send(box, [rows(box, 3, { count: 5, fromMs: START_MS + total * 2 }, box.otherKey)]);
  await until(() => journal.state.rows.get(2)?.size === 5);
  assert.equal(ranIn(journal.state), ran);
  assert.equal(box.replies[0]?.size, 1);
  log.isHolding = false;
  log.release();
  await until(() => box.replies[0]?.size === 3);
  assert.equal(answerOf(box, 2)["ran"], total);
});

test("due loop: a realm with many rows and one with few -> a step each by turns", async (t) => {
  const box = await opened(t);
  await ask(box, rows(box, 1, { count: 2_000, fromMs: START_MS + 1, everyMs: 1 }));
  await ask(box, rows(box, 2, { count: 300, fromMs: START_MS + 5_000, everyMs: 1 }, box.otherKey));
  send(box, [advance(box, 3, 9_000), advance(box, 4, 9_000, { realm: box.otherKey })]);
  await until(() => box.replies[0]?.has(3) === true);
  assert.equal(answerOf(box, 4)["ran"], 300);
  const order = recordsIn(box).filter(isStep);
  const few = order.flatMap(({ realm }, at) => (realm === 2 ? [at] : []));
  assert.deepEqual(
    few.slice(1).filter((at, index) => at - (few[index] as number) !== 2),
    [],
  );
});

test("due loop: rows of one advance -> by time and id, theirs after them, each naming the advance", async (t) => {
  const box = await opened(t);
  await ask(box, rows(box, 1, { count: 3, fromMs: START_MS + 10, everyMs: 2, makes: 2 }));
  const { effectiveAt, ran } = await ask(box, advance(box, 2, 15));
  assert.deepEqual([effectiveAt, ran], [new Date(START_MS + 15).toISOString(), 8]);
  const records = recordsIn(box);
  const told = records.find(({ operation }) => operation === "sandbox.clock.advance");
  const steps = records.filter(isStep);
  const times = steps.map(({ facts }) => (facts[1] as { atMs?: number }).atMs ?? 0);
  assert.deepEqual(
    times.map((atMs) => atMs - START_MS),
    [10, 11, 12, 12, 13, 14, 14, 15],
  );
  assert.ok(
    steps.every(({ parentPlace, cause }) => parentPlace === told?.place && cause === "clock"),
  );
  assert.equal(records.at(-1)?.operation, "clock.arrive");
  assert.equal((await ask(box, advance(box, 3, 16)))["ran"], 1);
});

test("due loop: steps that are refused -> on record as refused, and counted", async (t) => {
  const box = await opened(t);
  await ask(box, rows(box, 1, { count: 20, fromMs: START_MS + 1 }));
  assert.equal((await ask(box, advance(box, 2, 1)))["ran"], 20);
  const codes = recordsIn(box)
    .filter(isStep)
    .map(({ refusalCode }) => refusalCode);
  assert.deepEqual(
    codes.filter((code) => code !== undefined),
    ["state_conflict"],
  );
});

test("due loop: rows of the past in a clock that stands -> run at once, without an advance", async (t) => {
  const box = await opened(t);
  await ask(box, rows(box, 1, { count: 2, fromMs: START_MS - 9 }));
  await until(() => ranIn(box.journal.state) === 2);
  await until(() => box.commit.durable === box.commit.newest);
  assert.deepEqual(
    recordsIn(box)
      .filter(isStep)
      .map(({ parentPlace }) => parentPlace),
    [0, 0],
  );
  assert.equal((await ask(box, advance(box, 2, 0)))["ran"], 0);
});

test("due loop: the same key while its advance is under way -> the same bytes, once it has arrived", async (t) => {
  const box = await opened(t, { dueSlice: 1 });
  const { log } = box;
  await ask(box, rows(box, 1, { count: 30, fromMs: START_MS + 1, everyMs: 1 }));
  log.isHolding = true;
  send(box, [advance(box, 2, 50)]);
  await until(() => ranIn(box.journal.state) > 0);
  send(box, [advance(box, 3, 50, { key: uuid(2) }), advance(box, 4, 60, { key: uuid(2) })]);
  await until(() => ranIn(box.journal.state) === 30);
  await turns();
  assert.equal(box.replies[0]?.size, 1);
  log.isHolding = false;
  log.release();
  await until(() => box.replies[0]?.size === 4);
  const first = box.replies[0]?.get(2);
  assert.deepEqual(box.replies[0]?.get(3), { ...first, flags: REPLY_REPLAYED });
  assert.equal(answerOf(box, 2)["ran"], 30);
  const conflict = JSON.parse(box.replies[0]?.get(4)?.body ?? "") as Conflict;
  assert.deepEqual(
    [conflict.error.code, conflict.error.details.state],
    ["idempotency_conflict", "in_progress"],
  );
});
type Conflict = { error: { code: string; details: { state: string } } };

/**
 * Ends the process after an advance and some of its steps are in the log, and opens the log again.
 */
async function cutShort(t: TestContext, cut: (box: RowBox) => Promise<void>) {
  const box = await opened(t, { dueSlice: 1 });
  await ask(box, rows(box, 1, { count: 40, fromMs: START_MS + 1, everyMs: 1, makes: 1 }));
  box.log.isHolding = true;
  send(box, [advance(box, 2, 1_000)]);
  await until(() => ranIn(box.journal.state) >= 10);
  await cut(box);
  await until(() => box.replies[0]?.has(2) === true);
  assert.equal(box.replies[0]?.get(2)?.status, 503);
  const left = recordsIn(box).filter(isStep).length;
  await box.abandon();
  rmSync(join(box.path, "state"), { recursive: true });
  const again = await openMailboxOf(t, {
    registry: ROW_REGISTRY,
    nowMs: () => START_MS,
    path: box.path,
  });
  return { again, left, ran: () => ranIn(again.journal.state) };
}

const CUTS: [name: string, cut: (box: RowBox) => Promise<void>][] = [
  [
    "the disk fails",
    async ({ log, failures }) => {
      log.release();
      await until(() => log.appends.length === 5);
      log.breakDown();
      await until(() => failures.length === 1);
    },
  ],
  [
    "the server stops in good order",
    async ({ log, mailbox }) => {
      const closed = mailbox.close();
      log.isHolding = false;
      log.release();
      await closed;
    },
  ],
];

for (const [name, cut] of CUTS) {
  test(`due loop: ${name} under way -> 503; the next start finishes it, the key tells how many`, async (t) => {
    const { again, left, ran } = await cutShort(t, cut);
    assert.ok(left > 0 && left < 80, `${left} steps were on the disk`);
    await until(() => ran() === 80 && again.commit.durable === again.commit.newest);
    const answer = await ask(again, advance(again, 7, 1_000, { key: uuid(2) }));
    assert.equal(answer["ran"], 80);
    assert.equal(again.replies[0]?.get(7)?.flags, REPLY_REPLAYED);
    await ask(again, advance(again, 8, 2_000));
    await ask(again, advance(again, 9, 1_000, { key: uuid(2) }));
    assert.deepEqual(again.replies[0]?.get(9), again.replies[0]?.get(7));
  });
}

test("due loop: a step whose decision throws -> its realm's time halts, told once; others go on", async (t) => {
  const operations = new Map(ROW_REGISTRY.operations);
  const run = operations.get("row.run");
  assert.ok(run !== undefined);
  operations.set("row.run", {
    ...run,
    decide(state, input, context) {
      if (context.realm === 1) throw new Error("a bug of the row");
      return run.decide(state, input, context);
    },
  });
  await haltsOneRealm(t, { ...ROW_REGISTRY, operations }, ["row.run could not be decided"]);
});

test("due loop: a source that gives a step again -> its realm's time halts, told once; others go on", async (t) => {
  const apply = new Map(ROW_REGISTRY.apply);
  const ran = apply.get("row.ran.1");
  apply.set("row.ran.1", (state, fact, head) => {
    if (head.realm !== 1) ran?.(state, fact, head);
  });
  await haltsOneRealm(t, { ...ROW_REGISTRY, apply }, []);
});

async function haltsOneRealm(
  t: TestContext,
  registry: ShardRegistry<RowState>,
  bugs: readonly string[],
) {
  const box = await opened(t, { registry });
  for (const [slot, realm] of [
    [1, box.realmKey],
    [2, box.otherKey],
  ] as const) {
    await ask(box, rows(box, slot, { count: 3, fromMs: START_MS + 1 }, realm));
    send(box, [advance(box, slot + 2, 1, { realm })]);
  }
  await until(() => box.replies[0]?.size === 4);
  assert.equal(box.replies[0]?.get(3)?.status, 503);
  assert.equal(answerOf(box, 4)["ran"], 3);
  const told = box.bugs.splice(0);
  assert.deepEqual(told.slice(0, -1), bugs);
  assert.match(
    told.at(-1) ?? "",
    /the time of realm sandbox:prod_\w+ stands still .* row\.run due/,
  );
  send(box, [advance(box, 5, 1, { key: uuid(3) })]);
  await until(() => box.replies[0]?.has(5) === true);
  assert.equal(box.replies[0]?.get(5)?.status, 503);
  await ask(box, rows(box, 6, { count: 1, fromMs: START_MS + 9 }));
}

test("due loop: live rows -> each when its time comes, a far and an earlier one, after a start too", async (t) => {
  const clock = standingClock();
  const { nowMs, loop } = clock;
  const startMs = nowMs();
  const live = { registry: ROW_REGISTRY, environment: "live", nowMs, loop } as const;
  const box = await openMailboxOf(t, live);
  const monthMs = 30 * 86_400_000;
  await ask(box, rows(box, 1, { count: 1, fromMs: startMs + monthMs }));
  await ask(box, rows(box, 2, { count: 2, fromMs: startMs + 50, everyMs: 50, makes: 1 }));
  const ranAfter = async (ms: number) => {
    clock.advance(ms);
    await turns();
    return ranIn(box.journal.state);
  };
  assert.deepEqual([await ranAfter(49), await ranAfter(1), await ranAfter(1)], [0, 1, 2]);
  assert.deepEqual([await ranAfter(200), await ranAfter(20 * 86_400_000)], [4, 4]);
  await until(() => box.commit.durable === box.commit.newest);
  await box.mailbox.close();
  await box.abandon();
  rmSync(join(box.path, "state"), { recursive: true });
  const again = await openMailboxOf(t, { ...live, path: box.path });
  await turns();
  assert.equal(ranIn(again.journal.state), 4);
  clock.advance(10 * 86_400_000);
  await until(() => ranIn(again.journal.state) === 5);
  await until(() => again.commit.durable === again.commit.newest);
});

test("due loop: many realms -> a start and a command ask only the realms and the sources that are concerned", async (t) => {
  const box = await opened(t);
  for (let number = 0; number < 200; number++) {
    await openRealm(box, "sandbox", START_MS, `prod_${number}`);
  }
  const { state } = box.journal;
  const asked = state.asked;
  await ask(box, rows(box, 1, { count: 1, fromMs: START_MS + 10 }));
  await turns();
  assert.equal(state.asked - asked, 1);
  await ask(box, envelope(box, 2));
  await turns();
  assert.equal(state.asked - asked, 1, "a command whose facts make no row");
  await box.mailbox.close();
  await box.abandon();
  rmSync(join(box.path, "state"), { recursive: true });
  const again = await openMailboxOf(t, {
    registry: ROW_REGISTRY,
    nowMs: () => START_MS,
    path: box.path,
  });
  await turns();
  assert.equal(again.journal.state.asked, 1);
});
