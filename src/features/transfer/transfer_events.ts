/**
 * What is told of transfers. Every move of money is a transfer that posted, whatever asked for it; a
 * transfer that failed is told although its request was refused. A reservation, and its release, are
 * told as events of the hold alone.
 */

import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import {
  type EventsByKind,
  eventOf,
  type FactEvent,
  noEvents,
  oneEvent,
} from "../../contract/event.ts";
import { type Step, TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { suffixOfRow } from "./find_transfer.ts";
import { TRANSFER_BATCH_REFUSED } from "./transfer_batch.ts";
import { TRANSFER_REVERSED, type TransferReversed } from "./transfer_reversal.ts";

const NOTHING: readonly FactEvent[] = [];

const BY_STEP: Record<Step, readonly FactEvent[]> = {
  posted: [eventOf<TransferRow>("transfer.posted", (row, head) => `tr_${suffixOfRow(row, head)}`)],
  reserved: NOTHING,
  cleared: [eventOf<TransferRow>("transfer.posted", reservedTransferIdOf)],
  released: NOTHING,
  failed: [eventOf<TransferRow>("transfer.failed", (row, head) => `tr_${suffixOfRow(row, head)}`)],
};

export const transferEvents: EventsByKind = {
  [TRANSFER_ROW]: (fact) => BY_STEP[(fact as TransferRow).step],
  [TRANSFER_REVERSED]: oneEvent("transfer.reversed", (fact: TransferReversed) => fact.transferId),
  // No transfer was made of the item.
  [TRANSFER_BATCH_REFUSED]: noEvents,
};

/** The transfer that a hold reserved has the characters of the hold (decision 0009). */
function reservedTransferIdOf({ extras }: TransferRow): string {
  const suffix = suffixOf("th", extras?.transferHoldId ?? "");
  invariant(suffix !== undefined, "a row that settles names its hold");
  return `tr_${suffix}`;
}
