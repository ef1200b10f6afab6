/**
 * The clock of the naive interpreter. It looks for the earliest thing that is due, does it, and looks again, so that
 * rows which rows have made run in the same advance.
 */
import { amountOf, evaluate, type Place } from "./naive_expression.ts";
import { checkCollectable } from "./naive_guards.ts";
import { call, type Done } from "./naive_program.ts";
import { attempt, spanMsOf, type Value } from "./naive_value.ts";
import {
  type Consent,
  copyOf,
  type Decision,
  keep,
  nounOf,
  objectOf,
  type Row,
  type World,
} from "./naive_world.ts";

export type Ran = {
  atMs: number;
  objectId: string;
  action: string;
  cause: "row" | "finally" | "approval" | "payout";
  row?: Row;
  payout?: { label: string; ended: string };
  code?: string;
  done?: Done;
  collected?: { consent: string; amount: bigint };
};
export type Report = {
  ran: Ran[];
  skipped: { objectId: string; schedule: string; index: number }[];
  timedOut: { objectId: string; gate: string }[];
};

export const CLOCK = { actor: "clock", customer: undefined };

export function advance(world: World, toMs: number, report: Report): void {
  const made = new Set(world.off.has("rows_of_rows") ? world.rows : []);
  for (;;) {
    const row = [...world.rows]
      .sort((one, other) =>
        world.off.has("row_order") ? -inOrder(one, other) : inOrder(one, other),
      )
      .find((each) => each.dueAtMs <= toMs && (made.size === 0 || isAmong(each, made)));
    const decision = world.decisions
      .filter(({ status, deadlineMs }) => status === "pending" && deadlineMs <= toMs)
      .sort(byDeadline)[0];
    if (row === undefined && decision === undefined) break;
    if (decision !== undefined && (row === undefined || isBefore(decision, row))) {
      world.nowMs = Math.max(world.nowMs, decision.deadlineMs);
      timeOut(world, decision, report);
    } else if (row !== undefined) {
      world.nowMs = Math.max(world.nowMs, row.dueAtMs);
      runRow(world, row, report);
    }
  }
  world.nowMs = Math.max(world.nowMs, toMs);
}

function isAmong(row: Row, rows: ReadonlySet<Row>): boolean {
  return [...rows].some((each) => each.objectId === row.objectId && each.schedule === row.schedule);
}

/** By time, then by object; of one object the end of a decision's time is before rows. */
function isBefore(decision: Decision, row: Row): boolean {
  if (decision.deadlineMs !== row.dueAtMs) return decision.deadlineMs < row.dueAtMs;
  return decision.objectId <= row.objectId;
}

/** As rows: by time, then by object. */
function byDeadline(one: Decision, other: Decision): number {
  if (one.deadlineMs !== other.deadlineMs) return one.deadlineMs - other.deadlineMs;
  return one.objectId < other.objectId ? -1 : 1;
}

/** (dueAt, objectId, index). */
function inOrder(one: Row, other: Row): number {
  if (one.dueAtMs !== other.dueAtMs) return one.dueAtMs - other.dueAtMs;
  if (one.objectId !== other.objectId) return one.objectId < other.objectId ? -1 : 1;
  if (one.index !== other.index) return one.index - other.index;
  return 0;
}

function timeOut(world: World, decision: Decision, report: Report): void {
  const { objectId, gate } = decision;
  const object = objectOf(world, objectId);
  const approves = nounOf(world, object.kind).decisions?.[gate]?.onTimeout === "approve";
  decision.status = "timed_out";
  report.timedOut.push({ objectId, gate });
  if (approves && !world.off.has("timeouts")) runApproved(world, decision, report);
}

/** The platform itself calls the first action that waited for the approval and may be called now. */
export function runApproved(world: World, { objectId, gate }: Decision, report: Report): void {
  const { kind, state } = objectOf(world, objectId);
  if (world.off.has("auto")) return;
  const [action] =
    Object.entries(nounOf(world, kind).actions).find(
      ([, each]) => each.gate === gate && each.auto === true && each.from.includes(state),
    ) ?? [];
  if (action === undefined) return;
  const tried = attempt(() => call(world, { objectId, action, input: {}, caller: CLOCK }));
  report.ran.push({
    atMs: world.nowMs,
    objectId,
    action,
    cause: "approval",
    ...("value" in tried ? { done: tried.value } : { code: tried.refused.code }),
  });
}

function runRow(world: World, row: Row, report: Report): void {
  const { objectId, schedule, index } = row;
  world.rows = world.rows.filter((each) => each !== row);
  const object = objectOf(world, objectId);
  const source = nounOf(world, object.kind).schedules?.[schedule];
  if (source === undefined) throw new Error(`there is no schedule ${schedule}`);
  const { states } = nounOf(world, object.kind);
  const isOver = states[object.state]?.terminal === true || source.until?.includes(object.state);
  if (isOver === true && !world.off.has("until")) {
    report.skipped.push({ objectId, schedule, index });
    return;
  }
  if (source.collect !== undefined && isNothing(source.collect.amount, { world, object, index })) {
    report.skipped.push({ objectId, schedule, index });
    return;
  }
  const action = source.action ?? source.collect?.then ?? "";
  const ran: Ran = { atMs: world.nowMs, objectId, action, cause: "row", row };
  const place: Place = { world, object, index };
  const tried = attempt(() => {
    const input = new Map<string, Value>();
    for (const [name, text] of Object.entries(source.input ?? {})) {
      input.set(name, evaluate(text, place));
    }
    if (source.collect === undefined) {
      return call(world, { objectId, action, input, caller: CLOCK });
    }
    const amount = amountOf(source.collect.amount, place);
    const consent = String(evaluate(source.collect.consent, place));
    ran.collected = { consent, amount };
    return collect(world, { objectId, action, input, caller: CLOCK }, consent, amount);
  });
  report.ran.push(ran);
  if ("value" in tried) {
    ran.done = tried.value;
    return;
  }
  ran.code = tried.refused.code;
  retry(world, row, source.retry, report);
}

/** Nothing is collected: the row has nothing to do. */
export function isNothing(text: string, place: Place): boolean {
  const amount = attempt(() => amountOf(text, place));
  return "value" in amount && amount.value === 0n;
}

function retry(
  world: World,
  row: Row,
  source: { after: readonly string[]; finally?: string } | undefined,
  report: Report,
): void {
  if (source === undefined || world.off.has("retries")) return;
  const pause = source.after[row.attempt - 1];
  if (pause !== undefined) {
    const dueAtMs = world.nowMs + (spanMsOf(pause) ?? 0);
    world.rows.push({ ...row, dueAtMs, attempt: row.attempt + 1 });
    return;
  }
  const action = source.finally;
  const { objectId } = row;
  if (action === undefined || world.off.has("finally")) return;
  const tried = attempt(() => call(world, { objectId, action, input: {}, caller: CLOCK }));
  report.ran.push({
    atMs: world.nowMs,
    objectId,
    action,
    cause: "finally",
    row,
    ...("value" in tried ? { done: tried.value } : { code: tried.refused.code }),
  });
}

/** A collection: the consent must allow it, then the action moves the money, then the consent is used. */
export function collect(
  world: World,
  what: Parameters<typeof call>[1],
  consentName: string,
  amount: bigint,
): Done {
  const draft = copyOf(world);
  const input = new Map(what.input as ReadonlyMap<string, Value>);
  input.set("amount", { minor: amount });
  if (!draft.off.has("consents")) {
    checkCollectable(draft, objectOf(draft, what.objectId), consentName, amount);
  }
  const done = call(draft, { ...what, input });
  const used = draft.consents.get(consentName);
  if (used !== undefined) use(used, amount);
  keep(world, draft);
  return done;
}

/** A consent whose limits are used up is consumed. */
function use(consent: Consent, amount: bigint): void {
  consent.usedTotal += amount;
  consent.usedCount += 1n;
  const { maxTotal, maxCount, usedTotal, usedCount } = consent;
  if (usedTotal === maxTotal || usedCount === maxCount) consent.status = "consumed";
}
