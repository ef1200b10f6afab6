/** What a shard keeps of transfer holds. */
import { suffixOf } from "../../base/id.ts";
import { DocumentTable, EntryTable } from "../../contract/table.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { ExpiryQueue } from "./expiry_queue.ts";
import type { TransferHoldDocument } from "./transfer_hold_document.ts";

export const TRANSFER_HOLD_TABLE = 13;
export const ACCOUNT_TRANSFER_HOLD_TABLE = 14;

export type TransferHoldState = SandboxState & ReturnType<typeof createTransferHoldState>;

export function createTransferHoldState() {
  return {
    transferHolds: new DocumentTable<TransferHoldDocument>("transfer_hold", TRANSFER_HOLD_TABLE),
    /** Holds by account, for readers: key is the account's suffix and the hold's. */
    accountTransferHolds: new EntryTable("account_transfer_hold", ACCOUNT_TRANSFER_HOLD_TABLE),
    /** Reserved holds by deadline; rebuilt from the holds, never stored. */
    expiries: new ExpiryQueue(),
  };
}

/** The hold behind an id, or undefined: unknown, malformed and foreign ids look the same. */
export function holdOf(
  { transferHolds }: Pick<TransferHoldState, "transferHolds">,
  scope: number,
  transferHoldId: string,
): TransferHoldDocument | undefined {
  const suffix = suffixOf("th", transferHoldId);
  return suffix === undefined ? undefined : transferHolds.get(scope, suffix);
}
