/** The simulator at a small size: no violation, full coverage, and a violation without each guard. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addAll, type Coverage, usualNames } from "./coverage.ts";
import { GUARDS } from "./guards.ts";
import { runSeed } from "./world.ts";

/** Seeds of the test, some 20 ms of CPU each. The long run is `npm run simulate`. */
const SEEDS = 400;
const STEPS = 50;
/**
 * Seeds within which the loss of a guard must lead to a violation; ten are enough for most guards.
 */
const GUARD_SEEDS = 300;

test(`simulator: ${SEEDS} seeds -> as the model says at every step; each operation, read and fault met`, async () => {
  const coverage: Coverage = new Map();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { violation, coverage: met } = await runSeed({ seed, steps: STEPS });
    assert.equal(violation, undefined, `npm run simulate -- --seed ${seed} --steps ${STEPS}`);
    addAll(coverage, met);
  }
  const missing = usualNames().filter((name) => !coverage.has(name));
  assert.deepEqual(missing, []);
});

test("simulator: one seed twice -> the same world, event by event", async () => {
  const [one, two] = [await traceOf(9), await traceOf(9)];
  assert.ok(one.length > 100);
  assert.deepEqual(one, two);
  assert.notDeepEqual(await traceOf(8), one);
});

/** The violation that must follow from the loss of each guard; any other violation does not count. */
const MISSED: Readonly<Record<string, RegExp>> = {
  "idempotency check": /a key ran twice/,
  "balance check": /has -\d+ and reserves/,
  "freeze check": /account_status_forbidden|account_frozen/,
  "status of the paying customer": /customer_status_forbidden/,
  "reply after sync": /an answer without a durable record/,
  "hash check": /a damaged log was replayed/,
  "chain of hashes": /a damaged log was replayed/,
  "stop at a failed sync": /an answer without a durable record/,
  "wall between Products": /the model says account_not_found/,
  "revision check": /the model says state_conflict/,
  "deadline for callers": /the model says state_conflict: transfer_hold/,
  "deadline of live holds": /has passed, and it is reserved/,
  "deadlines on a clock's way": /the clock arrived before/,
  "what is due at a start": /still on its way|has passed, and it is reserved/,
  "clock at the time of a step": /the clock is at/,
  "answer at the arrival": /an answer before the clock had arrived/,
  "a drain of one frame": /leads to the \w+ balance it names|the model says \.\w+ is/,
  "news of a report": /records another report than its news/,
  "position below what is under way": /the position passes event|its position is ahead/,
  "eight attempts": /the model says \.status is exhausted/,
  "few attempts at once": /\d+ attempts of \w+ at once/,
  "money is conserved": /sums to \d+/,
};

for (const [guard, parts] of Object.entries(GUARDS)) {
  test(`simulator: without "${guard}" -> red`, async () => {
    for (let seed = 1; seed <= GUARD_SEEDS; seed++) {
      const { violation = "" } = await runSeed({ seed, steps: STEPS, parts });
      if (MISSED[guard]?.test(violation)) return;
    }
    assert.fail(`${GUARD_SEEDS} seeds did not miss it`);
  });
}

async function traceOf(seed: number): Promise<string[]> {
  const lines: string[] = [];
  const trace = (line: string) => lines.push(line);
  await runSeed({ seed, steps: STEPS, trace });
  return lines;
}
