/**
 * transfer_hold.expire: the system gives a reservation back once its deadline has passed. A caller
 * is refused with `operation_not_allowed` before the shard gets the request.
 */
import { isoTime } from "../../base/iso_time.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { releaseHold } from "./hold_release.ts";
import { refuseEnded, transferHoldNotFound } from "./transfer_hold_document.ts";
import { TransferHold, TransferHoldPath } from "./transfer_hold_schema.ts";
import type { TransferHoldState } from "./transfer_hold_state.ts";

export const transferHoldExpire = declareWrite<TransferHoldState>()({
  id: "transfer_hold.expire",
  summary: "Expire a transfer hold",
  description: "Done by the system when the deadline has passed; no caller may.",
  http: { method: "POST", path: "/transfer-holds/{transferHoldId}/expire" },
  principals: ["system"],
  scope: undefined,
  path: TransferHoldPath,
  output: TransferHold,
  refusals: [
    "transfer_hold_not_found",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["transfer_hold.expired"],
  decide(state, { transferHoldId }, context) {
    const hold = state.transferHolds.byId(context.realm, transferHoldId);
    if (hold === undefined) return transferHoldNotFound(transferHoldId);
    const ended = refuseEnded(hold);
    if (ended !== undefined) return ended;
    const clockMs = productClockMs(state, context);
    if (hold.expiresAtMs > clockMs) {
      const expiresAt = isoTime(hold.expiresAtMs);
      const now = isoTime(clockMs);
      return refuseConstraint("deadline_passed", `the deadline ${expiresAt} is after ${now}`, {
        transferHoldId,
        expiresAt,
        now,
      });
    }
    return releaseHold(state, hold, "expired", context);
  },
});
