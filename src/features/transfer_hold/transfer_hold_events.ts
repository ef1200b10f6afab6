/** The events of a hold: one for each status that the hold reaches. */
import { type EventsOf, oneEvent } from "../../contract/event.ts";
import type { HoldStatus } from "./transfer_hold_document.ts";
import type { HoldFact } from "./transfer_hold_facts.ts";

export const transferHoldEvents: Record<HoldFact["kind"], EventsOf> = {
  "transfer_hold.reserved.1": eventNamed("reserved"),
  "transfer_hold.cleared.1": eventNamed("cleared"),
  "transfer_hold.cancelled.1": eventNamed("cancelled"),
  "transfer_hold.expired.1": eventNamed("expired"),
};

function eventNamed(status: HoldStatus): EventsOf {
  return oneEvent(`transfer_hold.${status}`, ({ transferHoldId }: HoldFact) => transferHoldId);
}
