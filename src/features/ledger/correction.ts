/**
 * Corrections: rows that take back what an earlier row has booked. What they correct is the month in which that row stands, which
 * of money that was reserved first is the row that settled it.
 */
import { originOf, type Place } from "../../base/id.ts";
import type { TransferRow } from "./transfer_row.ts";

/**
 * The place of the record that has booked what the row takes back; undefined where it takes nothing back. Where the row does not
 * name the place, it is that of the transfer which it reverses.
 */
export function correctedPlace({ extras }: Pick<TransferRow, "extras">): Place | undefined {
  if (extras === undefined) return undefined;
  const { corrects, reversalOf } = extras;
  return corrects ?? (reversalOf === undefined ? undefined : placeOfTransfer(reversalOf));
}

/** The place of the record that made a transfer; that record has booked it, unless it reserved its money. */
export function placeOfTransfer(transferId: string): Place | undefined {
  return originOf("tr", transferId)?.place;
}
