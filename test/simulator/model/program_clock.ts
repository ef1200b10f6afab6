/**
 * What is due in a realm that runs a program, and the decisions that make the clock call an action: each step is a record of
 * its own, at the time when it was due (program.md, Decisions).
 */
import { objectOf } from "../../model/naive_world.ts";
import type { Step } from "./clock.ts";
import { stepsOfMigrations } from "./migrations.ts";
import { clockOf, type Input, latest, type Moment, type Realm, type Verdict } from "./model.ts";
import type { CollectionShown, DecisionShown, ProgramPart } from "./program_part.ts";
import { decisionAnswer, programOf, showDecision } from "./program_shown.ts";
import { calledBy } from "./programs.ts";
import { CLOCK, firstRow, timeOf } from "./rows.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

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
    const step = stepOfCollection(latest(program.collections, collectionId) as CollectionShown);
    if (step !== undefined) steps.push({ ...step, id: collectionId, source: 5 });
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

/** An object is told of an end before the simulator goes on. */
function stepOfCollection({
  collectionId,
  status,
  dueAt,
  untold: ended,
  tellsAtMs,
  simulatedAtMs,
}: CollectionShown): Step | undefined {
  const input = { collectionId };
  if (status === "scheduled") {
    return { operation: "collection.run", cause: "clock", input, atMs: Date.parse(dueAt) };
  }
  if (ended !== undefined && tellsAtMs !== undefined) {
    const tells = { operation: "object.collection.run", input: { collectionId, ended } };
    return { ...tells, cause: "clock", atMs: tellsAtMs };
  }
  const simulated = { operation: "collection.simulate", cause: "provider", input };
  return simulatedAtMs === undefined ? undefined : { ...simulated, atMs: simulatedAtMs };
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
