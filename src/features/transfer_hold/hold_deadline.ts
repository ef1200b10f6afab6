/** A deadline by the Product's clock: from its millisecond on a hold can only expire. */
import { isoTime } from "../../base/iso_time.ts";
import type { DecisionContext } from "../../contract/operation.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { refuseEnded, type TransferHoldDocument } from "./transfer_hold_document.ts";
import type { TransferHoldState } from "./transfer_hold_state.ts";

/**
 * What a caller who would end a hold is told when it has ended, or must: the same code, so that
 * nobody sees whether the expiry is on record yet.
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
  return refuse("state_conflict", message, { transferHoldId, status, expiresAt });
}
