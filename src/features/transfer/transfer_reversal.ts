/** How much of a transfer was given back. Only a transfer that was reversed has such a document, which stays in the state. */
export type TransferReversal = {
  realm: number;
  transferId: string;
  /** Minor units, decimal. */
  reversedMinor: string;
  reversalTransferIds: string[];
  /** The time at which the whole amount was given back; absent before. */
  reversedAtMs?: number;
  changedBy: string;
  /** The transfer's revision before its first reversal, plus one for each reversal. */
  revision: number;
  updatedAtMs: number;
};

/** The fact that money of a transfer was given back; the reversal's row is in the same record. */
export type TransferReversed = Omit<TransferReversal, "realm"> & { kind: typeof TRANSFER_REVERSED };

export const TRANSFER_REVERSED = "transfer.reversed.1";
