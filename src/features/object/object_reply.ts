/** The answers of operations on objects, derived from their records. */
import { encodeIdSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Ending } from "../../contract/declare/ending.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { CollectionDocument } from "../collection/collection_document.ts";
import { collections } from "../collection/collection_noun.ts";
import type { DecisionFact } from "../decision/decision_noun.ts";
import type { AccountIdOf } from "../ledger/account_ids.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { payouts } from "../payout/payout_noun.ts";
import type { ScheduleDocument } from "../schedule/schedule_document.ts";
import type { SchedulePlanned } from "../schedule/schedule_facts.ts";
import { schedules } from "../schedule/schedule_resource.ts";
import { transferReplyState } from "../transfer/transfer_reply_state.ts";
import {
  OBJECT_ACTED,
  OBJECT_CREATED,
  type ObjectActed,
  type ObjectCreated,
} from "./object_facts.ts";
import { objectResource } from "./object_resource.ts";
import type {
  ActionOutcome,
  ActionResult,
  MadeCollection,
  MadeMove,
  MadePayout,
} from "./object_schema.ts";

/** What an answer asks of a record. */
type MadeIn = Pick<StoredRecord, "facts" | "timeMs" | "shard" | "place">;

/** What an answer asks of accounts, in memory and in a snapshot. */
export type ReplyAccounts = { accounts: { accountId: AccountIdOf } };
/** And of the rows that an action has made. */
export type ReplyState = ReplyAccounts & {
  schedules: { byId(realm: number, scheduleId: string): ScheduleDocument | undefined };
};

export function objectReply({ facts }: StoredRecord, names: RealmNames): string {
  const created = facts.find(({ kind }) => kind === OBJECT_CREATED);
  invariant(created !== undefined, "the record of a creation has the object");
  return JSON.stringify(objectResource((created as ObjectCreated).object, names));
}

/** How an action ended: with its record, or when the rows that it made due at once have run. */
export function actionEnding(
  record: StoredRecord,
  names: RealmNames,
  state: ReplyState,
): Ending<never> | undefined {
  const acted = actedIn(record);
  invariant(acted !== undefined, "the record of an action has the object");
  const clockOperationIds = ranAtOnce(record, state);
  if (clockOperationIds === undefined) return undefined;
  const result: ActionResult = {
    object: objectResource(acted.object, names),
    outcome: outcomeOf(record, acted, state),
    receiptId: `rcpt_${encodeIdSuffix(record.timeMs, record.shard, record.place, 0)}`,
    clockOperationIds,
  };
  return { kind: "succeeded", atMs: record.timeMs, body: JSON.stringify(result) };
}

/** The operations of the rows that were due at once, in the order of the rows; undefined while one has not run. */
function ranAtOnce(
  { facts, realm }: StoredRecord,
  { schedules }: ReplyState,
): string[] | undefined {
  const planned = plannedIn(facts);
  const due = planned?.rows.filter(({ dueAtMs }) => dueAtMs <= planned.atMs) ?? [];
  const operations = due.map(({ scheduleId }) => schedules.byId(realm, scheduleId)?.firstRunId);
  return operations.every((id) => id !== undefined) ? operations : undefined;
}

function plannedIn(facts: StoredRecord["facts"]): SchedulePlanned | undefined {
  return facts.find(({ kind }) => kind === "schedule.planned.1") as SchedulePlanned | undefined;
}

/** What the reply asks for, as a snapshot shows it. */
export function actionReplyState(snapshot: Snapshot): ReplyState {
  return {
    ...transferReplyState(snapshot),
    schedules: {
      byId: (realm, scheduleId) => schedules.find(snapshot, realm, scheduleId)?.document,
    },
  };
}

/** The action that a record has; undefined where it has none. */
export function actedIn({ facts }: Pick<StoredRecord, "facts">): ObjectActed | undefined {
  return facts.find(({ kind }) => kind === OBJECT_ACTED) as ObjectActed | undefined;
}

/** `record`: also of facts that are in no record, because the call was only tried. */
export function outcomeOf(
  record: MadeIn,
  { action, stateBefore, claimed = [], released = [], fees = [] }: ObjectActed,
  { accounts }: ReplyAccounts,
): ActionOutcome {
  const rows = record.facts.filter(({ kind }) => kind === TRANSFER_ROW) as TransferRow[];
  const isOfPayout = (row: TransferRow) => row.extras?.payoutId !== undefined;
  const moves = rows.filter((row) => !isOfPayout(row)).map((row) => moveOf(row, record, accounts));
  const paid = payoutsIn(record.facts);
  // A row's collection has no label.
  const asked = record.facts.flatMap((fact) => {
    const collection = collections.of(fact);
    return collection?.label === undefined || collection.status !== "processing"
      ? []
      : [collection];
  });
  const decisions = record.facts.filter(({ kind }) => kind === "decision.requested.1");
  const used = record.facts.find(({ kind }) => kind === "decision.used.1");
  return {
    action,
    stateBefore,
    moves,
    ...(paid.size > 0 && {
      payouts: rows.filter(isOfPayout).map((row) => payoutOf(row, paid, record)),
    }),
    ...(asked.length > 0 && { collections: asked.map(collectionOf) }),
    fees: fees.map((at) => {
      const fee = moveOf(rows[at] as TransferRow, record, accounts);
      const { label, transferId, amount, currency } = fee;
      return { label, transferId, amount, currency };
    }),
    decisions: [
      ...(used === undefined ? [] : [changeOf(used as DecisionFact, "used")]),
      ...decisions.map((fact) => changeOf(fact as DecisionFact, "requested")),
    ],
    schedules: (plannedIn(record.facts)?.rows ?? []).map((row) => ({
      scheduleId: row.scheduleId,
      schedule: row.schedule,
      index: row.index,
      dueAt: isoTime(row.dueAtMs),
    })),
    references: [
      ...claimed.map(({ field, objectId }) => ({ field, objectId, change: "claimed" as const })),
      ...released.map(({ field, objectId }) => ({ field, objectId, change: "released" as const })),
    ],
  };
}

function collectionOf(collection: Omit<CollectionDocument, "realm">): MadeCollection {
  const { collectionId, label = "", amountMinor, currency, consentId, rail = "" } = collection;
  const { destinationAccountId = "", expectedSettlementDate = "" } = collection;
  return {
    ...{ collectionId, label, amount: amountMinor, currency, consentId },
    ...{ destinationAccountId, rail, expectedSettlementDate },
  };
}

function changeOf({ decision }: DecisionFact, change: "requested" | "used") {
  return { decisionId: decision.decisionId, gate: decision.gate, change };
}

type PayoutInFact = NonNullable<ReturnType<typeof payouts.of>>;

/** The payouts of a record by label, as they are after it. */
function payoutsIn(facts: StoredRecord["facts"]): ReadonlyMap<string, PayoutInFact> {
  const found = facts.map(payouts.of).filter((payout) => payout !== undefined);
  return new Map(found.map((payout) => [payout.label ?? "", payout]));
}

function payoutOf(
  { sub, extras }: TransferRow,
  paid: ReadonlyMap<string, PayoutInFact>,
  { timeMs, shard, place }: MadeIn,
): MadePayout {
  const { label = "", book } = extras ?? {};
  const payout = paid.get(label);
  invariant(payout !== undefined, "the record of an action has its payouts");
  return {
    payoutId: payout.payoutId,
    transferId: `tr_${encodeIdSuffix(timeMs, shard, place, sub)}`,
    label,
    amount: payout.amountMinor,
    currency: payout.currency,
    status: payout.status === "posted" ? "posted" : "created",
    sourceAccountId: payout.sourceAccountId,
    beneficiaryId: payout.beneficiaryId,
    rail: payout.rail,
    ...(book !== undefined && { book }),
  };
}

function moveOf(
  row: TransferRow,
  { timeMs, shard, place }: MadeIn,
  accounts: ReplyAccounts["accounts"],
): MadeMove {
  const { label = "", book } = row.extras ?? {};
  const move: MadeMove = {
    transferId: `tr_${encodeIdSuffix(timeMs, shard, place, row.sub)}`,
    label,
    amount: String(row.amountMinor),
    currency: row.currency,
    status: "posted",
    sourceAccountId: accounts.accountId(row.sourceOrdinal),
    destinationAccountId: accounts.accountId(row.destinationOrdinal),
  };
  return book === undefined ? move : { ...move, book };
}
