/**
 * A transfer as it stands now: the row that made it, and over it what happened since (its hold
 * ended, it was reversed). Fields stand in the order of transferJson, so that a transfer to which
 * nothing happened reads byte for byte as the reply of its creation.
 */
import { isoTime } from "../../base/iso_time.ts";
import { actorOfHead, actorOfText, actorText } from "../../contract/actor.ts";
import type { ItemForm } from "../../contract/page.ts";
import type { ScopeNames } from "../../contract/principal.ts";
import type { RecordHead } from "../../contract/record.ts";
import type { MemoryKey, Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import { type AccountIdOf, accountIdsOf } from "../ledger/account_ids.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { transferHolds } from "../transfer_hold/transfer_hold_resource.ts";
import { suffixOfRow } from "./find_transfer.ts";
import { initialStatusOf, transferJson } from "./transfer_json.ts";
import type { TransferReversal } from "./transfer_reversal.ts";
import type { Transfer, TransferStatus } from "./transfer_schema.ts";
import { TRANSFER_REVERSAL_TABLE } from "./transfer_state.ts";

/** Whose transfer it is, as the wire names it. */
type Names = Pick<ScopeNames, "productId" | "environment">;

/** What may change after the row: the rest of a transfer never does. */
type Current = {
  status: TransferStatus;
  /** Minor units, decimal. */
  amount: string;
  revision: number;
  ledgerAtMs: number;
  updatedAtMs: number;
  changedBy: string;
  statusTransitions: Record<string, string>;
  reversal: TransferReversal | undefined;
};

/** A transfer as a snapshot shows it. `current` is undefined where nothing happened to it since. */
export type SeenTransfer = {
  row: TransferRow;
  head: RecordHead;
  /** Of its id. */
  suffix: string;
  current: Current | undefined;
};

/** The transfer of `row`, which `head`'s record holds, as `snapshot` shows it. */
export function transferDocument(
  snapshot: Snapshot,
  row: TransferRow,
  head: RecordHead,
  names: Names,
): Transfer {
  const reversalAt: ReversalAt = (scope, suffix) =>
    snapshot.get(TRANSFER_REVERSAL_TABLE, scope, suffix);
  const suffix = suffixOfRow(row, head);
  const current = currentOf(snapshot, row, head, suffix, reversalAt);
  return documentOf({ row, head, suffix, current }, names, accountIdsOf(snapshot));
}

/**
 * Sees the transfers of one page, which come newest first. Few are ever reversed: where the newest
 * reversal is of an older transfer than all of the page, that is the one look at the table.
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

/** How a page shows transfers. */
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

/** The status of a transfer, without the rest of it. */
export function statusOf({ row, current }: SeenTransfer): TransferStatus {
  return current?.status ?? initialStatusOf(row);
}

function documentOf(seen: SeenTransfer, names: Names, accountIdOf: AccountIdOf): Transfer {
  const { row, head, suffix } = seen;
  const isPlain = seen.current === undefined && row.extras === undefined && row.step !== "reserved";
  if (isPlain) return plainDocumentOf(seen, names, accountIdOf);
  const current = seen.current ?? madeOf(row, head);
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
    ...rareOf(row, reversal),
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
 * The same for a transfer that has only what all have, which are nearly all: one literal, as fields
 * that are spread into another are added one by one (a query of a page of 50, 149 -> 120 us).
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

/** What few transfers have, and the metadata that all have, in the order of the wire. */
function rareOf({ extras = {}, step, amountMinor }: TransferRow, reversal: Current["reversal"]) {
  return {
    ...(extras.description !== undefined && { description: extras.description }),
    metadata: extras.metadata ?? {},
    ...(extras.externalId !== undefined && { externalId: extras.externalId }),
    ...(extras.transferHoldId !== undefined && { transferHoldId: extras.transferHoldId }),
    ...(step === "reserved" && { reservedAmount: String(amountMinor) }),
    ...(extras.reversalOf !== undefined && { reversalOf: extras.reversalOf }),
    ...(reversal !== undefined && {
      reversedAmount: reversal.reversedMinor,
      reversalTransferIds: reversal.reversalTransferIds,
    }),
    ...(extras.failureCode !== undefined && { failure: { code: extras.failureCode } }),
  };
}

/** The stored reversal of a transfer of the scope, or undefined. */
type ReversalAt = (scope: number, suffix: string) => Uint8Array | undefined;

/** Looks up suffixes that fall from one to the next. */
function reversalsBelow(snapshot: Snapshot): ReversalAt {
  let newest: string | undefined;
  return (scope, suffix) => {
    if (suffix > newestReversal(snapshot, scope)) return undefined;
    newest ??= newestReversalBelow(snapshot, scope, `${suffix}~`);
    return suffix > newest ? undefined : snapshot.get(TRANSFER_REVERSAL_TABLE, scope, suffix);
  };
}

/** The newest reversals that were looked for, by scope. */
const NEWEST: MemoryKey<Map<number, string>> = {};

/** The newest transfer of the scope that has a reversal; looked for once at a sequence. */
function newestReversal(snapshot: Snapshot, scope: number): string {
  const known = snapshot.memory.at(snapshot.sequence, NEWEST, () => new Map<number, string>());
  const newest = known.get(scope) ?? newestReversalBelow(snapshot, scope);
  known.set(scope, newest);
  return newest;
}

/** The newest transfer below a bound that has a reversal; "" when there is none. */
function newestReversalBelow(snapshot: Snapshot, scope: number, below?: string): string {
  const range = below === undefined ? {} : { below };
  for (const { key } of snapshot.descend(TRANSFER_REVERSAL_TABLE, scope, range)) return key;
  return "";
}

/** What became of the transfer; undefined while it is what its row made. */
function currentOf(
  snapshot: Snapshot,
  row: TransferRow,
  head: RecordHead,
  suffix: string,
  reversalAt: ReversalAt,
): Current | undefined {
  if (row.step === "failed") return undefined;
  const ended = row.step === "reserved" ? endOfHold(snapshot, row, head, suffix) : undefined;
  const isPosted = row.step === "reserved" ? ended?.status === "posted" : true;
  const value = isPosted ? reversalAt(head.scope, suffix) : undefined;
  return value === undefined
    ? ended
    : afterReversal(decodeDocument(value), ended ?? madeOf(row, head));
}

function madeOf(row: TransferRow, head: RecordHead): Current {
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

/** What the end of its hold made of a reserved transfer; undefined while the hold stands. */
function endOfHold(
  snapshot: Snapshot,
  row: TransferRow,
  head: RecordHead,
  suffix: string,
): Current | undefined {
  const value = snapshot.get(transferHolds.table.code, head.scope, suffix);
  if (value === undefined) return undefined;
  const hold = transferHolds.decoded(value);
  if (hold.status === "reserved") return undefined;
  const made = madeOf(row, head);
  const status = hold.status === "cleared" ? "posted" : "voided";
  const endedAtMs = hold.endedAtMs ?? hold.updatedAtMs;
  return {
    ...made,
    status,
    amount: status === "posted" ? hold.clearedMinor : made.amount,
    revision: hold.revision,
    ledgerAtMs: endedAtMs,
    updatedAtMs: hold.updatedAtMs,
    changedBy: hold.changedBy,
    statusTransitions: { ...made.statusTransitions, [`${status}At`]: isoTime(endedAtMs) },
  };
}

function afterReversal(reversal: TransferReversal, settled: Current): Current {
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
