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
  type Scope,
  type Verdict,
} from "./model.ts";

/** Advances that may be under way in one scope (src/features/sandbox/README.md). */
const ADVANCES_MAX = 32;

/** sandbox.clock.advance: every field of its answer but `ran` is known at once. */
export function advanceClock(scope: Scope, input: Input, moment: Moment): Verdict {
  if (input.productId !== scope.productId) return { code: "resource_not_found" };
  const toMs = Date.parse(input.at as string);
  const toldMs = scope.runs.at(-1)?.toMs ?? clockOf(scope, moment.nowMs);
  if (toMs < toldMs || scope.runs.length === ADVANCES_MAX)
    return { code: "state_constraint_failed" };
  const effectiveAt = new Date(toMs).toISOString();
  const run = { place: moment.place, toMs, ran: 0, overFrame: Number.POSITIVE_INFINITY };
  scope.runs.push(run);
  return { code: undefined, answer: { productId: scope.productId, effectiveAt }, run };
}

/** sandbox.reset: refused while an advance of the clock is under way. */
export function resetSandbox(scope: Scope): Verdict {
  if (scope.runs.length > 0) return { code: "state_conflict" };
  return { code: undefined, answer: { productId: scope.productId, environment: "sandbox" } };
}

/** The hold that the record of the clock at `moment` must end; or the reason why it must end none. */
export function nextExpiry(
  scope: Scope,
  moment: Moment,
  parentPlace: number,
): { transferHoldId: string } | string {
  const [run] = scope.runs;
  if (parentPlace !== (run?.place ?? 0)) return "a step of time names another advance";
  const isLive = scope.environment === "live";
  const [hold] = dueHolds(scope, isLive ? moment.nowMs : (run?.toMs ?? Number.NEGATIVE_INFINITY));
  if (hold === undefined) return "the clock ended a hold that was not due";
  if (run !== undefined) {
    run.ran++;
    scope.clock.push({ frame: moment.frame, value: hold.expiresAtMs });
  }
  return { transferHoldId: hold.transferHoldId };
}

/** The clock arrives at the time of its first advance. Returns a violation, if this is one. */
export function arrive(
  scope: Scope,
  { frame }: Moment,
  { toldBy, ran }: { toldBy: number; ran: number },
): string | undefined {
  const run = scope.runs.shift();
  if (run?.place !== toldBy) return "the clock arrived where nobody told it to go";
  const [hold] = dueHolds(scope, run.toMs);
  if (hold !== undefined) return `the clock arrived before ${hold.transferHoldId} was ended`;
  if (run.ran !== ran) return `the model says that ${run.ran} steps ran`;
  run.overFrame = frame;
  scope.clock.push({ frame, value: run.toMs });
  return undefined;
}

/** Reserved holds whose deadline has passed, the earliest first. */
export function dueHolds(scope: Scope, atMs: number): Hold[] {
  return [...scope.holds.keys()]
    .map((transferHoldId) => latest(scope.holds, transferHoldId) as Hold)
    .filter(({ status, expiresAtMs }) => status === "reserved" && expiresAtMs <= atMs)
    .sort(
      (a, b) => a.expiresAtMs - b.expiresAtMs || (a.transferHoldId < b.transferHoldId ? -1 : 1),
    );
}

/** The first overdue work of the clock, as a text; `atMs` is the time of the wall clock in live. */
export function overdueWork(scope: Scope, atMs: number): string | undefined {
  if (scope.runs.length > 0) return "the clock is still on its way";
  const [late] = dueHolds(scope, clockOf(scope, atMs));
  return late && `the deadline of ${late.transferHoldId} has passed, and it is reserved`;
}
