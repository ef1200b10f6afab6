/** transfer_hold.cancel: gives the whole reservation back to the source account. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuseOver } from "./hold_deadline.ts";
import { releaseHold } from "./hold_release.ts";
import { transferHoldNotFound } from "./transfer_hold_document.ts";
import { TransferHold, TransferHoldPath } from "./transfer_hold_schema.ts";
import type { TransferHoldState } from "./transfer_hold_state.ts";

export const transferHoldCancel = declareWrite<TransferHoldState>()({
  id: "transfer_hold.cancel",
  summary: "Cancel a transfer hold",
  description: "Before its deadline. Works on a frozen account too: the money stays where it is.",
  http: { method: "POST", path: "/transfer-holds/{transferHoldId}/cancel" },
  principals: PRODUCT_CALLERS,
  scope: "transfer_holds:write",
  path: TransferHoldPath,
  output: TransferHold,
  refusals: ["transfer_hold_not_found", "state_conflict", "ledger_unavailable"],
  events: ["transfer_hold.cancelled"],
  decide(state, { transferHoldId }, context) {
    const hold = state.transferHolds.byId(context.realm, transferHoldId);
    if (hold === undefined) return transferHoldNotFound(transferHoldId);
    return refuseOver(state, hold, context) ?? releaseHold(state, hold, "cancelled", context);
  },
});
