/** The JSON of a transfer hold, for replies and reads. */
import { isoTime } from "../../base/iso_time.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { suffixOfHold, type TransferHoldDocument } from "./transfer_hold_document.ts";

/** The Product and environment of the hold. */
type Names = Pick<RealmNames, "productId" | "environment">;

/** The resource as GET shows it. Its operation and receipt are those of the hold's creation. */
export function transferHoldJson(
  hold: Omit<TransferHoldDocument, "realm">,
  { productId, environment }: Names,
): Record<string, unknown> {
  const suffix = suffixOfHold(hold);
  return {
    transferHoldId: hold.transferHoldId,
    productId,
    environment,
    sourceAccountId: hold.sourceAccountId,
    destinationAccountId: hold.destinationAccountId,
    amount: hold.amountMinor,
    currency: hold.currency,
    clearedAmount: hold.clearedMinor,
    releasedAmount: releasedOf(hold),
    status: hold.status,
    expiresAt: isoTime(hold.expiresAtMs),
    reservedTransferId: hold.reservedTransferId,
    clearedTransferId: hold.status === "cleared" ? hold.reservedTransferId : undefined,
    description: hold.description,
    metadata: hold.metadata ?? {},
    externalId: hold.externalId,
    revision: hold.revision,
    createdAt: isoTime(hold.createdAtMs),
    updatedAt: isoTime(hold.updatedAtMs),
    actor: actorOfText(hold.changedBy),
    statusTransitions: statusTransitionsOf(hold),
    operationId: `op_${suffix}`,
    receiptId: `rcpt_${suffix}`,
  };
}

/** The amount that went back to the source: 0 until the hold ends, then all that did not settle. */
function releasedOf({ status, amountMinor, clearedMinor }: Omit<TransferHoldDocument, "realm">) {
  return status === "reserved" ? "0" : String(BigInt(amountMinor) - BigInt(clearedMinor));
}

function statusTransitionsOf(hold: Omit<TransferHoldDocument, "realm">): Record<string, string> {
  const reservedAt = isoTime(hold.createdAtMs);
  if (hold.endedAtMs === undefined) return { reservedAt };
  return { reservedAt, [`${hold.status}At`]: isoTime(hold.endedAtMs) };
}
