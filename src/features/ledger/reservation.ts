/**
 * What reserves money: a hold, or a payout. Each is made by the record that makes its transfer, so the ids of both have one
 * suffix (decision 0009), and the row that ends the reservation names the transfer by it.
 */
import { suffixOf } from "../../base/id.ts";
import type { TransferRow } from "./transfer_row.ts";

/** The suffix of the transfer that a row settles or releases; undefined of a row that makes a transfer of its own. */
export function reservedSuffix({
  step,
  extras = {},
}: Pick<TransferRow, "step" | "extras">): string | undefined {
  if (step !== "cleared" && step !== "released") return undefined;
  const { transferHoldId, payoutId } = extras;
  if (transferHoldId !== undefined) return suffixOf("th", transferHoldId);
  return payoutId === undefined ? undefined : suffixOf("po", payoutId);
}
