/**
 * What reserves money: a hold, a payout, or a received credit that is sent back. A hold and a payout are made by the record
 * that makes their transfer, so the ids of both have one suffix (decision 0009), and the row that ends the reservation names
 * the transfer by it. A credit may be sent back more than once, so the row that ends that names the transfer itself.
 */
import { suffixOf } from "../../base/id.ts";
import type { TransferRow } from "./transfer_row.ts";

/** The suffix of the transfer that a row settles or releases; undefined of a row that makes a transfer of its own. */
export function reservedSuffix({
  step,
  extras = {},
}: Pick<TransferRow, "step" | "extras">): string | undefined {
  if (step !== "cleared" && step !== "released") return undefined;
  const { transferHoldId, payoutId, reservedTransferId } = extras;
  if (transferHoldId !== undefined) return suffixOf("th", transferHoldId);
  if (payoutId !== undefined) return suffixOf("po", payoutId);
  return reservedTransferId === undefined ? undefined : suffixOf("tr", reservedTransferId);
}
