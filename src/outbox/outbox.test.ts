/** The rules of lines, each under a clock that is moved by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AttemptOutcome } from "../contract/outbox.ts";
import { AT_ONCE, GIVE_UP_MS, Outbox, WAITING_MAX } from "./outbox.ts";
import {
  HOUR_MS,
  MINUTE_MS,
  OutboxWorld,
  type OutboxWorldOptions,
  SCHEDULE,
  START_MS,
} from "./testing_outbox.ts";

const FAILED = { error: "http_status", httpStatus: 500 } as const;
const TIMEOUT = { afterMs: 10_000, outcome: { error: "timeout" } } as const;
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** A world with one line of `head` effects, whose window has grown to its largest. */
async function grown(options: OutboxWorldOptions & { head: number }) {
  const { head, ...rest } = options;
  let isWarm = false;
  const world = new OutboxWorld({
    ...rest,
    script: (made) => (isWarm ? (rest.script?.(made) ?? {}) : {}),
  });
  let last = 15;
  world.open("a", () => last);
  await world.advance(11_000);
  assert.equal(world.keptLine("a").position, 15);
  isWarm = true;
  world.made.length = 0;
  world.reports.length = 0;
  last = 15 + head;
  world.outbox.wake("a");
  return { world, line: world.keptLine("a") };
}

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

test("outbox: 410 -> its effect exhausted, the line given up at once as gone, no more attempts", async () => {
  const { world, line } = await grown({
    head: 100,
    script: ({ number }) =>
      number === 20 ? { outcome: { error: "http_status", httpStatus: 410 } } : { afterMs: 2_000 },
  });
  await world.settle();
  await world.advance(10);
  assert.equal(line.givesUp, "gone");
  assert.equal(world.made.length, AT_ONCE);
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

test("outbox: a carrier that rejects or throws -> an outcome internal_fault, and the next attempt later", async () => {
  for (const carrier of [
    () => Promise.reject(new Error("a bug of the carrier")),
    () => {
      throw new Error("a bug of the carrier");
    },
  ]) {
    const outcomes: AttemptOutcome[] = [];
    const outbox = new Outbox({
      kinds: [{ kind: "test", carrier, schedule: SCHEDULE }],
      loop: { soon: setImmediate, after: () => () => undefined },
      nowMs: () => START_MS,
      report: async (reports) => {
        outcomes.push(...reports.flatMap((one) => one.attempts.map(({ outcome }) => outcome)));
      },
    });
    const read = (after: number) => ({
      effects: after < 1 ? [{ number: 1, payload: {} }] : [],
      passed: 1,
    });
    outbox.open(
      { key: "a", kind: "test", read, effect: () => undefined },
      { position: 0, waiting: [] },
    );
    await new Promise((done) => setTimeout(done, 0)).then(() => new Promise(setImmediate));
    await outbox.stop(0);
    assert.deepEqual(outcomes, [{ atMs: START_MS, durationMs: 0, error: "internal_fault" }]);
  }
});

test("outbox: a line that is closed -> nothing new; what is under way ends and is reported, then it is forgotten", async () => {
  const { world, line } = await grown({
    head: 100,
    script: ({ number, attempt }) => ({
      afterMs: 1_000,
      outcome: number === 17 && attempt === 1 ? FAILED : {},
    }),
  });
  await world.settle();
  world.outbox.close("a");
  world.outbox.wake("a");
  world.outbox.retryNow("a", { number: 3, attempt: 2, dueMs: world.nowMs });
  assert.deepEqual([world.outbox.metrics.lines, world.outbox.metrics.inFlight], [1, 16]);
  await world.advance(HOUR_MS);
  assert.equal(world.made.length, AT_ONCE);
  assert.deepEqual([line.position, line.waiting.size], [31, 1]);
  assert.equal(world.outbox.metrics.lines, 0);
  world.open("a", () => 40);
  await world.advance(HOUR_MS);
  assert.deepEqual([line.position, line.waiting.size], [40, 0]);
  assert.equal(world.made.length, 16 + 9 + 1);
});

test("outbox: a line that is replaced under way -> each effect once, the rest read by the new line", async () => {
  const { world, line } = await grown({ head: 85, script: () => ({ afterMs: 1_000 }) });
  await world.settle();
  world.open(
    "a",
    () => 100,
    (number) => number % 2 === 0,
  );
  await world.advance(MINUTE_MS);
  assert.deepEqual(world.numbers("a"), [
    ...range(16, 31),
    ...range(32, 100).filter((number) => number % 2 === 0),
  ]);
  assert.equal(line.position, 100);
  assert.equal(world.outbox.metrics.lines, 1);
});

test("outbox: an effect that waits is no effect of its line any more -> not attempted, waited for no more", async () => {
  const world = new OutboxWorld({ script: () => ({ outcome: FAILED }) });
  let isThere = true;
  world.open(
    "a",
    () => 1,
    () => isThere,
  );
  await world.advance(30_000);
  assert.equal(world.outbox.metrics.waiting, 1);
  isThere = false;
  await world.advance(HOUR_MS);
  assert.deepEqual([world.made.length, world.outbox.metrics.waiting], [1, 0]);
});

test("outbox: an operator asks for a retry -> at once, whether the effect waits, is over, or has just failed", async () => {
  let isUp = false;
  const world = new OutboxWorld({ script: () => (isUp ? {} : { outcome: FAILED }) });
  world.open("a", () => 2);
  const line = world.keptLine("a");
  await world.advance(30_000);
  const ask = (number: number, attempt: number) => {
    line.waiting.set(number, { attempt, dueMs: world.nowMs });
    world.outbox.retryNow("a", { number, attempt, dueMs: world.nowMs });
  };
  isUp = true;
  ask(1, 2);
  await world.advance(300);
  assert.equal(line.over.get(1), "delivered");
  assert.equal(world.made.length, 3);
  ask(1, 3);
  await world.advance(100);
  assert.deepEqual(world.made.at(-1), { key: "a", number: 1, attempt: 3, atMs: world.nowMs - 100 });
  // The attempt has ended, its report is not sent yet.
  isUp = false;
  ask(2, 2);
  await world.settle();
  assert.equal(world.made.length, 5);
  ask(2, 3);
  await world.advance(1_000);
  assert.deepEqual(
    world.made.slice(5).map(({ number, attempt }) => [number, attempt]),
    [[2, 3]],
  );
  await world.advance(HOUR_MS);
  assert.equal(world.made.filter(({ number }) => number === 1).length, 3);
});

test("outbox: an operator asks while the attempt is under way -> that attempt is the answer", async () => {
  const world = new OutboxWorld({ script: () => ({ afterMs: 1_000 }) });
  world.keptLine("a").position = 1;
  world.keptLine("a").waiting.set(1, { attempt: 3, dueMs: START_MS });
  world.open("a", () => 1);
  await world.advance(500);
  world.outbox.retryNow("a", { number: 1, attempt: 3, dueMs: world.nowMs });
  await world.advance(HOUR_MS);
  assert.equal(world.made.length, 1);
});

test("outbox: stopped -> those under way may end; then aborted, not reported, attempted again after a start", async () => {
  const script = ({ number }: { number: number }) => ({
    afterMs: number === 18 ? Number.POSITIVE_INFINITY : 1_000,
  });
  const { world, line } = await grown({ head: 100, script });
  await world.settle();
  let isStopped = false;
  const stopped = world.outbox.stop(5_000).then(() => {
    isStopped = true;
  });
  await world.advance(4_999);
  assert.equal(isStopped, false);
  await world.advance(10);
  await stopped;
  assert.equal(world.made.length, AT_ONCE);
  assert.deepEqual([line.position, line.over.size], [17, 17]);
  assert.ok(world.signals.every(({ aborted }) => aborted));
  assert.equal(world.timers, 0);
  const again = new OutboxWorld({ kept: world.kept });
  again.open("a", () => 115);
  await again.advance(MINUTE_MS);
  assert.deepEqual(again.numbers("a"), range(18, 115));
});

test("outbox: stopped while idle and while the shard is away -> at once, without a timer left", async () => {
  let isAway = true;
  const world = new OutboxWorld({ reportScript: () => ({ afterMs: 0, fails: isAway }) });
  world.open("a", () => 1);
  await world.advance(500);
  assert.equal(world.outbox.metrics.reportFailures, 1);
  const stopped = world.outbox.stop(5_000);
  await world.advance(0);
  await stopped;
  assert.deepEqual([world.timers, world.keptLine("a").position], [0, 0]);
  isAway = false;
  const idle = new OutboxWorld();
  idle.open("a", () => 0);
  await idle.settle();
  await idle.outbox.stop(5_000);
  assert.equal(idle.timers, 0);
});

test("outbox: 10,000 lines of which 100 are dead -> the live ones as soon as without the dead", async () => {
  const runs: number[] = [];
  for (const dead of [0, 100]) {
    const world = new OutboxWorld({
      script: ({ key }) => (Number(key) < dead ? TIMEOUT : { afterMs: 20 }),
    });
    let head = 1;
    for (let key = 0; key < 10_000; key++) world.open(String(key), () => head);
    const isLate = () => {
      for (let key = dead; key < 10_000; key++) {
        if (world.keptLine(String(key)).position < head) return true;
      }
      return false;
    };
    for (let round = 0; round < 2; round++) {
      let ms = 0;
      while (isLate()) {
        await world.advance(20);
        ms += 20;
      }
      runs.push(ms);
      head += 3;
      for (let key = 0; key < 10_000; key++) world.outbox.wake(String(key));
    }
  }
  const [first = 0, second = 0, firstOfDead = 0, secondOfDead = 0] = runs;
  assert.ok(firstOfDead <= 1.5 * first, `${firstOfDead} ms instead of ${first} ms`);
  assert.ok(secondOfDead <= 1.5 * second, `${secondOfDead} ms instead of ${second} ms`);
});

test("outbox: 100 receivers stop answering at the same time -> slots are left, and their attempts few", async () => {
  let isDead = false;
  const world = new OutboxWorld({
    script: ({ key }) => (isDead && key !== "live" ? TIMEOUT : { afterMs: 20 }),
  });
  const heads = new Map<string, number>();
  const keys = [...Array.from({ length: 100 }, (_, at) => `dead${at}`), "live"];
  for (const key of keys) world.open(key, () => heads.get(key) ?? 20);
  await world.advance(11_000);
  isDead = true;
  const push = (more: number) => {
    for (const key of keys) {
      heads.set(key, (heads.get(key) ?? 20) + more);
      world.outbox.wake(key);
    }
  };
  push(1_000);
  await world.advance(5_000);
  assert.equal(world.keptLine("live").position, 1_020);
  assert.ok(
    world.outbox.metrics.inFlight < 800,
    `${world.outbox.metrics.inFlight} slots are taken`,
  );
  await world.advance(30_000);
  assert.ok(world.outbox.metrics.inFlight <= 100);
});

test("outbox: 400 lines that keep failing -> at most a quarter of the slots, in turns", async () => {
  const world = new OutboxWorld({ script: () => TIMEOUT, slots: 100 });
  for (let key = 0; key < 400; key++) {
    world.keptLine(String(key)).failingSinceMs = START_MS;
    world.open(String(key), () => 1_000);
  }
  let most = 0;
  for (let seconds = 0; seconds < 160; seconds++) {
    await world.advance(1_000);
    most = Math.max(most, world.outbox.metrics.inFlight);
  }
  assert.equal(most, 25);
  const attempted = new Set(world.made.map(({ key }) => key));
  assert.equal(attempted.size, 400);
});
