/**
 * Deadlines of holds, by the Product's clock: from the millisecond of its deadline on, a hold can
 * only expire.
 */
import { isoTime } from "../../base/iso_time.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { refuseEnded, type TransferHoldDocument } from "./transfer_hold_document.ts";
import type { TransferHoldState } from "./transfer_hold_state.ts";

/**
 * The refusal of a request to end a hold that has ended or whose deadline has passed. Both cases
 * have the same code, so no caller can see whether the expiry is already on record.
 */
export function refuseOver(
  state: TransferHoldState,
  hold: TransferHoldDocument,
  context: DecisionContext,
): Refusal<"state_conflict"> | undefined {
  const ended = refuseEnded(hold);
  const { transferHoldId, status, expiresAtMs } = hold;
  if (ended !== undefined || expiresAtMs > productClockMs(state, context)) return ended;
  const expiresAt = isoTime(expiresAtMs);
  const message = `the deadline ${expiresAt} of transfer hold ${transferHoldId} has passed`;
  return refuse("state_conflict", message, {
    transferHoldId,
    status,
    expiresAt,
    expected: "before_deadline",
    actual: "after_deadline",
  });
}
