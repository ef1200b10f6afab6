/**
 * How the facts of transfers change the state. The ledger moves the money; this file keeps external
 * ids and reversals.
 */
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import { applyTransferRow } from "../ledger/ledger.ts";
import { reservedSuffix } from "../ledger/reservation.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { suffixOfRow } from "./find_transfer.ts";
import { isEndedByHold } from "./reservation_end.ts";
import { TRANSFER_BATCH_REFUSED } from "./transfer_batch.ts";
import { TRANSFER_REVERSED, type TransferReversed } from "./transfer_reversal.ts";
import type { TransferState } from "./transfer_state.ts";

export const transferFacts: Record<string, Apply<TransferState>> = {
  [TRANSFER_ROW]: (state, fact, head) => {
    const row = fact as TransferRow;
    applyTransferRow(state, row, head);
    endReservation(state, row, head);
    // A failed transfer has no external id, and the external id of a reserved transfer is the
    // hold's.
    const externalId = row.step === "posted" ? row.extras?.externalId : undefined;
    if (externalId === undefined) return;
    state.transferExternalIds.claim(head.realm, externalId, suffixOfRow(row, head));
  },
  [TRANSFER_REVERSED]: (state, fact, head) => {
    const { kind: _, ...reversal } = fact as TransferReversed;
    const suffix = suffixOf("tr", reversal.transferId);
    invariant(suffix !== undefined, "a reversal names a transfer");
    state.transferReversals.set(suffix, { realm: head.realm, ...reversal });
  },
  // The fact is only for the reply: a refused item changes nothing.
  [TRANSFER_BATCH_REFUSED]: () => {},
};

/** Keeps where the reservation of a payout, or of a credit that is sent back, ended; a hold keeps it itself. */
function endReservation({ payoutEnds }: TransferState, row: TransferRow, head: RecordHead): void {
  if (isEndedByHold(row)) return;
  const suffix = reservedSuffix(row);
  if (suffix !== undefined) payoutEnds.set(suffix, { realm: head.realm, place: head.place });
}
