/** The part of a shard's state about transfers that is not the ledger's: the reversals, and how the payouts ended. */
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { TransferHoldState } from "../transfer_hold/transfer_hold_state.ts";
import { createPayoutEnds } from "./reservation_end.ts";
import type { TransferReversal } from "./transfer_reversal.ts";

export type TransferState = TransferHoldState & ReturnType<typeof createTransferState>;

export function createTransferState() {
  return {
    transferReversals: new DocumentTable<TransferReversal>({
      name: "transfer_reversal",
      code: LEDGER_TABLE.transferReversal,
      stored: {},
    }),
    payoutEnds: createPayoutEnds(),
  };
}
