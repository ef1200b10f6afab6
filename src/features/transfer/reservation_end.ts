/**
 * How the reservation of a transfer ended: a hold says it itself; of a payout, and of a credit that is sent back, the row that
 * settles or releases says it, whose place this table keeps.
 */
import { type Place, suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { actorOfHead, actorText } from "../../contract/records/actor.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { placeOfTransfer } from "../ledger/correction.ts";
import { reservedSuffix } from "../ledger/reservation.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { TransferHoldDocument } from "../transfer_hold/transfer_hold_document.ts";
import { transferHolds } from "../transfer_hold/transfer_hold_resource.ts";

/** The transfer was posted, or all that it had reserved was given back. */
export type ReservationEnd = {
  status: "posted" | "voided";
  /** Minor units that moved, decimal; "0" of one that was voided. */
  settledMinor: string;
  endedAtMs: number;
  changedBy: string;
  /** The revision of the transfer from then on. */
  revision: number;
};

/** Where the record is that has the row which ended the reservation of a payout, or of a credit that is sent back. */
export type PayoutEnd = { realm: number; place: Place };

/** By the characters of the transfer's id; not of holds. */
export function createPayoutEnds(): DocumentTable<PayoutEnd> {
  return new DocumentTable<PayoutEnd>({
    name: "payout_end",
    code: LEDGER_TABLE.payoutEnd,
    stored: {},
  });
}

/**
 * The place of the record that has booked a transfer which no hold had reserved: the one that settled it, or else the one that
 * made it.
 */
export function bookedPlace(
  { payoutEnds }: { payoutEnds: DocumentTable<PayoutEnd> },
  { realm, transferId }: { realm: number; transferId: string },
): Place | undefined {
  const end = payoutEnds.get(realm, suffixOf("tr", transferId) ?? "");
  return end?.place ?? placeOfTransfer(transferId);
}

/** Whether a hold had reserved the money of the row, which says itself how it ended. */
export function isEndedByHold({ extras = {} }: Pick<TransferRow, "extras">): boolean {
  return extras.payoutId === undefined && extras.receivedCreditId === undefined;
}

/** The end of a reservation that is not a hold's, by the row that settles or releases it. */
export function endByRow({ step, amountMinor }: TransferRow, head: RecordHead): ReservationEnd {
  return {
    status: step === "cleared" ? "posted" : "voided",
    settledMinor: String(amountMinor),
    endedAtMs: head.timeMs,
    changedBy: actorText(actorOfHead(head)),
    revision: 2,
  };
}

/** The end of a hold that is not reserved any more. */
export function endOfHold(hold: Omit<TransferHoldDocument, "realm">): ReservationEnd {
  const { status, clearedMinor, endedAtMs, updatedAtMs, changedBy, revision } = hold;
  return {
    status: status === "cleared" ? "posted" : "voided",
    settledMinor: clearedMinor,
    endedAtMs: endedAtMs ?? updatedAtMs,
    changedBy,
    revision,
  };
}

function endAt(snapshot: Snapshot, { place }: PayoutEnd, suffix: string): ReservationEnd {
  const record = snapshot.record(place);
  const row = record?.facts.find(
    (fact) => fact.kind === TRANSFER_ROW && reservedSuffix(fact as TransferRow) === suffix,
  );
  invariant(record !== undefined && row !== undefined, "the end of a reservation is in the log");
  return endByRow(row as TransferRow, record);
}

/** How the reservation of the row ended, as a snapshot shows it; undefined while it lasts. */
export function reservationEnd(
  snapshot: Snapshot,
  row: TransferRow,
  { realm, suffix }: { realm: number; suffix: string },
): ReservationEnd | undefined {
  if (!isEndedByHold(row)) {
    const value = snapshot.get(LEDGER_TABLE.payoutEnd, realm, suffix);
    return value && endAt(snapshot, decodeDocument<PayoutEnd>(value), suffix);
  }
  const value = snapshot.get(transferHolds.table.code, realm, suffix);
  if (value === undefined) return undefined;
  const hold = transferHolds.decoded(value);
  return hold.status === "reserved" ? undefined : endOfHold(hold);
}
