/**
 * What the engine of programs says that a call does, as the facts of one record: the money moves, accounts are
 * opened, the object, its claims, totals, decisions and rows of schedules change together or not at all.
 */
import { invariant } from "../../base/invariant.ts";
import type { Acceptance } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { CompiledNoun } from "../../programs/run/compiled_noun.ts";
import { nounOf } from "../../programs/run/compiled_program.ts";
import type { OpenedDecision, Outcome } from "../../programs/run/outcome.ts";
import { accountCreatedFact } from "../account/account_facts.ts";
import type { DecisionFact } from "../decision/decision_noun.ts";
import type { ProductProgramDocument } from "../product/product_build_document.ts";
import type { SchedulePlanned } from "../schedule/schedule_facts.ts";
import type { CallOfProgram } from "./object_call.ts";
import {
  type CalledObject,
  type ObjectDocument,
  type ObjectInFact,
  partsOfRecord,
} from "./object_document.ts";
import {
  OBJECT_ACTED,
  OBJECT_CREATED,
  type ObjectActed,
  type ObjectCreated,
} from "./object_facts.ts";
import { aggregateKey, limitKey, ownMoneyKey } from "./object_state.ts";
import { planOfMoves } from "./planned_rows.ts";

/** The most rows of schedules that one call makes. */
export const CALL_ROWS_MAX = 1_000;

/** Carries out a creation. */
export function createdBy(
  call: CallOfProgram,
  { buildId, digest }: Pick<ProductProgramDocument, "buildId" | "digest">,
  outcome: Outcome,
): Acceptance | Refusal<"state_constraint_failed"> {
  const many = refuseManyRows(outcome);
  if (many !== undefined) return many;
  const { program, context, world } = call;
  const { nowMs, newId } = context;
  const { object, ownAccounts } = outcome;
  const noun = nounOf(program, object.kind);
  const owner = { type: "object", id: object.objectId } as const;
  const opened = ownAccounts.map(({ name, currency }, sub) =>
    accountCreatedFact({
      accountId: newId("acct", sub),
      role: "object_balance",
      currency,
      owner,
      name,
    }),
  );
  const indexed = indexedFields(noun);
  const made: ObjectInFact = {
    objectId: object.objectId,
    kind: object.kind,
    buildId,
    digest,
    ...partsOfRecord(noun, object),
    ...(indexed.length > 0 && { indexed }),
    ...(opened.length > 0 && {
      ownAccounts: Object.fromEntries(
        opened.map(({ accountId, name }) => [name as string, accountId]),
      ),
    }),
    effectiveAtMs: world.nowMs,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    changedBy: changedByOf(call),
  };
  const fact: ObjectCreated = { kind: OBJECT_CREATED, object: made, ...changesOf(call, outcome) };
  return { refused: false, facts: [...opened, fact, ...schedulesOf(call, outcome)] };
}

/** Carries out an action of the object. */
export function actedBy(
  call: CallOfProgram,
  called: CalledObject,
  outcome: Outcome,
): Acceptance | Refusal {
  const many = refuseManyRows(outcome);
  if (many !== undefined) return many;
  const { document: before } = called;
  const moved = planOfMoves(
    call,
    { objectId: before.objectId, action: outcome.action, subject: before.subject },
    outcome.moves,
  );
  if ("refused" in moved) return moved;
  const decided = decisionsOf(call, before, outcome);
  const object = objectAfter(call, called, outcome, decided.opened);
  const changes = changesOf(call, outcome);
  const fact: ObjectActed = {
    kind: OBJECT_ACTED,
    action: outcome.action,
    stateBefore: before.state,
    object,
    previous: previousOf(before, object),
    previousPlace: before.place,
    fees: feesOf(outcome),
    claimed: changes.claimed,
    released: changes.released,
    totals: changes.totals,
  };
  return {
    refused: false,
    facts: [
      ...moved.accountFacts,
      ...moved.rows,
      fact,
      ...moved.payoutFacts,
      ...decided.facts,
      ...schedulesOf(call, outcome),
    ],
  };
}

/** A literal, and not a copy of the object before that parts are added to: see `documentOfFact`. */
function objectAfter(
  call: CallOfProgram,
  called: CalledObject,
  outcome: Outcome,
  opened: DecisionOfGate | undefined,
): ObjectInFact {
  const { document: before } = called;
  const { program, context } = call;
  const parts = partsOfRecord(nounOf(program, before.kind), outcome.object, called);
  const { objectId, kind, buildId, digest, indexed, ownAccounts, decisions } = before;
  return {
    objectId,
    kind,
    buildId,
    digest,
    state: parts.state,
    revision: parts.revision,
    fields: parts.fields,
    indexed,
    currency: parts.currency,
    subject: parts.subject,
    remainders: parts.remainders,
    sums: parts.sums,
    rounds: parts.rounds,
    ownAccounts,
    decisions:
      opened === undefined ? decisions : { ...decisions, [opened.gate]: opened.decisionId },
    effectiveAtMs: before.effectiveAtMs,
    createdAtMs: before.createdAtMs,
    updatedAtMs: context.nowMs,
    changedBy: changedByOf(call),
  };
}

/** Which of the moves pay to a revenue account of the Product. */
function feesOf({ moves }: Outcome): number[] | undefined {
  // What a bank is asked for makes no row.
  const moved = moves.filter(({ from }) => from.kind !== "mandate");
  const fees = moved.flatMap(({ to }, sub) =>
    to.kind === "product" && to.role === "product_revenue" ? sub : [],
  );
  return fees.length === 0 ? undefined : fees;
}

function refuseManyRows({ rows }: Outcome): Refusal<"state_constraint_failed"> | undefined {
  if (rows.length <= CALL_ROWS_MAX) return undefined;
  const message = `the call would make ${rows.length} rows of schedules, and at most ${CALL_ROWS_MAX} are allowed`;
  return refuseConstraint("schedule_rows", message, { limit: CALL_ROWS_MAX });
}

/** Who the object shows as its actor: the customer for whom it was called, or whoever called. */
function changedByOf({ actor, context }: CallOfProgram): string {
  return actorText(actor.type === "customer" ? { type: "customer", id: actor.id } : context.actor);
}

function changesOf({ context: { realm } }: CallOfProgram, outcome: Outcome) {
  const { claimed, released, aggregates, limits, moves } = outcome;
  const changes = new Map<string, bigint>();
  const grow = (key: string, change: bigint) => changes.set(key, (changes.get(key) ?? 0n) + change);
  for (const each of aggregates) grow(aggregateKey(realm, each), each.change);
  for (const each of limits) grow(limitKey(realm, each), each.change);
  for (const { from, to, currency, amount } of moves) {
    // The money of a payout is there until its object is told that it has left; that of a bank comes when the object is told.
    if (to.kind === "beneficiary" || from.kind === "mandate") continue;
    if (from.kind === "own") grow(ownMoneyKey(realm, from.noun, currency), -amount);
    if (to.kind === "own") grow(ownMoneyKey(realm, to.noun, currency), amount);
  }
  return {
    claimed: claimed.length === 0 ? undefined : claimed,
    released: released.length === 0 ? undefined : released,
    totals: totalsOf(changes),
  };
}

function totalsOf(changes: ReadonlyMap<string, bigint>): Record<string, string> | undefined {
  let totals: Record<string, string> | undefined;
  for (const [key, change] of changes) {
    if (change === 0n) continue;
    totals ??= {};
    totals[key] = String(change);
  }
  return totals;
}

/** The fields that lists find objects of the noun by. */
export function indexedFields({ fields }: CompiledNoun): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.indexed === true ? name : []));
}

/** What a change of the object changed in answers, besides the revision and the times, as it was. */
export function previousOf(before: ObjectInFact, after: ObjectInFact): object {
  const { state, fields, remainders, sums } = before;
  const previous: Record<string, unknown> = {};
  if (state !== after.state) previous["state"] = state;
  if (isOther(fields, after.fields)) previous["fields"] = fields;
  if (isOther(remainders, after.remainders)) previous["remainders"] = remainders ?? {};
  if (isOther(sums, after.sums)) previous["aggregates"] = sums ?? {};
  return previous;
}

function isOther(one: object | undefined, other: object | undefined): boolean {
  return one !== other && JSON.stringify(one ?? {}) !== JSON.stringify(other ?? {});
}

type DecisionOfGate = { gate: string; decisionId: string };
const NO_DECISIONS = { opened: undefined, facts: [] };

function decisionsOf(
  call: CallOfProgram,
  before: ObjectDocument,
  { opened, usedDecisionId }: Outcome,
): { opened: DecisionOfGate | undefined; facts: readonly Fact[] } {
  if (opened === undefined && usedDecisionId === undefined) return NO_DECISIONS;
  const { context, world, state } = call;
  const changedBy = changedByOf(call);
  const facts: DecisionFact[] = [];
  if (usedDecisionId !== undefined) {
    const used = state.decisions.byId(context.realm, usedDecisionId);
    invariant(used !== undefined, "a decision that is used is there");
    const { realm: _, ...decision } = used;
    facts.push({
      kind: "decision.used.1",
      decision: {
        ...decision,
        usedAtMs: world.nowMs,
        updatedAtMs: context.nowMs,
        revision: decision.revision + 1,
        changedBy,
      },
    });
  }
  if (opened === undefined) return { opened: undefined, facts };
  const decision = { ...newDecision(opened, before, call), changedBy };
  facts.push({ kind: "decision.requested.1", decision });
  return { opened: { gate: opened.gate, decisionId: decision.decisionId }, facts };
}

function newDecision(
  { gate, by, deadlineMs, onTimeout }: OpenedDecision,
  { objectId, kind }: ObjectDocument,
  { context, world }: CallOfProgram,
) {
  return {
    decisionId: context.newId("dec"),
    objectId,
    kind,
    gate,
    by,
    status: "pending",
    requestedAtMs: world.nowMs,
    deadlineMs,
    onTimeout,
    createdAtMs: context.nowMs,
    updatedAtMs: context.nowMs,
    revision: 1,
  } as const;
}

function schedulesOf(
  { program, context, world }: CallOfProgram,
  { object, rows }: Outcome,
): Fact[] {
  if (rows.length === 0) return [];
  const { schedules } = nounOf(program, object.kind);
  const actions = new Map(schedules.map(({ name, action }) => [name, action]));
  const planned: SchedulePlanned = {
    kind: "schedule.planned.1",
    objectId: object.objectId,
    objectKind: object.kind,
    atMs: world.nowMs,
    rows: rows.map((row, sub) => ({
      scheduleId: context.newId("sch", sub),
      ...row,
      action: actions.get(row.schedule) as string,
    })),
  };
  return [planned];
}
