/**
 * The events of transfers. Every movement of money is a posted transfer, whichever operation caused
 * it. A failed transfer has an event although its request was refused. A reservation and its
 * release have only events of the hold, of the payout or of the received credit.
 */
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import {
  type EventOfKind,
  type EventSource,
  type EventsByKind,
  type EventType,
  eventOf,
  eventTypesOf,
  type FactEvent,
  noEvents,
  oneEvent,
} from "../../contract/declare/event.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import { reservedSuffix } from "../ledger/reservation.ts";
import { type Step, TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import type { HoldFact } from "../transfer_hold/transfer_hold_facts.ts";
import { findTransfer, type StoredTransfer, suffixOfRow } from "./find_transfer.ts";
import { endByRow, endOfHold, isEndedByHold, type ReservationEnd } from "./reservation_end.ts";
import { TRANSFER_BATCH_REFUSED } from "./transfer_batch.ts";
import { transferJson } from "./transfer_json.ts";
import { TRANSFER_REVERSED, type TransferReversed } from "./transfer_reversal.ts";
import { Transfer } from "./transfer_schema.ts";
import { transferOnceMade, transferOnceReversed, transferOnceSettled } from "./transfer_view.ts";

export const transferEventTypes: readonly EventType[] = [
  {
    type: "transfer.posted",
    description: "Money moved from one account to another, whichever operation moved it.",
    object: Transfer,
    isDense: true,
  },
  ...eventTypesOf("transfer", Transfer, {
    failed: "A transfer was refused because of money, or because of the status of an account.",
    reversed: "Money of a transfer was given back, all or a part of it.",
  }),
];

const NO_EVENTS: readonly FactEvent[] = [];
const ONCE_MADE: EventOfKind<TransferRow> = {
  resourceIdOf: (row, head) => `tr_${suffixOfRow(row, head)}`,
  objectOf: (row, source) => transferOnceMade(source, row, source.record),
  objectTextOf: (row, { snapshot, names, record }) => ({
    text: transferJson(row, record, names, accountIdsOf(snapshot)),
    revision: 1,
  }),
};

/** The one event of a posted row. */
export const POSTED_EVENT = eventOf("transfer.posted", { ...ONCE_MADE, isDense: true });

const BY_STEP: Record<Step, readonly FactEvent[]> = {
  posted: [POSTED_EVENT],
  reserved: NO_EVENTS,
  cleared: [
    eventOf<TransferRow>("transfer.posted", {
      resourceIdOf: reservedTransferIdOf,
      objectOf: (row, source) =>
        transferOnceSettled(source, reservedTransferOf(row, source), endOf(row, source.record)),
      previousOf: (row, source) => {
        const { row: reserved, record } = reservedTransferOf(row, source);
        const { amountMinor } = reserved;
        return {
          ...(row.amountMinor !== amountMinor && { amount: String(amountMinor) }),
          status: "pending",
          ...(record.timeMs !== source.record.timeMs && {
            ledgerTimestamp: isoTime(record.timeMs),
          }),
        };
      },
    }),
  ],
  released: NO_EVENTS,
  failed: [eventOf("transfer.failed", ONCE_MADE)],
};

export const transferEvents: EventsByKind = {
  [TRANSFER_ROW]: (fact) => BY_STEP[(fact as TransferRow).step],
  [TRANSFER_REVERSED]: oneEvent<TransferReversed>("transfer.reversed", {
    resourceIdOf: ({ transferId }) => transferId,
    objectOf: ({ kind: _, ...reversal }, source) =>
      transferOnceReversed(source, transferAt(source, reversal.transferId), reversal),
    previousOf: beforeReversal,
  }),
  // A refused item of a batch made no transfer.
  [TRANSFER_BATCH_REFUSED]: noEvents,
};

/** The transfer of a row that settles. */
function reservedTransferIdOf(row: TransferRow): string {
  const suffix = reservedSuffix(row);
  invariant(suffix !== undefined, "a row that settles names what had reserved");
  return `tr_${suffix}`;
}

function reservedTransferOf(row: TransferRow, source: EventSource): StoredTransfer {
  return transferAt(source, reservedTransferIdOf(row));
}

function transferAt({ snapshot, record }: EventSource, transferId: string): StoredTransfer {
  const found = findTransfer((place) => snapshot.record(place), record.realm, transferId);
  invariant(found !== undefined, "a fact names a transfer that is in the log");
  return found;
}

/** The end of what a row settles, which the record has beside the row where it is a hold. */
function endOf(row: TransferRow, record: StoredRecord): ReservationEnd {
  if (!isEndedByHold(row)) return endByRow(row, record);
  const fact = record.facts.find(({ kind }) => kind === "transfer_hold.cleared.1");
  invariant(fact !== undefined, "a row that settles stands beside the fact of its hold");
  const { kind: _, ...hold } = fact as HoldFact;
  return endOfHold(hold);
}

/** What a reversal changes in answers, as it was. */
function beforeReversal(reversal: TransferReversed, { record }: EventSource): object {
  const { reversedMinor, reversalTransferIds, reversedAtMs } = reversal;
  const row = record.facts.find(
    (fact) =>
      fact.kind === TRANSFER_ROW &&
      (fact as TransferRow).extras?.reversalOf === reversal.transferId,
  ) as TransferRow | undefined;
  invariant(row !== undefined, "a reversal stands beside the row that gives the money back");
  const earlier = reversalTransferIds.slice(0, -1);
  const isFirst = earlier.length === 0;
  return {
    ...(reversedAtMs !== undefined && { status: "posted" }),
    reversedAmount: isFirst ? null : String(BigInt(reversedMinor) - row.amountMinor),
    reversalTransferIds: isFirst ? null : earlier,
  };
}
