/**
 * A transfer as it stands now: the row that made it, and over it what happened since (its hold
 * ended, it was reversed). Fields stand in the order of transferJson, so that a transfer to which
 * nothing happened reads byte for byte as the reply of its creation.
 */
import { isoTime } from "../../base/iso_time.ts";
import type { ScopeNames } from "../../contract/operation.ts";
import type { RecordHead } from "../../contract/record.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import { actorTypeOf } from "../actor_type.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import type { TransferHoldDocument } from "../ledger/transfer_hold_document.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { TABLE } from "../table_codes.ts";
import { suffixOfRow } from "./find_transfer.ts";
import { type AccountIdOf, initialStatusOf } from "./transfer_json.ts";
import type { TransferReversal } from "./transfer_reversal.ts";
import type { Transfer, TransferStatus } from "./transfer_schema.ts";

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

/** The transfer of `row`, which `head`'s record holds, as `snapshot` shows it. */
export function transferDocument(
  snapshot: Snapshot,
  row: TransferRow,
  head: RecordHead,
  names: Names,
  accountIdOf: AccountIdOf = accountIdsOf(snapshot),
): Transfer {
  const suffix = suffixOfRow(row, head);
  const record = suffixOfRecord(head);
  const current = currentOf(snapshot, row, head, suffix);
  const { reversal, changedBy } = current;
  const { extras = {} } = row;
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
    ...(extras.description !== undefined && { description: extras.description }),
    metadata: extras.metadata ?? {},
    ...(extras.externalId !== undefined && { externalId: extras.externalId }),
    ...(extras.transferHoldId !== undefined && { transferHoldId: extras.transferHoldId }),
    ...(row.step === "reserved" && { reservedAmount: String(row.amountMinor) }),
    ...(extras.reversalOf !== undefined && { reversalOf: extras.reversalOf }),
    ...(reversal !== undefined && {
      reversedAmount: reversal.reversedMinor,
      reversalTransferIds: reversal.reversalTransferIds,
    }),
    ...(extras.failureCode !== undefined && { failure: { code: extras.failureCode } }),
    ledgerTimestamp: isoTime(current.ledgerAtMs),
    operationId: `op_${record}`,
    receiptId: `rcpt_${record}`,
    revision: current.revision,
    createdAt: isoTime(head.timeMs),
    updatedAt: isoTime(current.updatedAtMs),
    actor: { type: actorTypeOf(changedBy), id: changedBy },
    statusTransitions: current.statusTransitions,
  };
}

function currentOf(
  snapshot: Snapshot,
  row: TransferRow,
  head: RecordHead,
  suffix: string,
): Current {
  const status = initialStatusOf(row);
  const made: Current = {
    status,
    amount: String(row.amountMinor),
    revision: 1,
    ledgerAtMs: head.timeMs,
    updatedAtMs: head.timeMs,
    changedBy: head.principalId,
    statusTransitions: { [`${status}At`]: isoTime(head.timeMs) },
    reversal: undefined,
  };
  if (status === "failed") return made;
  const settled = status === "pending" ? afterHold(snapshot, head.scope, suffix, made) : made;
  if (settled.status !== "posted") return settled;
  const value = snapshot.get(TABLE.transferReversal, head.scope, suffix);
  return value === undefined ? settled : afterReversal(decodeDocument(value), settled);
}

function afterHold(snapshot: Snapshot, scope: number, suffix: string, made: Current): Current {
  const value = snapshot.get(TABLE.transferHold, scope, suffix);
  if (value === undefined) return made;
  const hold = decodeDocument<TransferHoldDocument>(value);
  if (hold.status === "reserved") return made;
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
