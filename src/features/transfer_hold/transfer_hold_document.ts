/**
 * A hold as a shard stores it. The hold and its transfer are made by one record, so their ids have
 * the same suffix.
 */
import type { Place } from "../../base/id.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";

export const HOLD_STATUSES = ["reserved", "cleared", "cancelled", "expired"] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

export type TransferHoldDocument = {
  realm: number;
  transferHoldId: string;
  reservedTransferId: string;
  sourceAccountId: string;
  destinationAccountId: string;
  currency: string;
  /** Minor units, decimal. */
  amountMinor: string;
  clearedMinor: string;
  status: HoldStatus;
  expiresAtMs: number;
  createdAtMs: number;
  updatedAtMs: number;
  /** When the hold left the status `reserved`, milliseconds UTC. */
  endedAtMs?: number;
  /** The place of the record that has ended it; absent of one that ended before holds kept it. */
  endedPlace?: Place;
  revision: number;
  changedBy: string;
  description?: string;
  metadata?: Record<string, string>;
  externalId?: string;
};

/** The 26 characters that are the key of a hold in its table. */
export function suffixOfHold({ transferHoldId }: Pick<TransferHoldDocument, "transferHoldId">) {
  return transferHoldId.slice("th_".length);
}

export function transferHoldNotFound(transferHoldId: string): Refusal<"transfer_hold_not_found"> {
  const message = noSuchHere("th", transferHoldId);
  return refuse("transfer_hold_not_found", message, { transferHoldId });
}

/** `state_conflict` unless the hold is reserved: a hold ends only once. */
export function refuseEnded(hold: TransferHoldDocument): Refusal<"state_conflict"> | undefined {
  const { transferHoldId, status } = hold;
  if (status === "reserved") return undefined;
  return refuse("state_conflict", `transfer hold ${transferHoldId} is ${status}, not reserved`, {
    transferHoldId,
    status,
    expected: "reserved",
    actual: status,
    revision: hold.revision,
  });
}
