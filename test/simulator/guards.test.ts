/** The simulator without one of the guards of the ledger and of programs, each in turn: a violation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { GUARDS } from "./guards.ts";
import { runSeed } from "./world.ts";

const STEPS = 50;
/**
 * Seeds within which the loss of a guard must lead to a violation; ten are enough for most guards.
 */
const GUARD_SEEDS = 300;

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
  "deadline of live holds": /what was due is not done: .*transfer_hold\.expire/,
  "deadlines on a clock's way": /the clock arrived before/,
  "what is due at a start": /still on its way|what was due is not done/,
  "clock at the time of a step": /the clock is at/,
  "answer at the arrival": /an answer before the clock had arrived/,
  "a drain of one frame": /leads to the \w+ balance it names|the model says \.\w+ is/,
  "news of a report": /records another report than its news/,
  "position below what is under way": /the position passes event|its position is ahead/,
  "eight attempts": /the model says \.status is exhausted/,
  "few attempts at once": /\d+ attempts of \w+ at once/,
  "ask before an effect is sent again": /is sent twice/,
  "first outcome of a provider": /the model says/,
  "news twice": /the model says/,
  "money is conserved": /sums to \d+/,
  "revision of objects": /the model says state_conflict: object\.action\.call/,
  "caps of aggregates and limits":
    /the model says (noun_aggregate_cap|exposure_cap)_exceeded|are open|owes too much/,
  "remainders of objects": /the model says noun_remainder_exceeded/,
  "exclusive references": /the model says noun_reference_already_claimed/,
  "release of references": /references are held|the model says accepted: object\.create/,
  "mark of a row that ran":
    /a due step failed, or did not take itself off|has the status scheduled/,
  "number of an attempt": /has the attempt 1|attempt/,
  "use of consents": /cons_\w+ (has the revision|there was used)/,
  "consent of a collection":
    /the model says (consent_\w+|collection_authorization_unverified): object\.schedule\.run/,
  "approval for one call": /whether dec_\w+ is used: false/,
  "time-outs of decisions":
    /what was due is not done: .*decision\.expire|decision\.\w+ was due|the clock arrived before .*decision/,
  "rows that are due":
    /the clock arrived before .*object\.schedule\.run|object\.schedule\.run was due/,
  "collections that are due":
    /collection\.run was due|the clock arrived before .*collection\.run|not done: .*collection\.run/,
  "use of consents by hand": /cons_\w+ (has the revision|there was used)/,
  "consent of a collection by hand":
    /the model says (consent_\w+|collection_authorization_unverified): collection\./,
  "money of an attempt": /was not (credited|debited)/,
  "steps of a migration":
    /object\.migration\.run was due|the clock arrived before .*object\.migration|not done: .*object\.migration/,
  "an object is looked at once":
    /the model says \.(migrated|refused|isLast) is|time did what was not due: object\.migration/,
  "fit of migrated objects": /the model says \.migrated is/,
  "totals of migrated objects": /the total \S+ \w+ overdue .* not \d+/,
  "decisions of migrated objects": /dec_\w+ is pending|the model says .*decision/,
  "empty accounts of what has ended": /the model says noun_account_not_drained/,
  "end of consents": /consent\.expire was due|the clock arrived before .*consent\.expire/,
};

/**
 * Where the first seed of 1, 2, 3 that misses the guard is not small: that seed, as it was when the simulator was
 * changed last. It is tried first, and spares the others; where it misses nothing any more, the others are tried.
 */
const TRIED_FIRST: Readonly<Record<string, number>> = {
  "freeze check": 21,
  "status of the paying customer": 13,
  "hash check": 16,
  "chain of hashes": 24,
  "wall between Products": 9,
  "revision check": 22,
  "deadline for callers": 88,
  "deadline of live holds": 9,
  "what is due at a start": 199,
  "a drain of one frame": 48,
  "news of a report": 12,
  "eight attempts": 27,
  "few attempts at once": 36,
  "first outcome of a provider": 25,
  "remainders of objects": 45,
  "caps of aggregates and limits": 18,
  "totals of migrated objects": 32,
  "empty accounts of what has ended": 64,
  "consent of a collection": 17,
};

for (const [guard, parts] of Object.entries(GUARDS)) {
  test(`simulator: without "${guard}" -> red`, async () => {
    const others = Array.from({ length: GUARD_SEEDS }, (_, before) => before + 1);
    for (const seed of [TRIED_FIRST[guard] ?? 1, ...others]) {
      const { violation = "" } = await runSeed({ seed, steps: STEPS, parts });
      if (MISSED[guard]?.test(violation)) return;
    }
    assert.fail(`${GUARD_SEEDS} seeds did not miss it`);
  });
}
