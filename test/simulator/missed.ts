/**
 * What the simulator says where a guard is missing. In six areas, each of which has a test file, so that
 * no process has to run all of them. `missed_seeds.json` has for each guard a seed that shows it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { GUARDS } from "./guards.ts";
import { runSeed, type Traits, traitsOf } from "./world.ts";

type Missed = {
  /** The violation that must follow from the loss of the guard; any other violation does not count. */
  violation: RegExp;
  /** What a world has in which the guard has something to do; undefined: every world has it. */
  trait?: keyof Traits;
};

const STEPS = 50;
/**
 * Seeds within which the loss of a guard must lead to a violation; ten are enough for most guards.
 */
const GUARD_SEEDS = 600;

export const MISSED: Readonly<Record<string, Readonly<Record<string, Missed>>>> = {
  ledger: {
    "idempotency check": { violation: /a key ran twice/ },
    "balance check": { violation: /has -\d+ and reserves/ },
    "freeze check": { violation: /account_status_forbidden|account_frozen/ },
    "status of the paying customer": { violation: /customer_status_forbidden/ },
    "wall between Products": { violation: /the model says account_not_found/ },
    "revision check": { violation: /the model says state_conflict/ },
    "money is conserved": { violation: /sums to \d+/ },
    "a drain of one frame": {
      violation: /leads to the \w+ balance it names|the model says \.\w+ is/,
    },
    "reply after sync": { violation: /an answer without a durable record/ },
    "hash check": { violation: /a damaged log was replayed/ },
    "chain of hashes": { violation: /a damaged log was replayed/ },
    "stop at a failed sync": { violation: /an answer without a durable record/ },
  },
  time: {
    "deadline for callers": {
      violation: /the model says state_conflict: transfer_hold/,
      trait: "hasManyHolds",
    },
    "deadline of live holds": {
      violation: /what was due is not done: .*transfer_hold\.expire/,
      trait: "hasManyHolds",
    },
    "deadlines on a clock's way": { violation: /the clock arrived before/ },
    "what is due at a start": { violation: /still on its way|what was due is not done/ },
    "clock at the time of a step": { violation: /the clock is at/ },
    "answer at the arrival": { violation: /an answer before the clock had arrived/ },
    "time-outs of decisions": {
      violation:
        /what was due is not done: .*decision\.expire|decision\.\w+ was due|the clock arrived before .*decision/,
      trait: "hasProgram",
    },
    "rows that are due": {
      violation: /the clock arrived before .*object\.schedule\.run|object\.schedule\.run was due/,
      trait: "hasProgram",
    },
    "collections that are due": {
      violation:
        /collection\.run was due|the clock arrived before .*collection\.run|not done: .*collection\.run/,
      trait: "hasProgram",
    },
    "end of consents": {
      violation: /consent\.expire was due|the clock arrived before .*consent\.expire/,
      trait: "hasProgram",
    },
  },
  outside: {
    "news of a report": { violation: /records another report than its news/, trait: "hasWebhooks" },
    "position below what is under way": {
      violation: /the position passes event|its position is ahead/,
      trait: "hasWebhooks",
    },
    "eight attempts": { violation: /the model says \.status is exhausted/, trait: "hasWebhooks" },
    "few attempts at once": { violation: /\d+ attempts of \w+ at once/, trait: "hasWebhooks" },
    "ask before an effect is sent again": { violation: /is sent twice/, trait: "hasVerifications" },
    "first outcome of a provider": { violation: /the model says/, trait: "hasVerifications" },
    "news twice": { violation: /the model says/, trait: "hasVerifications" },
  },
  banks: {
    "first end of a payout": {
      violation: /a row leads to the \w+ balance it names|reserves \d{20}/,
      trait: "hasBank",
    },
    "release of what a payout has reserved": { violation: /does not reserve/, trait: "hasBank" },
    "money of a payout that comes back": {
      violation: /was not (credited|debited)/,
      trait: "hasBank",
    },
    "reservation of a payout": { violation: /does not reserve/, trait: "hasBank" },
    "limits of payouts": {
      violation: /the model says exposure_cap_exceeded: payout/,
      trait: "hasBank",
    },
    "one credit of a reference": {
      violation: /the model says (\.verdict is|\.receivedCreditId is|status 200|state_conflict)/,
      trait: "hasBank",
    },
    "money of a received credit": { violation: /was not (credited|debited)/, trait: "hasBank" },
    "end of what a return has reserved": { violation: /does not reserve/, trait: "hasBank" },
    "money of a collection that goes back": {
      violation: /was not (credited|debited)/,
      trait: "hasMandates",
    },
    "booking of what comes back": {
      violation: /the corrections of \S+ are .*, not .*/,
      trait: "hasBank",
    },
    "a collection is collected once": {
      violation:
        /the model says|a row leads to the \w+ balance it names|was not (credited|debited)/,
      trait: "hasMandates",
    },
    "use that a collection which failed gives back": {
      violation: /cons_\w+ has the revision|banks are asked for/,
      trait: "hasMandates",
    },
    "an end is told to an object once": {
      violation: /stands still until a restart, at object\.(payout|collection)\.run/,
      trait: "hasMandates",
    },
    "actions that follow ends": {
      violation: /obj_\w+ is (asking|paying|paid|held|unpaid), not/,
      trait: "hasMandates",
    },
    "totals of money that an object is told of": {
      violation: /the total .*(tills|deal).* is \d+, not/,
      trait: "hasMandates",
    },
    "payouts that go on by the clock": {
      violation: /the clock arrived before .*payout\.simulate|payout\.simulate was due/,
      trait: "hasBank",
    },
  },
  objects: {
    "revision of objects": {
      violation: /the model says state_conflict: object\.action\.call/,
      trait: "hasProgram",
    },
    "caps of aggregates and limits": {
      violation: /the model says (noun_aggregate_cap|exposure_cap)_exceeded|are open|owes too much/,
      trait: "hasProgram",
    },
    "remainders of objects": {
      violation: /the model says noun_remainder_exceeded/,
      trait: "hasProgram",
    },
    "exclusive references": {
      violation: /the model says noun_reference_already_claimed/,
      trait: "hasProgram",
    },
    "release of references": {
      violation: /references are held|the model says accepted: object\.create/,
      trait: "hasProgram",
    },
    "approval for one call": { violation: /whether dec_\w+ is used: false/, trait: "hasProgram" },
    "steps of a migration": {
      violation:
        /object\.migration\.run was due|the clock arrived before .*object\.migration|not done: .*object\.migration/,
      trait: "hasMigration",
    },
    "an object is looked at once": {
      violation:
        /the model says \.(migrated|refused|isLast) is|time did what was not due: object\.migration/,
      trait: "hasMigration",
    },
    "fit of migrated objects": { violation: /the model says \.migrated is/, trait: "hasMigration" },
    "totals of migrated objects": {
      violation: /the total \S+ \w+ overdue .* not \d+/,
      trait: "hasMigration",
    },
    "decisions of migrated objects": {
      violation: /dec_\w+ is pending|the model says .*decision/,
      trait: "hasMigration",
    },
    "empty accounts of what has ended": {
      violation: /the model says noun_account_not_drained/,
      trait: "hasProgram",
    },
  },
  consents: {
    "mark of a row that ran": {
      violation: /a due step failed, or did not take itself off|has the status scheduled/,
      trait: "hasProgram",
    },
    "number of an attempt": { violation: /has the attempt 1|attempt/, trait: "hasProgram" },
    "use of consents": {
      violation: /cons_\w+ (has the revision|there was used)/,
      trait: "hasProgram",
    },
    "consent of a collection": {
      violation:
        /the model says (consent_\w+|collection_authorization_unverified): object\.schedule\.run/,
      trait: "hasProgram",
    },
    "use of consents by hand": {
      violation: /cons_\w+ (has the revision|there was used)/,
      trait: "hasProgram",
    },
    "consent of a collection by hand": {
      violation: /the model says (consent_\w+|collection_authorization_unverified): collection\./,
      trait: "hasProgram",
    },
    "money of an attempt": { violation: /was not (credited|debited)/, trait: "hasProgram" },
  },
};

export const MISSED_SEEDS_FILE = join(import.meta.dirname, "missed_seeds.json");

export function guardsOf(area: string): string[] {
  return Object.keys(MISSED[area] ?? {});
}

/** By guard: the seed that showed its loss when the file was written. */
const SEEDS: Readonly<Record<string, number>> = JSON.parse(readFileSync(MISSED_SEEDS_FILE, "utf8"));

/**
 * A seed that shows that the guard is missing: the one of the file, or where a later simulator makes another
 * world of it, the first of the others that does. Undefined: none of `GUARD_SEEDS` seeds.
 */
export async function seedThatMisses(area: string, guard: string): Promise<number | undefined> {
  const missed = MISSED[area]?.[guard];
  const parts = GUARDS[guard];
  assert.ok(missed !== undefined && parts !== undefined, `${guard} is a guard of ${area}`);
  const { violation: wanted, trait } = missed;
  const first = SEEDS[guard];
  const others = Array.from({ length: GUARD_SEEDS }, (_, before) => before + 1).filter(
    (seed) => trait === undefined || traitsOf(seed)[trait],
  );
  for (const seed of first === undefined ? others : [first, ...others]) {
    const { violation = "" } = await runSeed({ seed, steps: STEPS, parts });
    if (wanted.test(violation)) return seed;
  }
  return undefined;
}

/** Asserts that the simulator misses the guard. */
export async function assertMissed(t: TestContext, area: string, guard: string): Promise<void> {
  const seed = await seedThatMisses(area, guard);
  assert.ok(seed !== undefined, `${GUARD_SEEDS} seeds did not miss it`);
  const first = SEEDS[guard];
  if (seed === first) return;
  t.diagnostic(`seed ${first} misses it no more, seed ${seed} does: npm run simulate -- --guards`);
}
