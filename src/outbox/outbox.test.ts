/** Attempts, their times and their reports, under a clock that is moved by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FAILED,
  grown,
  HOUR_MS,
  MINUTE_MS,
  OutboxWorld,
  range,
  SCHEDULE,
  START_MS,
  TIMEOUT,
} from "../../test/support/outbox/outbox.ts";
import { AT_ONCE, GIVE_UP_MS, REPORT_OUTCOME_MS, WAITING_MAX } from "./outbox.ts";

test("outbox: a backlog of effects -> first attempts in order, the window grows by success to 16", async () => {
  const world = new OutboxWorld({ script: () => ({ afterMs: 1_000 }) });
  world.open("a", () => 100);
  const line = world.keptLine("a");
  const attempted = [];
  for (let ms = 0; ms < 10_000; ms += 250) {
    await world.advance(250);
    attempted.push(world.made.length - line.attempts.size);
  }
  assert.deepEqual(attempted.slice(0, 8), [1, 1, 1, 2, 2, 2, 2, 4]);
  assert.equal(Math.max(...attempted), AT_ONCE);
  await world.advance(60_000);
  assert.deepEqual(world.numbers("a"), range(1, 100));
  assert.equal(line.position, 100);
  assert.equal(line.attempts.size, 100);
});

test("outbox: reports that are not answered -> no more attempts than the window, whatever ended", async () => {
  const { world } = await grown({ head: 500, reportScript: () => ({ afterMs: 5_000 }) });
  await world.advance(4_000);
  assert.equal(world.made.length, AT_ONCE);
  assert.equal(world.outbox.metrics.inFlight, 0);
  await world.advance(2_000);
  assert.ok(world.made.length > AT_ONCE && world.made.length <= 2 * AT_ONCE);
});

test("outbox: an effect that takes long -> what ended above it is held back, the position stays below it", async () => {
  const { world, line } = await grown({
    head: 100,
    script: ({ number }) => ({ afterMs: number === 18 ? 9_000 : 10 }),
  });
  await world.advance(8_000);
  assert.deepEqual(world.numbers("a"), range(16, 18 + AT_ONCE - 1));
  assert.equal(line.position, 17);
  assert.ok([...line.attempts.values()].every(({ number }) => number <= 17));
  await world.advance(2_000);
  assert.equal(line.position, 115);
});

test("outbox: one effect on an idle system -> one report, within 200 ms and not before", async () => {
  const { world } = await grown({ head: 1 });
  await world.advance(199);
  assert.equal(world.reports.length, 0);
  await world.advance(1);
  assert.equal(world.reports.length, 1);
  await world.advance(HOUR_MS);
  assert.deepEqual(
    world.reports.map(([report]) => report?.position),
    [16],
  );
});

test("outbox: 40 lines with an effect each -> one report; those that end under way stand in the next", async () => {
  const world = new OutboxWorld({
    script: ({ key }) => ({ afterMs: key < "l20" ? 10 : 220 }),
    reportScript: () => ({ afterMs: 50 }),
  });
  for (let at = 10; at < 50; at++) world.open(`l${at}`, () => 1);
  await world.advance(1_000);
  assert.deepEqual(
    world.reports.map((reports) => reports.length),
    [10, 30],
  );
});

test("outbox: a line that waits for its report -> sent in the next turn, one under way at a time", async () => {
  let most = 0;
  const worlds: OutboxWorld[] = [];
  const world = new OutboxWorld({
    reportScript: () => {
      most = Math.max(most, worlds[0]?.onTheirWay.size ?? 0);
      return { afterMs: 3 };
    },
  });
  worlds.push(world);
  for (const key of ["a", "b", "c"]) world.open(key, () => 200);
  await world.advance(400);
  for (const key of ["a", "b", "c"]) assert.equal(world.keptLine(key).position, 200);
  assert.equal(most, 0);
});

test("outbox: a line that came to wait while a report was under way -> reported as soon as that one is durable", async () => {
  const world = new OutboxWorld({
    script: ({ key, number }) => ({ afterMs: number > 1 ? HOUR_MS : key === "b" ? 10 : 0 }),
    reportScript: () => ({ afterMs: 50 }),
  });
  for (const key of ["a", "b"]) world.open(key, () => 3);
  await world.advance(150);
  assert.deepEqual(
    world.made.map(({ key, number, atMs }) => [key, number, atMs - START_MS]),
    [
      ["a", 1, 0],
      ["b", 1, 0],
      ["a", 2, 0],
      ["b", 2, 10],
      ["a", 3, 50],
      ["b", 3, 100],
    ],
  );
});

test("outbox: numbers that are no effects of the line -> reported after 10 s or 10,000 numbers, or with an effect", async () => {
  const world = new OutboxWorld();
  let head = 9_999;
  world.open(
    "a",
    () => head,
    (number) => number === 25_000,
  );
  const line = world.keptLine("a");
  await world.advance(9_999);
  assert.equal(world.reports.length, 0);
  await world.advance(10);
  assert.equal(line.position, 9_999);
  head = 19_999;
  world.outbox.wake("a");
  await world.advance(300);
  assert.equal(line.position, 19_999);
  head = 25_100;
  world.outbox.wake("a");
  await world.advance(300);
  assert.equal(line.position, 25_100);
  assert.equal(world.reports.length, 3);
  await world.advance(HOUR_MS);
  assert.equal(world.reports.length, 3);
});

test("outbox: attempts that all fail -> 8 of them, at their times over 104 hours and 36 minutes, then exhausted", async () => {
  const world = new OutboxWorld({ script: () => ({ outcome: FAILED }) });
  world.open("a", () => 1);
  const line = world.keptLine("a");
  await world.advance(5_000);
  assert.deepEqual(line.state.waiting, [{ number: 1, attempt: 2, dueMs: START_MS + MINUTE_MS }]);
  assert.equal(line.position, 1);
  await world.advance(104 * HOUR_MS + 36 * MINUTE_MS - 5_001);
  assert.equal(world.made.length, 7);
  await world.advance(1);
  assert.equal(world.made.length, 8);
  await world.advance(300 * HOUR_MS);
  let atMs = START_MS;
  const times = SCHEDULE.map((pauseMs, at) => {
    atMs += pauseMs;
    return [at + 1, atMs];
  });
  assert.deepEqual(
    world.made.map((made) => [made.attempt, made.atMs]),
    times,
  );
  assert.equal(line.over.get(1), "exhausted");
  assert.equal(line.waiting.size, 0);
  assert.equal(line.givesUp, undefined);
});

test("outbox: a pause -> counted from the end of the attempt before", async () => {
  const world = new OutboxWorld({ script: ({ attempt }) => (attempt === 1 ? TIMEOUT : {}) });
  world.open("a", () => 1);
  await world.advance(HOUR_MS);
  assert.deepEqual(
    world.made.map(({ atMs }) => atMs - START_MS),
    [0, 10_000 + MINUTE_MS],
  );
  assert.equal(world.keptLine("a").over.get(1), "delivered");
});

test("outbox: a receiver that asks for a later time -> not before it, never earlier than planned, 8 attempts", async () => {
  const retryAfterMs = [30_000, 10 * MINUTE_MS];
  const world = new OutboxWorld({
    script: ({ attempt, atMs }) => {
      const askedMs = retryAfterMs[attempt - 1];
      return { outcome: { ...FAILED, ...(askedMs && { retryAfterMs: atMs + askedMs }) } };
    },
  });
  world.open("a", () => 1);
  await world.advance(200 * HOUR_MS);
  assert.deepEqual(
    world.made.map(({ atMs }, at) => atMs - (world.made[at - 1]?.atMs ?? START_MS)),
    SCHEDULE.map((pauseMs, at) => Math.max(pauseMs, retryAfterMs[at - 1] ?? 0)),
  );
  assert.equal(world.keptLine("a").over.get(1), "exhausted");
});

test("outbox: effects that wait -> attempted beside first attempts, in turn with them", async () => {
  const world = new OutboxWorld({
    script: ({ attempt, number }) =>
      attempt === 1 && number <= 10 ? { outcome: FAILED } : { afterMs: 1_000 },
  });
  let head = 10;
  world.open("a", () => head);
  await world.advance(30_000);
  head = 10_000;
  world.made.length = 0;
  world.outbox.wake("a");
  await world.advance(31_500);
  const since = world.made.findIndex(({ attempt }) => attempt === 2);
  const both = world.made.slice(since, since + 20).map(({ attempt }) => attempt);
  assert.deepEqual(
    both,
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 2 : 1)),
  );
});

for (const waitingMax of [1, 20, WAITING_MAX]) {
  test(`outbox: ${waitingMax} effects wait -> no further first attempt, and one when there are fewer`, async () => {
    let isUp = false;
    const world = new OutboxWorld({
      waitingMax,
      script: () => (isUp ? {} : { outcome: { ...FAILED, retryAfterMs: START_MS + HOUR_MS } }),
    });
    let readTo = 0;
    const line = world.open("a", () => 5_000);
    const { read } = line;
    world.outbox.open(
      {
        ...line,
        read: (after, limit) => {
          readTo = after + limit;
          return read(after, limit);
        },
      },
      world.keptLine("a").state,
    );
    await world.advance(HOUR_MS - 1);
    assert.equal(world.made.length, waitingMax);
    assert.equal(world.outbox.metrics.waiting, waitingMax);
    assert.ok(readTo <= waitingMax + AT_ONCE, `${readTo} numbers were read`);
    isUp = true;
    await world.advance(HOUR_MS);
    assert.equal(world.keptLine("a").position, 5_000);
    assert.equal(world.keptLine("a").waiting.size, 0);
  });
}

test("outbox: 410 -> no more attempts at once; its effect exhausted and the line gone in one report", async () => {
  const { world, line } = await grown({
    head: 100,
    script: ({ number }) =>
      number === 20 ? { outcome: { error: "http_status", httpStatus: 410 } } : { afterMs: 2_000 },
  });
  await world.settle();
  await world.advance(10);
  // The effects below it are under way, so its report waits for theirs.
  assert.equal(line.givesUp, undefined);
  assert.equal(world.made.length, AT_ONCE);
  await world.advance(2_000 + REPORT_OUTCOME_MS);
  assert.equal(line.givesUp, "gone");
  await world.advance(HOUR_MS);
  assert.equal(world.made.length, AT_ONCE);
  assert.equal(line.over.get(20), "exhausted");
  assert.equal(line.position, 31);
  assert.equal(world.reports.flat().filter(({ givesUp }) => givesUp !== undefined).length, 1);
  world.outbox.close("a");
  await world.advance(MINUTE_MS);
  assert.equal(world.outbox.metrics.lines, 0);
});

test("outbox: failures for 5 days without a success -> given up as exhausted; a success starts anew", async () => {
  for (const succeedsOnce of [false, true]) {
    const world = new OutboxWorld({
      script: ({ number }) => (succeedsOnce && number === 2 ? {} : { outcome: FAILED }),
    });
    let head = 1;
    world.open("a", () => head);
    const wakeWith = async (more: number, ms: number) => {
      head += more;
      world.outbox.wake("a");
      await world.advance(ms);
    };
    await world.advance(HOUR_MS);
    await wakeWith(1, GIVE_UP_MS - HOUR_MS - 1_000);
    await wakeWith(1, 999);
    assert.equal(world.keptLine("a").givesUp, undefined);
    await world.advance(1);
    const count = world.made.length;
    await wakeWith(1, 2_000);
    assert.equal(world.keptLine("a").givesUp, succeedsOnce ? undefined : "exhausted");
    assert.equal(world.made.length, count + 1);
    await wakeWith(1, HOUR_MS);
    assert.equal(world.made.length > count + 1, succeedsOnce);
  }
});

test("outbox: the durable state says since when a line fails -> given up by that time after a start", async () => {
  const world = new OutboxWorld({ script: () => ({ outcome: FAILED }) });
  world.keptLine("a").failingSinceMs = START_MS - GIVE_UP_MS;
  world.open("a", () => 1);
  await world.advance(1_000);
  assert.equal(world.keptLine("a").givesUp, "exhausted");
});

test("outbox: a report that is rejected -> the same again after 1 s, 2 s, … 60 s; the window stands", async () => {
  let isAway = false;
  let nowMs = () => START_MS;
  const atMs: number[] = [];
  const { world, line } = await grown({
    head: 100,
    reportScript: () => {
      atMs.push(nowMs());
      return { afterMs: 0, fails: isAway };
    },
  });
  isAway = true;
  nowMs = () => world.nowMs;
  atMs.length = 0;
  await world.advance(250_000);
  const pauses = atMs.map((ms, at) => ms - (atMs[at - 1] ?? ms)).slice(1);
  assert.deepEqual(
    pauses.slice(0, 8),
    [1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1_000),
  );
  assert.equal(world.made.length, AT_ONCE);
  assert.equal(world.outbox.metrics.reportFailures, atMs.length);
  for (const report of world.reports) assert.deepEqual(report, world.reports[0]);
  isAway = false;
  await world.advance(60_000);
  assert.equal(line.position, 115);
  assert.equal(world.made.length, 100);
});
