/** How much of a transfer has been given back. Only transfers that were reversed have one. */
export type TransferReversal = {
  scope: number;
  transferId: string;
  /** Minor units, decimal. */
  reversedMinor: string;
  reversalTransferIds: string[];
  /** Set when nothing is left to reverse. */
  reversedAtMs?: number;
  changedBy: string;
  /** Of the transfer itself: its revision before the first reversal, and one for each. */
  revision: number;
  updatedAtMs: number;
};

/** Money of a transfer was given back; the reversal's own row is in the same record. */
export type TransferReversed = Omit<TransferReversal, "scope"> & { kind: typeof TRANSFER_REVERSED };

export const TRANSFER_REVERSED = "transfer.reversed.1";
