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
import { stepsOfMonths } from "./month_ends.ts";
import { stepsOfPayouts } from "./payouts.ts";
import { stepsOfProgram } from "./program_clock.ts";
import { stepsOfRequests } from "./provider_requests.ts";
import { stepsOfVerifications } from "./verifications.ts";

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

/** A step that time asks for. */
export type Step = {
  operation: string;
  input: Input;
  /** Who acts. */
  cause: string;
  atMs: number;
};

/** The step that the record of time at `moment` must be; or the reason why it must be none. */
export function nextStep(realm: Realm, moment: Moment, parentPlace: number): Step | string {
  const [run] = realm.runs;
  if (parentPlace !== (run?.place ?? 0)) return "a step of time names another advance";
  const isLive = realm.environment === "live";
  const untilMs = run?.toMs ?? clockOf(realm, moment.nowMs);
  const [step] = dueSteps(realm, isLive ? moment.nowMs : untilMs);
  if (step === undefined) return "time did what was not due";
  if (run !== undefined) {
    // The caller is not told of what the platform does for its own books.
    if (step.operation !== "statement.seal") run.ran++;
    const value = Math.max(clockOf(realm, 0), step.atMs);
    realm.clock.push({ frame: moment.frame, value });
  }
  return step;
}

/** The clock arrives at the time of its first advance. Returns a violation, if this is one. */
export function arrive(
  realm: Realm,
  { frame }: Moment,
  { toldBy, ran }: { toldBy: number; ran: number },
): string | undefined {
  const run = realm.runs.shift();
  if (run?.place !== toldBy) return "the clock arrived where nobody told it to go";
  const [step] = dueSteps(realm, run.toMs);
  if (step !== undefined) return `the clock arrived before ${JSON.stringify(step)}`;
  if (run.ran !== ran) return `the model says that ${run.ran} steps ran`;
  run.overFrame = frame;
  realm.clock.push({ frame, value: run.toMs });
  return undefined;
}

/** What is due at a time, the earliest first; at one time by the kind of the thing, then by its id. */
export function dueSteps(realm: Realm, atMs: number): Step[] {
  const holds = [...realm.holds.keys()].flatMap((transferHoldId) => {
    const { status, expiresAtMs } = latest(realm.holds, transferHoldId) as Hold;
    if (status !== "reserved") return [];
    const input = { transferHoldId };
    const named = { operation: "transfer_hold.expire", input, cause: "clock" };
    return { ...named, atMs: expiresAtMs, id: transferHoldId, source: 2 };
  });
  const outside = [
    ...stepsOfRequests(realm),
    ...stepsOfVerifications(realm),
    ...stepsOfPayouts(realm),
    ...stepsOfMonths(realm),
  ];
  return [...holds, ...outside, ...stepsOfProgram(realm)]
    .filter((step) => step.atMs <= atMs)
    .sort((a, b) => a.atMs - b.atMs || a.source - b.source || (a.id < b.id ? -1 : 1));
}

/** The first overdue work of the clock, as a text; `atMs` is the time of the wall clock in live. */
export function overdueWork(realm: Realm, atMs: number): string | undefined {
  if (realm.runs.length > 0) return "the clock is still on its way";
  const [late] = dueSteps(realm, clockOf(realm, atMs));
  return late && `what was due is not done: ${JSON.stringify(late)}`;
}
