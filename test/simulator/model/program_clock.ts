/**
 * What the clock does in a realm that runs a program, and the decisions that make it do so: each step is a record of
 * its own, at the time when it was due (program.md, Schedules and Decisions).
 */
import { collect, isNothing } from "../../model/naive_clock.ts";
import { amountOf, evaluate, type Place } from "../../model/naive_expression.ts";
import { attempt, spanMsOf, type Value } from "../../model/naive_value.ts";
import { objectOf } from "../../model/naive_world.ts";
import type { Step } from "./clock.ts";
import { usedConsent } from "./consent_use.ts";
import { stepsOfMigrations } from "./migrations.ts";
import {
  clockOf,
  type Input,
  latest,
  type Moment,
  put,
  type Realm,
  type Verdict,
} from "./model.ts";
import type { CollectionShown, DecisionShown, ProgramPart, RowShown } from "./program_part.ts";
import { decisionAnswer, programOf, rowAnswer, showDecision } from "./program_shown.ts";
import { accountIdOf, calledBy, carriedOut, type Outcome, worldAt } from "./programs.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

const CLOCK = { actor: "clock", customer: undefined };

export const PROGRAM_CLOCK_RULES: Readonly<Record<string, Decide>> = {
  "decision.resolve": onDecision((realm, part, decision, { outcome }, moment) => {
    const nowMs = clockOf(realm, moment.nowMs);
    const { status, deadlineMs, objectId, gate } = decision;
    const { kind } = objectOf(part.world, objectId);
    const { decisions = {} } = programOf(part, objectId).nouns[kind] ?? {};
    // Where the object has become one of a Build without it, nobody decides it any more.
    if (decisions[gate] === undefined) return { code: "state_conflict" };
    if (status === "declined") return { code: "noun_decision_declined" };
    if (status === "approved") return { code: "state_conflict" };
    if (status !== "pending" || nowMs >= deadlineMs) return { code: "noun_decision_timeout" };
    const isApproved = outcome === "approve";
    const calls = isApproved && autoAction(part, decision) !== undefined;
    const after = isApproved ? "approved" : "declined";
    return decided(part, decision, after, calls ? nowMs : undefined, moment);
  }),
  "decision.expire": onDecision((_realm, part, decision, _input, moment) => {
    const { objectId, gate, deadlineMs } = decision;
    const { kind } = objectOf(part.world, objectId);
    const approves =
      programOf(part, objectId).nouns[kind]?.decisions?.[gate]?.onTimeout === "approve";
    const calls = approves && autoAction(part, decision) !== undefined;
    return decided(part, decision, "timed_out", calls ? deadlineMs : undefined, moment);
  }),
  "object.decision.run": onDecision((realm, part, decision, _input, moment) => {
    const { decisionId, objectId, isUsed, callsAtMs = 0 } = decision;
    const action = isUsed ? undefined : autoAction(part, decision);
    const called = { objectId, action: action ?? "", input: {}, caller: CLOCK };
    const outcome = action === undefined ? undefined : calledBy(realm, moment, callsAtMs, called);
    // A migration may have put an end to the approval.
    const after =
      part.world.decisions.find((each) => each.decisionId === decisionId) ??
      shownDecision(part, decisionId);
    showDecision(part, after, moment, "called");
    if (outcome?.code !== undefined) return { code: outcome.code };
    return { code: undefined, answer: decisionAnswer(shownDecision(part, decisionId)) };
  }),
  "object.schedule.run": runRow,
};

const shownDecision = (part: ProgramPart, decisionId: string) =>
  latest(part.decisions, decisionId) as DecisionShown;

function decided(
  part: ProgramPart,
  { decisionId }: DecisionShown,
  status: DecisionShown["status"],
  callsAtMs: number | undefined,
  moment: Moment,
): Verdict {
  const { world } = part;
  world.decisions = world.decisions.map((each) => {
    if (each.decisionId !== decisionId) return each;
    const after = { ...each, status };
    showDecision(part, after, moment, callsAtMs);
    return after;
  });
  return { code: undefined, answer: decisionAnswer(shownDecision(part, decisionId)) };
}

/** The first action that waits for the approval and may be called now by itself. */
function autoAction(part: ProgramPart, { objectId, gate }: DecisionShown): string | undefined {
  const { kind, state } = objectOf(part.world, objectId);
  const actions = Object.entries(programOf(part, objectId).nouns[kind]?.actions ?? {});
  const waits = actions.find(
    ([, each]) => each.gate === gate && each.auto === true && each.from.includes(state),
  );
  return waits?.[0];
}

/** What is due of the program, for `dueSteps`. */
export function stepsOfProgram({ program }: Realm): (Step & { id: string; source: number })[] {
  if (program === undefined) return [];
  const steps: (Step & { id: string; source: number })[] = [];
  for (const consentId of program.consents.keys()) {
    const { status, expiresAtMs } = latest(program.consents, consentId) ?? {};
    if (expiresAtMs === undefined || (status !== "pending" && status !== "active")) continue;
    const named = { operation: "consent.expire", input: { consentId }, cause: "clock" };
    steps.push({ ...named, atMs: expiresAtMs, id: consentId, source: 4 });
  }
  for (const collectionId of program.collections.keys()) {
    const { status, dueAt = "", simulatedAtMs } = latest(program.collections, collectionId) ?? {};
    const isDue = status === "scheduled";
    const atMs = isDue ? Date.parse(dueAt) : simulatedAtMs;
    if (atMs === undefined) continue;
    const named = isDue
      ? { operation: "collection.run", cause: "clock" }
      : { operation: "collection.simulate", cause: "provider" };
    steps.push({ ...named, input: { collectionId }, atMs, id: collectionId, source: 5 });
  }
  for (const decisionId of program.decisions.keys()) {
    const { status, deadlineMs, callsAtMs } = shownDecision(program, decisionId);
    const atMs = status === "pending" ? deadlineMs : callsAtMs;
    if (atMs === undefined) continue;
    const operation = status === "pending" ? "decision.expire" : "object.decision.run";
    const named = { operation, input: { decisionId }, cause: "clock" };
    steps.push({ ...named, atMs, id: decisionId, source: 7 });
  }
  const row = firstRow(program);
  steps.push(...stepsOfMigrations(program));
  if (row === undefined) return steps;
  const input = { scheduleId: row.scheduleId, attempt: row.attempt };
  const named = { operation: "object.schedule.run", input, cause: "clock" };
  return [...steps, { ...named, atMs: timeOf(row), id: row.scheduleId, source: 8 }];
}

/** The first of the rows that wait: by the time when they are due, then by object, then by number. */
function firstRow({ rows }: ProgramPart): RowShown | undefined {
  const order = ({ objectId, index, scheduleId }: RowShown) => `${objectId} ${index} ${scheduleId}`;
  let first: RowShown | undefined;
  for (const versions of rows.values()) {
    const row = versions.at(-1)?.value;
    if (row?.status !== "scheduled") continue;
    const laterMs = row.dueAtMs - (first?.dueAtMs ?? Number.POSITIVE_INFINITY);
    const isBefore = laterMs < 0 || (laterMs === 0 && first && order(row) < order(first));
    if (isBefore === true) first = row;
  }
  return first;
}

/** When a row runs: when it is due, but not before it was made. */
function timeOf({ dueAtMs, madeAtMs }: RowShown): number {
  return Math.max(dueAtMs, madeAtMs);
}

function runRow(realm: Realm, { scheduleId = "" }: Input, moment: Moment): Verdict {
  const part = realm.program as ProgramPart;
  const row = latest(part.rows, scheduleId) as RowShown;
  for (const first of part.firsts) {
    if (!first.scheduleIds.includes(scheduleId) || first.operations.has(scheduleId)) continue;
    first.operations.set(scheduleId, moment.id("op"));
    if (first.operations.size === first.scheduleIds.length) first.overFrame = moment.frame;
  }
  const { status, skippedBecause, code, collectionId } = attempted(realm, part, row, moment);
  const source = sourceOf(part, row);
  const after: RowShown = {
    ...row,
    status,
    ranAtMs: timeOf(row),
    ...(skippedBecause !== undefined && { skippedBecause }),
    ...(code !== undefined && { refusedWith: code }),
    ...(collectionId !== undefined && { collectionId }),
  };
  const isOver = code === undefined || row.isLast === true || source === undefined;
  const next = isOver ? after : afterRefusal(after, source);
  put(part.rows, scheduleId, next, moment);
  return code === undefined ? { code, answer: rowAnswer(next) } : { code };
}

type Attempt = {
  status: RowShown["status"];
  skippedBecause?: RowShown["skippedBecause"];
  code?: string;
  collectionId?: string;
};

/** Undefined where the object has become one of a Build that has no such schedule. */
function sourceOf(part: ProgramPart, { objectId, kind, schedule }: RowShown) {
  return programOf(part, objectId).nouns[kind]?.schedules?.[schedule];
}

type ScheduleSource = NonNullable<ReturnType<typeof sourceOf>>;

/** Another attempt, the last call, or nothing more. */
function afterRefusal(row: RowShown, { retry }: ScheduleSource): RowShown {
  const pause = retry?.after[row.attempt - 1];
  const again = { ...row, status: "scheduled" as const, attempt: row.attempt + 1 };
  if (pause !== undefined) return { ...again, dueAtMs: timeOf(row) + (spanMsOf(pause) ?? 0) };
  return retry?.finally === undefined ? row : { ...again, dueAtMs: timeOf(row), isLast: true };
}

/** `code`: it was refused; the row has then failed, as far as this attempt goes. */
function attempted(realm: Realm, part: ProgramPart, row: RowShown, moment: Moment): Attempt {
  const { objectId, kind, index, isLast } = row;
  const nowMs = timeOf(row);
  const source = sourceOf(part, row);
  const hasNoLast = isLast === true && source?.retry?.finally === undefined;
  if (source === undefined || hasNoLast) return { status: "skipped", skippedBecause: "migrated" };
  const { until, collect: collects, action, input, retry } = source;
  const program = programOf(part, objectId);
  const world = worldAt(realm, part, nowMs, program);
  const object = objectOf(world, objectId);
  const ended = (outcome: Outcome, did: "ran" | "failed"): Attempt =>
    outcome.code === undefined ? { status: did } : { status: "failed", code: outcome.code };
  if (isLast === true) {
    const last = { objectId, action: retry?.finally ?? "", input: {}, caller: CLOCK };
    return ended(calledBy(realm, moment, nowMs, last), "failed");
  }
  if (until?.includes(object.state)) return { status: "skipped", skippedBecause: "until" };
  if (program.nouns[kind]?.states[object.state]?.terminal === true) {
    return { status: "skipped", skippedBecause: "ended" };
  }
  const place: Place = { world, object, index };
  if (collects === undefined) {
    const tried = attempt(() => inputOf(input, place));
    if ("refused" in tried) return { status: "failed", code: tried.refused.code };
    const called = { objectId, action: action ?? "", input: tried.value, caller: CLOCK };
    return ended(calledBy(realm, moment, nowMs, called), "ran");
  }
  if (isNothing(collects.amount, place)) return { status: "skipped", skippedBecause: "no_amount" };
  const tried = attempt(() => ({
    amount: amountOf(collects.amount, place),
    consentId: String(evaluate(collects.consent, place)),
    given: inputOf(input, place),
  }));
  if ("refused" in tried) return { status: "failed", code: tried.refused.code };
  return collectedBy(realm, part, row, tried.value, moment);
}

function inputOf(input: Readonly<Record<string, string | number>> = {}, place: Place) {
  const values = new Map<string, Value>();
  for (const [name, text] of Object.entries(input)) values.set(name, evaluate(text, place));
  return values;
}

type Collected = { amount: bigint; consentId: string; given: Map<string, Value> };

/** Takes the money under the consent, or notes why not; the row has one collection for all its attempts. */
function collectedBy(
  realm: Realm,
  part: ProgramPart,
  row: RowShown,
  { amount, consentId, given }: Collected,
  moment: Moment,
): Attempt {
  const { objectId, scheduleId } = row;
  const nowMs = timeOf(row);
  const source = sourceOf(part, row);
  const action = source?.collect?.then ?? "";
  const what = { objectId, action, input: given, caller: CLOCK };
  const accountId = latest(part.consents, consentId)?.accountId;
  const outcome = carriedOut(
    realm,
    moment,
    { nowMs, action, program: programOf(part, objectId) },
    (world) => collect(world, what, consentId, amount),
    ({ moves }) => {
      const isOther = moves.some(
        ({ from }) => from.startsWith("customer(") && accountIdOf(realm, part, from) !== accountId,
      );
      return accountId !== undefined && isOther ? "consent_not_active" : undefined;
    },
  );
  const { code } = outcome;
  if (code === undefined) usedConsent(realm, { consentId, amount, nowMs }, moment);
  const collectionId = row.collectionId ?? moment.id("coll");
  const before = latest(part.collections, collectionId);
  const status = code === undefined ? "collected" : "failed";
  const at = new Date(nowMs).toISOString();
  const dueAt = before?.dueAt ?? new Date(row.dueAtMs).toISOString();
  const retryable = source?.retry?.after[row.attempt - 1] !== undefined;
  const collection: CollectionShown = {
    collectionId,
    customerId: latest(part.objects, objectId)?.subject ?? "",
    consentId,
    objectId,
    scheduleId,
    amount: String(amount),
    currency: "EUR",
    dueAt,
    transferId: code === undefined ? moment.id("tr") : undefined,
    attempts: [
      ...(before?.attempts ?? []),
      { at, operationId: moment.id("op"), outcome: status, code },
    ],
    failure: code === undefined ? undefined : { code, retryable },
    cancellationReason: undefined,
    status,
    revision: (before?.revision ?? 0) + 1,
  };
  put(part.collections, collectionId, collection, moment);
  return code === undefined
    ? { status: "ran", collectionId }
    : { status: "failed", code, collectionId };
}

type OnDecision = (
  realm: Realm,
  part: ProgramPart,
  decision: DecisionShown,
  input: Input,
  moment: Moment,
) => Verdict;

function onDecision(rule: OnDecision): Decide {
  return (realm, input, moment) => {
    const part = realm.program;
    const decision = part && latest(part.decisions, input.decisionId);
    return decision === undefined
      ? { code: "resource_not_found" }
      : rule(realm, part as ProgramPart, decision, input, moment);
  };
}
