/** The part of a shard's state about transfer holds. */
import { ResourceTable } from "../../contract/declare/resource.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import type { TransferHoldDocument } from "./transfer_hold_document.ts";
import { transferHolds } from "./transfer_hold_resource.ts";

export type TransferHoldState = SandboxState & ReturnType<typeof createTransferHoldState>;

export function createTransferHoldState() {
  return { transferHolds: new ResourceTable<TransferHoldDocument>(transferHolds) };
}
