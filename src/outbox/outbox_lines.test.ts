/** How lines come, change and go, and that none delays another. */
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
import type { AttemptOutcome } from "../contract/messages/outbox.ts";
import { AT_ONCE, Outbox } from "./outbox.ts";

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

test("outbox: a line that is opened, closed and opened before its turn -> it goes on, also when it is woken", async () => {
  const world = new OutboxWorld();
  const head = { number: 3 };
  world.open("a", () => head.number);
  world.outbox.close("a");
  world.open("a", () => head.number);
  await world.advance(MINUTE_MS);
  head.number = 5;
  world.outbox.wake("a");
  await world.advance(MINUTE_MS);
  assert.deepEqual([world.keptLine("a").position, world.outbox.metrics.lines], [5, 1]);
  assert.deepEqual(world.numbers("a"), [1, 2, 3, 4, 5]);
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

test("outbox: a line that is replaced while an effect that waited is attempted -> attempted once", async () => {
  const world = new OutboxWorld({ script: () => ({ afterMs: 1_000 }) });
  const line = world.keptLine("a");
  line.position = 1;
  line.waiting.set(1, { attempt: 3, dueMs: START_MS });
  world.open("a", () => 1);
  await world.settle();
  assert.deepEqual(world.numbers("a"), [1]);
  world.open("a", () => 3);
  await world.advance(MINUTE_MS);
  assert.deepEqual(world.numbers("a"), [1, 2, 3]);
  assert.deepEqual([line.position, line.waiting.size], [3, 0]);
});

test("outbox: a line that is replaced while two effects that waited are attempted, and one succeeds -> the other is attempted once", async () => {
  const world = new OutboxWorld({
    script: ({ number }) => ({ afterMs: number === 1 ? 5_000 : 1_000 }),
  });
  const line = world.keptLine("a");
  line.position = 4;
  line.waiting.set(4, { attempt: 2, dueMs: START_MS });
  for (const number of [1, 2]) line.waiting.set(number, { attempt: 2, dueMs: START_MS + 2_000 });
  world.open("a", () => 4);
  await world.advance(2_500);
  assert.deepEqual(world.numbers("a"), [4, 1, 2]);
  world.open("a", () => 4);
  await world.advance(HOUR_MS);
  assert.deepEqual(world.numbers("a"), [4, 1, 2]);
  assert.equal(line.over.size, 3);
});

test("outbox: a line that is closed and opened while a failed attempt is in no report -> not attempted again; what follows is", async () => {
  const world = new OutboxWorld({
    script: ({ number }) => (number === 1 ? { afterMs: 1_000, outcome: FAILED } : {}),
  });
  const line = world.keptLine("a");
  world.open("a", () => 1);
  await world.settle();
  world.outbox.close("a");
  line.position = 1;
  world.open("a", () => 2);
  await world.advance(HOUR_MS);
  assert.deepEqual(world.numbers("a"), [1, 2]);
  assert.equal(world.outbox.metrics.waiting, 0);
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

for (const [when, takesMs] of [
  ["under way", 1_000],
  ["not reported", 0],
] as const) {
  test(`outbox: an operator asks for new attempts while the last one is ${when}, and it fails -> they begin when its report is durable`, async () => {
    const world = new OutboxWorld({ script: () => ({ afterMs: takesMs, outcome: FAILED }) });
    const line = world.keptLine("a");
    line.position = 1;
    line.waiting.set(1, { attempt: 8, dueMs: START_MS });
    world.open("a", () => 1);
    await world.advance(takesMs / 2);
    assert.equal(world.made.length, 1);
    world.outbox.retryNow("a", { number: 1, attempt: 1, dueMs: world.nowMs });
    await world.advance(takesMs / 2 + 300);
    assert.equal(line.over.get(1), "exhausted");
    assert.equal(world.made.length, 2);
    assert.ok((world.made[1]?.atMs ?? 0) - START_MS >= takesMs);
    await world.advance(HOUR_MS);
    assert.deepEqual(line.attempts.get("1:1")?.after.status, "pending");
  });
}

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
  const cut = world.signals.flatMap(({ aborted }, at) => (aborted ? world.made[at]?.number : []));
  assert.deepEqual(cut, [18]);
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
      reportOutcomeMs: 20,
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
