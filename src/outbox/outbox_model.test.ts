/**
 * Lines under random outcomes, delays, rejected reports and crashes, against a naive model that
 * attempts one effect after the other and never crashes.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  KeptLine,
  type Made,
  OutboxWorld,
  SCHEDULE,
  START_MS,
} from "../../test/support/outbox/outbox.ts";
import { fc } from "../../test/support/properties.ts";

const KEYS = ["a", "b", "c"];
const DELAYS_MS = [0, 0, 3, 50, 2_000, 10_000];

const plan = fc.record({
  /** How many numbers each line has, and every which of them is an effect of the line. */
  heads: fc.array(fc.nat({ max: 45 }), { minLength: KEYS.length, maxLength: KEYS.length }),
  every: fc.integer({ min: 1, max: 3 }),
  atOnce: fc.integer({ min: 1, max: 16 }),
  waitingMax: fc.constantFrom(1, 3, 1_000),
  slots: fc.constantFrom(2, 16, 1_024),
  /** Of 100 attempts, how many fail. */
  failing: fc.constantFrom(0, 20, 50, 90, 100),
  /** Of 100 reports, how many are rejected; half of these are durable. */
  rejected: fc.constantFrom(0, 30),
  seed: fc.nat({ max: 1_000_000 }),
  /** After how many timers the process is killed; and whether a report on its way is durable. */
  crashes: fc.array(fc.tuple(fc.nat({ max: 60 }), fc.boolean()), { maxLength: 5 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

/** A number from 0 to 99 that is the same for the same words. */
function chance(...words: (string | number)[]): number {
  let hash = 7;
  for (const letter of words.join(":")) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) % 100;
}

function fails({ seed, failing }: Plan, key: string, number: number, attempt: number): boolean {
  return chance(seed, key, number, attempt) < failing;
}

/** What becomes of every effect of a line. */
function modelOf(plan: Plan, key: string, head: number): Map<number, string> {
  const over = new Map<number, string>();
  for (let number = 1; number <= head; number++) {
    if (number % plan.every !== 0) continue;
    let attempt = 1;
    while (attempt < SCHEDULE.length && fails(plan, key, number, attempt)) attempt++;
    over.set(number, fails(plan, key, number, attempt) ? "exhausted" : "delivered");
  }
  return over;
}

class Life {
  readonly world: OutboxWorld;
  readonly #plan: Plan;
  readonly #startPositions: ReadonlyMap<string, number>;
  readonly #reported = new Map<string, number>();
  #reports = 0;

  constructor(plan: Plan, kept: Map<string, KeptLine>, startMs: number) {
    this.#plan = plan;
    this.#startPositions = new Map([...kept].map(([key, { position }]) => [key, position]));
    const { atOnce, waitingMax, slots } = plan;
    this.world = new OutboxWorld({
      ...{ atOnce, waitingMax, slots, kept, startMs, giveUpMs: Number.POSITIVE_INFINITY },
      script: (made) => {
        this.#check(made);
        const { key, number, attempt } = made;
        const afterMs = DELAYS_MS[chance(plan.seed, "delay", key, number, attempt) % 6] ?? 0;
        const isFailed = fails(plan, key, number, attempt);
        return { afterMs, outcome: isFailed ? { error: "http_status", httpStatus: 500 } : {} };
      },
      reportScript: (reports) => {
        for (const { key, position } of reports) {
          const before = this.#reported.get(key) ?? this.#startPositions.get(key) ?? 0;
          assert.ok(position >= before, `the position of ${key} does not go back`);
          this.#reported.set(key, position);
        }
        const at = chance(plan.seed, "report", startMs, this.#reports++);
        if (at % 2 === 0 && at < plan.rejected) {
          for (const report of reports) kept.get(report.key)?.apply(report);
        }
        return { afterMs: at % 7, fails: at < plan.rejected };
      },
    });
    for (const [at, key] of KEYS.entries()) {
      const head = plan.heads[at] as number;
      this.world.open(
        key,
        () => head,
        (number) => number % plan.every === 0,
      );
    }
  }

  /** What must hold whenever an attempt begins. */
  #check({ key, number, attempt }: Made): void {
    const { made, kept } = this.world;
    const line = kept.get(key) as KeptLine;
    const own = made.filter((one) => one.key === key);
    const open = own.filter((one) => !line.attempts.has(`${one.number}:${one.attempt}`));
    assert.ok(
      open.length <= this.#plan.atOnce,
      `${open.length} attempts of ${key} are not durable`,
    );
    const isNew = line.waiting.get(number) === undefined;
    if (isNew) {
      assert.equal(attempt, 1);
      assert.ok(number > (this.#startPositions.get(key) ?? 0));
      const firsts = own.slice(0, -1).filter((one) => one.attempt === 1);
      assert.ok(
        firsts.every((one) => one.number < number),
        `the first attempts of ${key} are in order`,
      );
    }
    assert.ok(attempt <= SCHEDULE.length);
    assert.ok(line.waiting.size <= this.#plan.waitingMax);
  }
}

test("outbox: any outcomes, delays, rejected reports and crashes -> what the naive model says", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async (plan) => {
      const kept = new Map(KEYS.map((key) => [key, new KeptLine()]));
      const made: Made[] = [];
      let nowMs = START_MS;
      for (const [timers, isDurable] of plan.crashes) {
        const { world } = new Life(plan, kept, nowMs);
        for (let left = timers; left > 0 && (await world.step()); left--);
        nowMs = world.nowMs;
        made.push(...world.made);
        if (isDurable) for (const apply of world.onTheirWay) apply();
        world.crash();
      }
      const { world } = new Life(plan, kept, nowMs);
      while (await world.step());
      made.push(...world.made);
      assert.equal(world.outbox.metrics.inFlight, 0);
      for (const [at, key] of KEYS.entries()) {
        const line = kept.get(key) as KeptLine;
        const head = plan.heads[at] as number;
        const expected = modelOf(plan, key, head);
        assert.equal(line.position, head);
        assert.deepEqual(new Map([...line.over].sort(([a], [b]) => a - b)), expected);
        assert.equal(line.waiting.size, 0);
        const attempted = new Set(
          made.filter((one) => one.key === key).map(({ number }) => number),
        );
        assert.deepEqual(
          [...attempted].sort((a, b) => a - b),
          [...expected.keys()],
        );
        const repeated = made.filter((one) => one.key === key).length - line.attempts.size;
        assert.ok(
          repeated <= plan.atOnce * plan.crashes.length,
          `${repeated} attempts were repeated`,
        );
      }
    }),
    { numRuns: 60 },
  );
});
