/**
 * The events of transfers. Every movement of money is a posted transfer, whichever operation caused
 * it. A failed transfer has an event although its request was refused. A reservation and its
 * release have only events of the hold.
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

const NO_EVENTS: readonly FactEvent[] = [];

const BY_STEP: Record<Step, readonly FactEvent[]> = {
  posted: [eventOf<TransferRow>("transfer.posted", (row, head) => `tr_${suffixOfRow(row, head)}`)],
  reserved: NO_EVENTS,
  cleared: [eventOf<TransferRow>("transfer.posted", reservedTransferIdOf)],
  released: NO_EVENTS,
  failed: [eventOf<TransferRow>("transfer.failed", (row, head) => `tr_${suffixOfRow(row, head)}`)],
};

export const transferEvents: EventsByKind = {
  [TRANSFER_ROW]: (fact) => BY_STEP[(fact as TransferRow).step],
  [TRANSFER_REVERSED]: oneEvent("transfer.reversed", (fact: TransferReversed) => fact.transferId),
  // A refused item of a batch made no transfer.
  [TRANSFER_BATCH_REFUSED]: noEvents,
};

/** The transfer that a hold reserved has the same id suffix as the hold (decision 0009). */
function reservedTransferIdOf({ extras }: TransferRow): string {
  const suffix = suffixOf("th", extras?.transferHoldId ?? "");
  invariant(suffix !== undefined, "a row that settles names its hold");
  return `tr_${suffix}`;
}
