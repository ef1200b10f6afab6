/**
 * Rows of schedules (program.md, Schedules; src/features/object/README.md): each attempt is a record of its own, at the time
 * when it was due. A row that collects by a mandate asks a bank, waits, and goes on when its object is told what came of it.
 */
import { accountOf } from "../../model/naive_account.ts";
import { collect, isNothing } from "../../model/naive_clock.ts";
import { amountOf, evaluate, type Place, treeOf } from "../../model/naive_expression.ts";
import { checkCollectable } from "../../model/naive_guards.ts";
import { call } from "../../model/naive_program.ts";
import { attempt, spanMsOf, type Value } from "../../model/naive_value.ts";
import { objectOf } from "../../model/naive_world.ts";
import { beneficiaryNamed } from "./beneficiaries.ts";
import { askBank } from "./collections.ts";
import { usedConsent } from "./consent_use.ts";
import {
  type Account,
  type Input,
  latest,
  type Moment,
  put,
  type Realm,
  type Verdict,
} from "./model.ts";
import { accountIdOf } from "./program_accounts.ts";
import { creditForbids } from "./program_money.ts";
import type { CollectionShown, ProgramPart, RowShown } from "./program_part.ts";
import { programOf, rowAnswer } from "./program_shown.ts";
import { calledBy, carriedOut, type Outcome, worldAt } from "./programs.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

export const CLOCK = { actor: "clock", customer: undefined };

export const ROW_RULES: Readonly<Record<string, Decide>> = { "object.schedule.run": runRow };

/** The first of the rows that wait: by the time when they are due, then by object, then by number. */
export function firstRow({ rows }: ProgramPart): RowShown | undefined {
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
export function timeOf({ dueAtMs, madeAtMs }: RowShown): number {
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
  return afterAttempt(
    part,
    row,
    attempted(realm, part, row, moment),
    { nowMs: timeOf(row) },
    moment,
  );
}

type Attempt = {
  status: RowShown["status"];
  skippedBecause?: RowShown["skippedBecause"];
  code?: string;
  collectionId?: string;
};

/** `isFinal`: a bank says that no other attempt can succeed. */
type Ran = { nowMs: number; isFinal?: boolean };

/** Keeps the row as it is after an attempt, and gives what is told of it. */
function afterAttempt(
  part: ProgramPart,
  row: RowShown,
  { status, skippedBecause, code, collectionId }: Attempt,
  ran: Ran,
  moment: Moment,
): Verdict {
  const source = sourceOf(part, row);
  const after: RowShown = {
    ...row,
    status,
    ranAtMs: ran.nowMs,
    ...(skippedBecause !== undefined && { skippedBecause }),
    ...(code !== undefined && { refusedWith: code }),
    ...(collectionId !== undefined && { collectionId }),
  };
  const isOver = code === undefined || row.isLast === true || source === undefined;
  const next = isOver ? after : afterRefusal(after, source, ran);
  put(part.rows, row.scheduleId, next, moment);
  return code === undefined ? { code, answer: rowAnswer(next) } : { code };
}

/** Undefined where the object has become one of a Build that has no such schedule. */
function sourceOf(part: ProgramPart, { objectId, kind, schedule }: RowShown) {
  return programOf(part, objectId).nouns[kind]?.schedules?.[schedule];
}

type ScheduleSource = NonNullable<ReturnType<typeof sourceOf>>;

/** Another attempt, the last call, or nothing more. */
function afterRefusal(row: RowShown, { retry }: ScheduleSource, { nowMs, isFinal }: Ran): RowShown {
  const pause = isFinal === true ? undefined : retry?.after[row.attempt - 1];
  const again = { ...row, status: "scheduled" as const, attempt: row.attempt + 1 };
  if (pause !== undefined) return { ...again, dueAtMs: nowMs + (spanMsOf(pause) ?? 0) };
  return retry?.finally === undefined ? row : { ...again, dueAtMs: nowMs, isLast: true };
}

/** `code`: it was refused; the row has then failed, as far as this attempt goes. */
function attempted(realm: Realm, part: ProgramPart, row: RowShown, moment: Moment): Attempt {
  const { objectId, isLast } = row;
  const nowMs = timeOf(row);
  const source = sourceOf(part, row);
  const hasNoLast = isLast === true && source?.retry?.finally === undefined;
  if (source === undefined || hasNoLast) return { status: "skipped", skippedBecause: "migrated" };
  const { collect: collects, action, input, retry } = source;
  if (isLast === true) {
    const last = { objectId, action: retry?.finally ?? "", input: {}, caller: CLOCK };
    return came(calledBy(realm, moment, nowMs, last), "failed");
  }
  const skippedBecause = nothingToDo(part, row, source);
  if (skippedBecause !== undefined) return { status: "skipped", skippedBecause };
  const place = placeOf(realm, part, row, nowMs);
  if (collects === undefined) {
    const tried = attempt(() => inputOf(input, place));
    if ("refused" in tried) return { status: "failed", code: tried.refused.code };
    const called = { objectId, action: action ?? "", input: tried.value, caller: CLOCK };
    return came(calledBy(realm, moment, nowMs, called), "ran");
  }
  const had = collectedFor(part, row);
  if (had !== undefined) return calledWith(realm, part, row, { amount: had, nowMs }, moment);
  if (isNothing(collects.amount, place)) return { status: "skipped", skippedBecause: "no_amount" };
  const tried = attempt(() => ({
    amount: amountOf(collects.amount, place),
    consentId: String(evaluate(collects.consent, place)),
    given: inputOf(input, place),
  }));
  if ("refused" in tried) return { status: "failed", code: tried.refused.code };
  const isAsked = latest(part.consents, tried.value.consentId)?.mandate !== undefined;
  const collecting = isAsked ? askedBy : collectedBy;
  return collecting(realm, part, row, tried.value, moment);
}

function nothingToDo(
  part: ProgramPart,
  { objectId, kind }: RowShown,
  { until }: ScheduleSource,
): "until" | "ended" | undefined {
  const { state } = objectOf(part.world, objectId);
  if (until?.includes(state)) return "until";
  const { states } = programOf(part, objectId).nouns[kind] ?? {};
  return states?.[state]?.terminal === true ? "ended" : undefined;
}

function placeOf(
  realm: Realm,
  part: ProgramPart,
  { objectId, index }: RowShown,
  nowMs: number,
): Place {
  const world = worldAt(realm, part, nowMs, programOf(part, objectId));
  return { world, object: objectOf(world, objectId), index };
}

function came(outcome: Outcome, did: "ran" | "failed"): Attempt {
  return outcome.code === undefined ? { status: did } : { status: "failed", code: outcome.code };
}

function inputOf(input: Readonly<Record<string, string | number>> = {}, place: Place) {
  const values = new Map<string, Value>();
  for (const [name, text] of Object.entries(input)) values.set(name, evaluate(text, place));
  return values;
}

/** What a bank has collected for the row, and its action was refused with. */
function collectedFor(part: ProgramPart, { collectionId }: RowShown): bigint | undefined {
  const { rail, status, amount = "" } = latest(part.collections, collectionId) ?? {};
  return rail !== undefined && status === "collected" ? BigInt(amount) : undefined;
}

/** Calls the action of the row with money that a bank has collected. */
function calledWith(
  realm: Realm,
  part: ProgramPart,
  row: RowShown,
  { amount, nowMs }: { amount: bigint; nowMs: number },
  moment: Moment,
): Attempt {
  const { objectId } = row;
  const { input, collect: collects } = sourceOf(part, row) as ScheduleSource;
  const tried = attempt(() => inputOf(input, placeOf(realm, part, row, nowMs)));
  if ("refused" in tried) return { status: "failed", code: tried.refused.code };
  const given = new Map(tried.value).set("amount", { minor: amount });
  const called = { objectId, action: collects?.then ?? "", input: given, caller: CLOCK };
  return came(calledBy(realm, moment, nowMs, called), "ran");
}

/** The object is told of the end of the row's collection: gives why what follows was refused. */
export function toldRow(
  realm: Realm,
  { collection, ended }: { collection: CollectionShown; ended: string },
  moment: Moment,
): string | undefined {
  const part = realm.program as ProgramPart;
  const row = latest(part.rows, collection.scheduleId) as RowShown;
  const { nowMs } = moment;
  const keep = (outcome: Attempt, isFinal = false) =>
    afterAttempt(part, row, outcome, { nowMs, isFinal }, moment).code;
  const source = sourceOf(part, row);
  const isWaiting = row.status === "scheduled" && row.isLast !== true;
  if (ended === "returned" && !isWaiting)
    return row.status === "ran" ? undone(realm, row, moment) : undefined;
  if (source === undefined) return keep({ status: "skipped", skippedBecause: "migrated" });
  if (ended !== "collected") {
    const { code = "failed", retryable = false } = collection.failure ?? {};
    keep({ status: "failed", code }, !retryable);
    return undefined;
  }
  const skippedBecause = nothingToDo(part, row, source);
  if (skippedBecause !== undefined) return keep({ status: "skipped", skippedBecause });
  const amount = BigInt(collection.amount);
  return keep(calledWith(realm, part, row, { amount, nowMs }, moment));
}

/** A bank has taken the money back with which the action of the row has run. */
function undone(realm: Realm, row: RowShown, moment: Moment): string | undefined {
  const part = realm.program as ProgramPart;
  const { objectId, kind } = row;
  const action = sourceOf(part, row)?.collect?.returned;
  const { state } = objectOf(part.world, objectId);
  const isOver = programOf(part, objectId).nouns[kind]?.states[state]?.terminal === true;
  if (action === undefined || isOver) return undefined;
  const called = { objectId, action, input: {}, caller: CLOCK };
  return calledBy(realm, moment, moment.nowMs, called).code;
}

type Collected = { amount: bigint; consentId: string; given: Map<string, Value> };

/** Takes the money under the consent, or notes why not; the row has one collection for all its attempts. */
function collectedBy(
  realm: Realm,
  part: ProgramPart,
  row: RowShown,
  collecting: Collected,
  moment: Moment,
): Attempt {
  const { amount, consentId, given } = collecting;
  const { objectId } = row;
  const nowMs = timeOf(row);
  const action = sourceOf(part, row)?.collect?.then ?? "";
  const what = { objectId, action, input: given, caller: CLOCK };
  const accountId = latest(part.consents, consentId)?.accountId;
  const { code } = carriedOut(
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
  if (code !== undefined) return refusedCollection(part, row, { ...collecting, code }, moment);
  usedConsent(realm, { consentId, amount, nowMs }, moment);
  const { attempts, ...before } = collectionOfRow(part, row, collecting, moment);
  const collection: CollectionShown = {
    ...{ ...before, transferId: moment.id("tr"), failure: undefined, status: "collected" },
    attempts: [...attempts, attemptOf(row, "collected", undefined, moment)],
    revision: before.revision + 1,
  };
  put(part.collections, collection.collectionId, collection, moment);
  return { status: "ran", collectionId: collection.collectionId };
}

/** Asks the bank of the mandate, where the action could be called if the money were there; or notes why not. */
function askedBy(
  realm: Realm,
  part: ProgramPart,
  row: RowShown,
  collecting: Collected,
  moment: Moment,
): Attempt {
  const nowMs = timeOf(row);
  const credited = creditedBy(realm, part, row, collecting);
  if ("code" in credited) {
    return refusedCollection(part, row, { ...collecting, ...credited }, moment);
  }
  const { accountId: destinationAccountId } = credited;
  const before = { ...collectionOfRow(part, row, collecting, moment), destinationAccountId };
  const { collectionId } = askBank(realm, before, nowMs, moment).collection;
  return { status: "waiting", collectionId };
}

/** The account of the customer that the action takes the money from; or why no bank is asked. */
function creditedBy(
  realm: Realm,
  part: ProgramPart,
  row: RowShown,
  { amount, consentId, given }: Collected,
): Account | { code: string } {
  const { objectId, kind } = row;
  const place = placeOf(realm, part, row, timeOf(row));
  const { world } = place;
  const covered = attempt(() => checkCollectable(world, place.object, consentId, amount));
  if ("refused" in covered) return { code: covered.refused.code };
  const { mandate } = latest(part.consents, consentId) ?? {};
  const debtor = beneficiaryNamed(realm, mandate?.beneficiaryId);
  if (debtor?.status !== "active") return { code: "consent_not_active" };
  const action = sourceOf(part, row)?.collect?.then ?? "";
  const { moves = [] } = programOf(part, objectId).nouns[kind]?.actions[action] ?? {};
  const [debited = "", ...more] = moves
    .map(({ from }) => from)
    .filter((from) => from.startsWith("customer("));
  if (more.length > 0) return { code: "state_constraint_failed" };
  const named = accountIdOf(realm, part, accountOf(treeOf(debited), place));
  const account = latest(realm.accounts, named);
  if (account === undefined) return { code: "account_not_found" };
  const input = new Map(given).set("amount", { minor: amount });
  const tried = attempt(() => call({ ...world }, { objectId, action, input, caller: CLOCK }));
  if ("refused" in tried) return { code: tried.refused.code };
  const code = creditForbids(account);
  return code === undefined ? account : { code };
}

/** The collection of the row before an attempt, as the attempts before have left it. */
function collectionOfRow(
  part: ProgramPart,
  row: RowShown,
  { amount, consentId }: Pick<Collected, "amount" | "consentId">,
  moment: Moment,
): CollectionShown {
  const { objectId, scheduleId, dueAtMs } = row;
  const collectionId = row.collectionId ?? moment.id("coll");
  const earlier = latest(part.collections, collectionId);
  const { mandate } = latest(part.consents, consentId) ?? {};
  const provider = mandate === undefined ? undefined : earlier?.provider;
  return {
    ...{ collectionId, customerId: latest(part.objects, objectId)?.subject ?? "", consentId },
    ...{ objectId, scheduleId, amount: String(amount), currency: "EUR" },
    ...{ rail: mandate?.rail, ...(provider !== undefined && { provider }) },
    dueAt: earlier?.dueAt ?? new Date(dueAtMs).toISOString(),
    ...{ transferId: undefined, attempts: earlier?.attempts ?? [], failure: undefined },
    ...{ cancellationReason: undefined, status: earlier?.status ?? "scheduled" },
    revision: earlier?.revision ?? 0,
  };
}

function refusedCollection(
  part: ProgramPart,
  row: RowShown,
  { code, ...collecting }: Pick<Collected, "amount" | "consentId"> & { code: string },
  moment: Moment,
): Attempt {
  const { attempts, ...before } = collectionOfRow(part, row, collecting, moment);
  const retryable = sourceOf(part, row)?.retry?.after[row.attempt - 1] !== undefined;
  const collection: CollectionShown = {
    ...{ ...before, failure: { code, retryable }, status: "failed" },
    attempts: [...attempts, attemptOf(row, "failed", code, moment)],
    revision: before.revision + 1,
  };
  put(part.collections, collection.collectionId, collection, moment);
  return { status: "failed", code, collectionId: collection.collectionId };
}

function attemptOf(row: RowShown, outcome: string, code: string | undefined, moment: Moment) {
  const at = new Date(timeOf(row)).toISOString();
  return { at, operationId: moment.id("op"), outcome, code };
}
