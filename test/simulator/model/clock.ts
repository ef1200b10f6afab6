/**
 * The model of a sandbox clock: an advance moves the clock from one deadline to the next, and then
 * the clock arrives (platform.md, Rules 4; src/features/sandbox/README.md).
 */
import {
  clockOf,
  type Hold,
  type Input,
  latest,
  type Moment,
  type Realm,
  type Verdict,
} from "./model.ts";

/** Advances that may be under way in one realm (src/features/sandbox/README.md). */
const ADVANCES_MAX = 32;

/** sandbox.clock.advance: every field of its answer but `ran` is known at once. */
export function advanceClock(realm: Realm, input: Input, moment: Moment): Verdict {
  if (input.productId !== realm.productId) return { code: "resource_not_found" };
  const toMs = Date.parse(input.at as string);
  const toldMs = realm.runs.at(-1)?.toMs ?? clockOf(realm, moment.nowMs);
  if (toMs < toldMs || realm.runs.length === ADVANCES_MAX)
    return { code: "state_constraint_failed" };
  const effectiveAt = new Date(toMs).toISOString();
  const run = { place: moment.place, toMs, ran: 0, overFrame: Number.POSITIVE_INFINITY };
  realm.runs.push(run);
  return { code: undefined, answer: { productId: realm.productId, effectiveAt }, run };
}

/** sandbox.reset: refused while an advance of the clock is under way. */
export function resetSandbox(realm: Realm): Verdict {
  if (realm.runs.length > 0) return { code: "state_conflict" };
  return { code: undefined, answer: { productId: realm.productId, environment: "sandbox" } };
}

/** The hold that the record of the clock at `moment` must end; or the reason why it must end none. */
export function nextExpiry(
  realm: Realm,
  moment: Moment,
  parentPlace: number,
): { transferHoldId: string } | string {
  const [run] = realm.runs;
  if (parentPlace !== (run?.place ?? 0)) return "a step of time names another advance";
  const isLive = realm.environment === "live";
  const [hold] = dueHolds(realm, isLive ? moment.nowMs : (run?.toMs ?? Number.NEGATIVE_INFINITY));
  if (hold === undefined) return "the clock ended a hold that was not due";
  if (run !== undefined) {
    run.ran++;
    realm.clock.push({ frame: moment.frame, value: hold.expiresAtMs });
  }
  return { transferHoldId: hold.transferHoldId };
}

/** The clock arrives at the time of its first advance. Returns a violation, if this is one. */
export function arrive(
  realm: Realm,
  { frame }: Moment,
  { toldBy, ran }: { toldBy: number; ran: number },
): string | undefined {
  const run = realm.runs.shift();
  if (run?.place !== toldBy) return "the clock arrived where nobody told it to go";
  const [hold] = dueHolds(realm, run.toMs);
  if (hold !== undefined) return `the clock arrived before ${hold.transferHoldId} was ended`;
  if (run.ran !== ran) return `the model says that ${run.ran} steps ran`;
  run.overFrame = frame;
  realm.clock.push({ frame, value: run.toMs });
  return undefined;
}

/** Reserved holds whose deadline has passed, the earliest first. */
export function dueHolds(realm: Realm, atMs: number): Hold[] {
  return [...realm.holds.keys()]
    .map((transferHoldId) => latest(realm.holds, transferHoldId) as Hold)
    .filter(({ status, expiresAtMs }) => status === "reserved" && expiresAtMs <= atMs)
    .sort(
      (a, b) => a.expiresAtMs - b.expiresAtMs || (a.transferHoldId < b.transferHoldId ? -1 : 1),
    );
}

/** The first overdue work of the clock, as a text; `atMs` is the time of the wall clock in live. */
export function overdueWork(realm: Realm, atMs: number): string | undefined {
  if (realm.runs.length > 0) return "the clock is still on its way";
  const [late] = dueHolds(realm, clockOf(realm, atMs));
  return late && `the deadline of ${late.transferHoldId} has passed, and it is reserved`;
}
