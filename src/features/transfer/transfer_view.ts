/**
 * A transfer with its present status: the row that made it, and what happened to it later (its hold
 * ended, it was reversed). The fields have the order of transferJson, so that a transfer to which
 * nothing happened reads byte for byte like the reply of its creation.
 */
import { isoTime } from "../../base/iso_time.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { actorOfHead, actorOfText, actorText } from "../../contract/records/actor.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import type { MemoryKey, Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import type { ItemForm } from "../../contract/values/page.ts";
import { type AccountIdOf, accountIdsOf } from "../ledger/account_ids.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { type StoredTransfer, suffixOfRow } from "./find_transfer.ts";
import { type ReservationEnd, reservationEnd } from "./reservation_end.ts";
import { initialStatusOf, transferJson } from "./transfer_json.ts";
import type { TransferReversal } from "./transfer_reversal.ts";
import type { Transfer, TransferStatus } from "./transfer_schema.ts";

/** The Product and environment of the transfer. */
type Names = Pick<RealmNames, "productId" | "environment">;

/** The fields of a transfer that may change after its row. */
type Current = {
  status: TransferStatus;
  /** Minor units, decimal. */
  amount: string;
  revision: number;
  ledgerAtMs: number;
  updatedAtMs: number;
  changedBy: string;
  statusTransitions: Record<string, string>;
  reversal: Omit<TransferReversal, "realm"> | undefined;
};

/** A transfer as a snapshot shows it. `current` is undefined while nothing happened to it. */
export type SeenTransfer = {
  row: TransferRow;
  head: RecordHead;
  /** Suffix of the transfer's id. */
  suffix: string;
  current: Current | undefined;
};

/** The transfer of `row`, as `snapshot` shows it. `head` is the head of the row's record. */
export function transferDocument(
  snapshot: Snapshot,
  row: TransferRow,
  head: RecordHead,
  names: Names,
): Transfer {
  const reversalAt: ReversalAt = (realm, suffix) =>
    snapshot.get(LEDGER_TABLE.transferReversal, realm, suffix);
  const suffix = suffixOfRow(row, head);
  const current = currentOf(snapshot, row, head, suffix, reversalAt);
  return documentOf({ row, head, suffix, current }, names, accountIdsOf(snapshot));
}

/** The transfer right after the record of its row; `head` is the head of the row's record. */
export function transferOnceMade(
  { snapshot, names }: { snapshot: Snapshot; names: Names },
  row: TransferRow,
  head: RecordHead,
): Transfer {
  const seen = { row, head, suffix: suffixOfRow(row, head), current: undefined };
  return documentOf(seen, names, accountIdsOf(snapshot));
}

/** A reserved transfer right after its reservation ended. */
export function transferOnceSettled(
  { snapshot, names }: { snapshot: Snapshot; names: Names },
  { row, record: head, suffix }: StoredTransfer,
  end: ReservationEnd,
): Transfer {
  const seen = { row, head, suffix, current: afterEnd(row, head, end) };
  return documentOf(seen, names, accountIdsOf(snapshot));
}

/** A transfer right after money of it was given back; `reversal` is its reversal as it then was. */
export function transferOnceReversed(
  { snapshot, names }: { snapshot: Snapshot; names: Names },
  { row, record: head, suffix }: StoredTransfer,
  reversal: Omit<TransferReversal, "realm">,
): Transfer {
  const ended = row.step === "reserved" ? endedOf(snapshot, row, head, suffix) : undefined;
  const current = afterReversal(reversal, ended ?? initialFieldsOf(row, head));
  return documentOf({ row, head, suffix, current }, names, accountIdsOf(snapshot));
}

/**
 * Returns a function that reads the transfers of one page, newest first. Few transfers are ever
 * reversed: where the newest reversed transfer is older than the whole page, the function reads the
 * table of reversals only once.
 */
export function transfersIn(
  snapshot: Snapshot,
): (row: TransferRow, head: RecordHead, suffix: string) => SeenTransfer {
  const reversalAt = reversalsBelow(snapshot);
  return (row, head, suffix) => {
    const current = currentOf(snapshot, row, head, suffix, reversalAt);
    return { row, head, suffix, current };
  };
}

/** The two forms of a transfer on a page. */
export function transferForm(snapshot: Snapshot, names: Names): ItemForm<SeenTransfer> {
  const accountIdOf = accountIdsOf(snapshot);
  return {
    documentOf: (seen) => documentOf(seen, names, accountIdOf),
    jsonOf: (seen) =>
      seen.current === undefined && seen.row.step !== "reserved"
        ? transferJson(seen.row, seen.head, names, accountIdOf, seen.suffix)
        : JSON.stringify(documentOf(seen, names, accountIdOf)),
  };
}

/** The status of a transfer, without rendering the transfer. */
export function statusOf({ row, current }: SeenTransfer): TransferStatus {
  return current?.status ?? initialStatusOf(row);
}

function documentOf(seen: SeenTransfer, names: Names, accountIdOf: AccountIdOf): Transfer {
  const { row, head, suffix } = seen;
  const isPlain = seen.current === undefined && row.extras === undefined && row.step !== "reserved";
  if (isPlain) return plainDocumentOf(seen, names, accountIdOf);
  const current = seen.current ?? initialFieldsOf(row, head);
  const record = suffixOfRecord(head);
  const { reversal, changedBy } = current;
  return {
    transferId: `tr_${suffix}`,
    productId: names.productId,
    environment: names.environment,
    sourceAccountId: accountIdOf(row.sourceOrdinal),
    destinationAccountId: accountIdOf(row.destinationOrdinal),
    amount: current.amount,
    currency: row.currency,
    status: current.status,
    kind: row.transferKind,
    ...optionalFieldsOf(row, reversal),
    ledgerTimestamp: isoTime(current.ledgerAtMs),
    operationId: `op_${record}`,
    receiptId: `rcpt_${record}`,
    revision: current.revision,
    createdAt: isoTime(head.timeMs),
    updatedAt: isoTime(current.updatedAtMs),
    actor: actorOfText(changedBy),
    statusTransitions: current.statusTransitions,
  };
}

/**
 * The document of a transfer without optional fields, as nearly all transfers are: one literal,
 * because fields that are spread into an object are added one by one (a query of a page of 50, 149
 * -> 120 us).
 */
function plainDocumentOf(
  { row, head, suffix }: SeenTransfer,
  names: Names,
  accountIdOf: AccountIdOf,
): Transfer {
  const record = row.sub === 0 ? suffix : suffixOfRecord(head);
  const at = isoTime(head.timeMs);
  const status = initialStatusOf(row);
  return {
    transferId: `tr_${suffix}`,
    productId: names.productId,
    environment: names.environment,
    sourceAccountId: accountIdOf(row.sourceOrdinal),
    destinationAccountId: accountIdOf(row.destinationOrdinal),
    amount: String(row.amountMinor),
    currency: row.currency,
    status,
    kind: row.transferKind,
    metadata: {},
    ledgerTimestamp: at,
    operationId: `op_${record}`,
    receiptId: `rcpt_${record}`,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    actor: actorOfHead(head),
    statusTransitions: status === "posted" ? { postedAt: at } : { [`${status}At`]: at },
  };
}

/** The optional fields and the metadata, in the order of the wire. */
function optionalFieldsOf(
  { extras = {}, step, amountMinor }: TransferRow,
  reversal: Current["reversal"],
) {
  return {
    ...(extras.description !== undefined && { description: extras.description }),
    metadata: extras.metadata ?? {},
    ...(extras.externalId !== undefined && { externalId: extras.externalId }),
    ...(extras.transferHoldId !== undefined && { transferHoldId: extras.transferHoldId }),
    ...(extras.payoutId !== undefined && { payoutId: extras.payoutId }),
    ...(extras.receivedCreditId !== undefined && { receivedCreditId: extras.receivedCreditId }),
    ...(step === "reserved" && { reservedAmount: String(amountMinor) }),
    ...(extras.collectionId !== undefined && { collectionId: extras.collectionId }),
    ...(extras.usageMonth !== undefined && { usageMonth: extras.usageMonth }),
    ...(extras.objectId !== undefined && { objectId: extras.objectId }),
    ...(extras.label !== undefined && { label: extras.label }),
    ...(extras.book !== undefined && { book: extras.book }),
    ...(extras.reversalOf !== undefined && { reversalOf: extras.reversalOf }),
    ...(reversal !== undefined && {
      reversedAmount: reversal.reversedMinor,
      reversalTransferIds: reversal.reversalTransferIds,
    }),
    ...(extras.failureCode !== undefined && { failure: { code: extras.failureCode } }),
  };
}

/** The stored reversal of a transfer of the realm, or undefined. */
type ReversalAt = (realm: number, suffix: string) => Uint8Array | undefined;

/** Looks up reversals for suffixes in falling order. */
function reversalsBelow(snapshot: Snapshot): ReversalAt {
  let newest: string | undefined;
  return (realm, suffix) => {
    if (suffix > newestReversal(snapshot, realm)) return undefined;
    newest ??= newestReversalBelow(snapshot, realm, `${suffix}~`);
    return suffix > newest ? undefined : snapshot.get(LEDGER_TABLE.transferReversal, realm, suffix);
  };
}

/** By realm, the newest reversed transfer, for one sequence of the snapshot. */
const NEWEST: MemoryKey<Map<number, string>> = {};

/** The newest transfer of the realm that has a reversal; looked up once for each sequence. */
export function newestReversal(snapshot: Snapshot, realm: number): string {
  const known = snapshot.memory.at(snapshot.sequence, NEWEST, () => new Map<number, string>());
  const newest = known.get(realm) ?? newestReversalBelow(snapshot, realm);
  known.set(realm, newest);
  return newest;
}

/** The newest transfer below a bound that has a reversal; "" when there is none. */
function newestReversalBelow(snapshot: Snapshot, realm: number, below?: string): string {
  const range = below === undefined ? {} : { below };
  for (const { key } of snapshot.descend(LEDGER_TABLE.transferReversal, realm, range)) return key;
  return "";
}

/** The present fields of the transfer; undefined while nothing has happened since its row. */
function currentOf(
  snapshot: Snapshot,
  row: TransferRow,
  head: RecordHead,
  suffix: string,
  reversalAt: ReversalAt,
): Current | undefined {
  if (row.step === "failed") return undefined;
  const ended = row.step === "reserved" ? endedOf(snapshot, row, head, suffix) : undefined;
  const isPosted = row.step === "reserved" ? ended?.status === "posted" : true;
  const value = isPosted ? reversalAt(head.realm, suffix) : undefined;
  return value === undefined
    ? ended
    : afterReversal(decodeDocument(value), ended ?? initialFieldsOf(row, head));
}

function initialFieldsOf(row: TransferRow, head: RecordHead): Current {
  const status = initialStatusOf(row);
  return {
    status,
    amount: String(row.amountMinor),
    revision: 1,
    ledgerAtMs: head.timeMs,
    updatedAtMs: head.timeMs,
    changedBy: actorText(actorOfHead(head)),
    statusTransitions: { [`${status}At`]: isoTime(head.timeMs) },
    reversal: undefined,
  };
}

/** The fields of a reserved transfer after its reservation ended; undefined while the money is reserved. */
function endedOf(
  snapshot: Snapshot,
  row: TransferRow,
  head: RecordHead,
  suffix: string,
): Current | undefined {
  const end = reservationEnd(snapshot, row, { realm: head.realm, suffix });
  return end && afterEnd(row, head, end);
}

function afterEnd(row: TransferRow, head: RecordHead, end: ReservationEnd): Current {
  const made = initialFieldsOf(row, head);
  const { status, settledMinor, endedAtMs, revision, changedBy } = end;
  return {
    ...made,
    status,
    amount: status === "posted" ? settledMinor : made.amount,
    revision,
    ledgerAtMs: endedAtMs,
    updatedAtMs: endedAtMs,
    changedBy,
    statusTransitions: { ...made.statusTransitions, [`${status}At`]: isoTime(endedAtMs) },
  };
}

function afterReversal(reversal: Omit<TransferReversal, "realm">, settled: Current): Current {
  const { reversedAtMs } = reversal;
  const isOver = reversedAtMs !== undefined;
  return {
    ...settled,
    status: isOver ? "reversed" : settled.status,
    revision: reversal.revision,
    updatedAtMs: reversal.updatedAtMs,
    changedBy: reversal.changedBy,
    statusTransitions: isOver
      ? { ...settled.statusTransitions, reversedAt: isoTime(reversedAtMs) }
      : settled.statusTransitions,
    reversal,
  };
}
