/**
 * The clock of a simulation: rows of schedules, attempts after refused ones, and the deadlines of
 * decisions. It runs what is due in the order of (due time, object, index), each at its own time,
 * and what that makes due by then too. The deadlines of an object's decisions come before rows of
 * the same time. What is due when it is made runs at once.
 */
import { BinaryHeap } from "../../base/binary_heap.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { MandateEnd, PayoutEnd } from "../action_schema.ts";
import type { CompiledProgram } from "./compiled_program.ts";
import type { CompiledSchedule } from "./compiled_schedule.ts";
import { checkCollection, consentNotFound } from "./consent_check.ts";
import { consumed, usedBy } from "./consent_use.ts";
import { callAction } from "./engine.ts";
import type { HeldCollection, HeldDecision, HeldPayout, MemoryWorld } from "./memory_world.ts";
import type { ActionCall, ObjectRecord } from "./object_record.ts";
import type { Outcome } from "./outcome.ts";
import { changesOfOwn, endCall } from "./payout_run.ts";
import { isRefusal } from "./refused.ts";
import {
  afterRefusal,
  autoCall,
  type RowCall,
  returnedCall,
  rowCall,
  scheduleOf,
} from "./row_run.ts";
import { ROWS_MADE_MAX, ROWS_RUN_MAX } from "./scenario_schema.ts";
import { creditedFault, lossesOf, NOTHING_YET, traceOfHeld, useAfter } from "./simulated_debits.ts";
import { type TraceRun, type TraceStep, traceOf, traceOfRefusal } from "./trace.ts";
import type { ConsentRecord } from "./world.ts";

/** `collection`: the one whose money the action of a row is to be called with, where a bank has that already. */
type Due = { dueAtMs: number; objectId: string; index: number; order: number } & (
  | { kind: "row"; schedule: string; attempt: number; collection?: HeldCollection }
  | { kind: "deadline"; decisionId: string }
);

/** What the clock did in one step. */
export type Ran = Pick<TraceStep, "ran" | "skipped" | "timedOut">;

/** The time of one simulation, and what is due in it: rows of schedules, and decisions that time out. */
export class SimulatedClock {
  readonly #program: CompiledProgram;
  readonly #world: MemoryWorld;
  readonly #due = new BinaryHeap<Due>(isBefore);
  #made = 0;
  #runs = 0;
  #rows = 0;
  #collections = 0;
  #ran: Ran = { ran: [], skipped: [], timedOut: [] };

  constructor(program: CompiledProgram, world: MemoryWorld) {
    this.#program = program;
    this.#world = world;
  }

  /** The answer, or a refusal where it makes more rows than a simulation may. */
  bounded(answer: Outcome | Refusal): Outcome | Refusal {
    if (isRefusal(answer) || this.#rows + answer.rows.length <= ROWS_MADE_MAX) return answer;
    const message = `the call would make more rows than the ${ROWS_MADE_MAX} that a simulation may`;
    return refuseConstraint("rows_made", message, { limit: ROWS_MADE_MAX });
  }

  /** Puts an outcome into the world, and what it makes due under the clock. */
  settle(outcome: Outcome): HeldDecision | undefined {
    const decision = this.#world.apply(outcome);
    const { objectId } = outcome.object;
    this.#rows += outcome.rows.length;
    for (const { schedule, index, dueAtMs } of outcome.rows) {
      this.#push({ kind: "row", dueAtMs, objectId, index, schedule, attempt: 1 });
    }
    if (decision !== undefined) {
      const { decisionId, deadlineMs: dueAtMs } = decision;
      this.#push({ kind: "deadline", dueAtMs, objectId, index: -1, decisionId });
    }
    return decision;
  }

  /**
   * Runs what is due by `untilMs`. False: there was more than a simulation may run, and the clock
   * stands there.
   */
  runUntil(untilMs: number): boolean {
    const world = this.#world;
    for (let next = this.#due.peek(); next !== undefined; next = this.#due.peek()) {
      if (next.dueAtMs > untilMs) break;
      if (this.#runs >= ROWS_RUN_MAX) return false;
      this.#runs++;
      this.#due.pop();
      world.nowMs = Math.max(world.nowMs, next.dueAtMs);
      if (next.kind === "row") this.#runRow(next);
      else this.#timeOut(next.decisionId);
    }
    world.nowMs = untilMs;
    return true;
  }

  /** The decision is approved: what the platform then calls by itself is called. */
  approved({ objectId, gate }: Pick<HeldDecision, "objectId" | "gate">): void {
    const call = autoCall(this.#program, this.#objectOf(objectId), gate);
    if (call !== undefined) this.#run({ cause: "approval", objectId }, call);
  }

  /** The payout has ended: what the program names for that is called. One that came back was posted before. */
  ended(payout: HeldPayout, end: PayoutEnd): void {
    if (end === "returned" && payout.status === "processing") this.ended(payout, "posted");
    const { payoutId, objectId, label } = payout;
    this.#world.endPayout(payout, end);
    const { from, amount } = payout.transfer;
    const isMoved = from.kind === "own" && (end === "posted" || end === "returned");
    if (isMoved) {
      const change = end === "posted" ? -amount : amount;
      this.#world.expose(changesOfOwn(this.#program, from, change));
    }
    const call = endCall(this.#program, this.#objectOf(objectId), payout, end);
    const about = { cause: "payout" as const, objectId, payout: { payoutId, label, ended: end } };
    if (call !== undefined) this.#run(about, call);
  }

  /** Posts the payouts that are under way, and collects what banks were asked for. */
  endOpen(): void {
    const { payouts, collections } = this.#world;
    for (const payout of payouts.filter(({ status }) => status === "processing")) {
      this.ended(payout, "posted");
    }
    for (const each of collections.filter(({ status }) => status === "processing")) {
      this.collectionEnded(each, "collected");
    }
  }

  /**
   * The collection by a mandate has ended: its row goes on. One that is taken back before it was heard to be collected has failed for the
   * object, and is not tried again.
   */
  collectionEnded(collection: HeldCollection, end: MandateEnd): void {
    const world = this.#world;
    const isUnheard = end === "returned" && collection.status === "processing";
    const losses = lossesOf(this.#program, collection.currency);
    if (isUnheard) world.endCollection(collection, "collected", losses);
    world.endCollection(collection, end, losses);
    useAfter(world, collection, end);
    const { objectId, row } = collection;
    if (row === undefined) {
      this.#debitEnded(collection, isUnheard ? "failed" : end);
      return;
    }
    const due = { ...row, kind: "row" as const, dueAtMs: world.nowMs, objectId, order: 0 };
    if (end === "collected") this.#runRow({ ...due, collection });
    else if (end === "returned" && collection.hasRun === true) this.#takenBack(collection, row);
    else {
      const schedule = scheduleOf(this.#program, this.#objectOf(objectId).kind, row.schedule);
      invariant(schedule !== undefined, "a row is of a schedule of its noun");
      this.#afterRefusal(due, schedule, end === "returned");
    }
  }

  /** The object is told of a collection that an action of it has asked for. */
  #debitEnded(collection: HeldCollection, end: MandateEnd): void {
    const { objectId, action = "", label, to, amount } = collection;
    if (to.kind === "own" && end !== "failed") {
      const change = end === "collected" ? amount : -amount;
      this.#world.expose(changesOfOwn(this.#program, to, change));
    }
    const call = endCall(this.#program, this.#objectOf(objectId), { action, label }, end);
    const about = { cause: "collection" as const, objectId };
    if (call !== undefined) this.#run({ ...about, collection: traceOfHeld(collection) }, call);
  }

  #takenBack(collection: HeldCollection, row: NonNullable<HeldCollection["row"]>): void {
    const { objectId } = collection;
    const call = returnedCall(this.#program, this.#objectOf(objectId), row.schedule);
    const { schedule, index } = row;
    const about = { cause: "collection" as const, objectId, schedule, index };
    if (call !== undefined) this.#run({ ...about, collection: traceOfHeld(collection) }, call);
  }

  /** What ran since this was asked before. */
  taken(): Ran {
    const ran = this.#ran;
    this.#ran = { ran: [], skipped: [], timedOut: [] };
    return ran;
  }

  #timeOut(decisionId: string): void {
    const { decisions } = this.#world;
    const decision = decisions.find((each) => each.decisionId === decisionId);
    if (decision?.status !== "pending") return;
    const { objectId, gate, onTimeout } = this.#world.changeDecision(decisionId, {
      status: "timed_out",
    });
    this.#ran.timedOut.push({ decisionId, objectId, gate });
    if (onTimeout === "approve") this.approved({ objectId, gate });
  }

  #runRow(due: Extract<Due, { kind: "row" }>): void {
    const { objectId, index, attempt } = due;
    const object = this.#objectOf(objectId);
    const schedule = scheduleOf(this.#program, object.kind, due.schedule);
    invariant(schedule !== undefined, "a row is of a schedule of its noun");
    const { name } = schedule;
    const { collection } = due;
    if (collection?.status === "returned") return;
    const money = collection && { collected: collection.amount };
    const planned = rowCall(this.#program, object, { schedule, index, ...money }, this.#world);
    const about = {
      cause: "row" as const,
      ...{ objectId, schedule: name, index, attempt },
      ...(collection !== undefined && { collection: traceOfHeld(collection) }),
    };
    if (isRefusal(planned)) {
      this.#trace({ ...about, action: schedule.action }, planned);
      this.#afterRefusal(due, schedule);
    } else if (planned.does === "nothing") {
      this.#ran.skipped.push({ objectId, schedule: name, index, why: planned.why });
    } else {
      const isDone =
        planned.does === "call"
          ? this.#run(about, planned.call)
          : this.#collect(about, planned, object, { schedule: name, index, attempt });
      if (isDone && collection !== undefined) collection.hasRun = true;
      if (!isDone) this.#afterRefusal(due, schedule);
    }
  }

  #afterRefusal(
    due: Extract<Due, { kind: "row" }>,
    schedule: CompiledSchedule,
    isFinal = false,
  ): void {
    const { attempt, objectId, index } = due;
    const next = afterRefusal(schedule, { attempt, nowMs: this.#world.nowMs, isFinal });
    if (next.does === "retry") {
      this.#push({ ...due, dueAtMs: next.dueAtMs, attempt: attempt + 1 });
    } else if (next.does === "call") {
      const about = { cause: "finally" as const, objectId, schedule: schedule.name, index };
      this.#run(about, next.call);
    }
  }

  /** Whether the money was collected, or a bank was asked for it. */
  #collect(
    about: About,
    row: Extract<RowCall, { does: "collect" }>,
    object: ObjectRecord,
    waiting: NonNullable<HeldCollection["row"]>,
  ): boolean {
    const { call, consentId, amount, currency } = row;
    const world = this.#world;
    const collectionId = `collection-${++this.#collections}`;
    const consent = world.consent(consentId);
    const { nowMs } = world;
    const refusal =
      consent === undefined
        ? consentNotFound(consentId)
        : checkCollection(consent, { amount, currency, collectionId, nowMs });
    if (refusal === undefined && consent?.hasMandate === true) {
      return this.#ask(about, row, object, { consent, collectionId, waiting });
    }
    const answer = refusal ?? this.bounded(callAction(this.#program, object, call, world));
    const isCollected = !isRefusal(answer);
    this.#trace({ ...about, action: call.action }, answer, {
      collectionId,
      consentId,
      amount: String(amount),
      currency,
      status: isCollected ? "collected" : "failed",
    });
    if (!isCollected || consent === undefined) return false;
    this.settle(answer);
    world.consents.set(consentId, consumed(usedBy(consent, amount)));
    return true;
  }

  /** Whether the bank is asked: not where the action would be refused if the money were there now. */
  #ask(
    about: About,
    { call, amount, currency, debits }: Extract<RowCall, { does: "collect" }>,
    object: ObjectRecord,
    {
      consent,
      collectionId,
      waiting: row,
    }: {
      consent: ConsentRecord;
      collectionId: string;
      waiting: NonNullable<HeldCollection["row"]>;
    },
  ): boolean {
    const world = this.#world;
    const { consentId } = consent;
    const [to, ...more] = debits;
    const isOne = to !== undefined && more.length === 0;
    if (isOne) world.add(to.key, amount);
    const answer = isOne ? callAction(this.#program, object, call, world) : creditedFault(call);
    if (isOne) world.add(to.key, -amount);
    const isAsked = isOne && !isRefusal(answer);
    const collection = { collectionId, consentId, amount: String(amount), currency };
    const status = isAsked ? "processing" : "failed";
    const at = isoTime(world.nowMs);
    const result = isRefusal(answer) ? traceOfRefusal(answer) : NOTHING_YET;
    const run = { at, ...about, action: call.action, ...result };
    this.#ran.ran.push({ ...run, collection: { ...collection, status } });
    if (!isAsked) return false;
    const { objectId } = object;
    const label = row.schedule;
    const held = { collectionId, objectId, label, consentId, amount, currency, to, row };
    world.collections.push({ ...held, status: "processing" });
    world.consents.set(consentId, usedBy(consent, amount));
    return true;
  }

  /** Whether the call was not refused. */
  #run(about: About, call: ActionCall): boolean {
    const object = this.#objectOf(about.objectId);
    const answer = this.bounded(callAction(this.#program, object, call, this.#world));
    this.#trace({ ...about, action: call.action }, answer, about.collection);
    if (isRefusal(answer)) return false;
    this.settle(answer);
    return true;
  }

  #trace(
    about: About & { action: string },
    answer: Outcome | Refusal,
    collection?: TraceRun["collection"],
  ): void {
    const result = isRefusal(answer) ? traceOfRefusal(answer) : traceOf(answer);
    const at = isoTime(this.#world.nowMs);
    this.#ran.ran.push({ at, ...about, ...result, ...(collection && { collection }) });
  }

  #push(due: Unordered<Due>): void {
    this.#due.push({ ...due, order: this.#made++ });
  }

  #objectOf(objectId: string): ObjectRecord {
    const object = this.#world.objects.get(objectId);
    invariant(object !== undefined, "what is due belongs to an object, and objects stay");
    return object;
  }
}

type About = Pick<
  TraceRun,
  "cause" | "objectId" | "schedule" | "index" | "attempt" | "payout" | "collection"
>;
type Unordered<T> = T extends unknown ? Omit<T, "order"> : never;

function isBefore(one: Due, other: Due): boolean {
  if (one.dueAtMs !== other.dueAtMs) return one.dueAtMs < other.dueAtMs;
  if (one.objectId !== other.objectId) return one.objectId < other.objectId;
  return one.index === other.index ? one.order < other.order : one.index < other.index;
}
