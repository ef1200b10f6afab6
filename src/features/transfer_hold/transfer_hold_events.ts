/** What is told of a hold: one event for each status that it reaches. */
import { type EventsOf, oneEvent } from "../../contract/event.ts";
import type { HoldStatus } from "./transfer_hold_document.ts";
import type { HoldFact } from "./transfer_hold_facts.ts";

export const transferHoldEvents: Record<HoldFact["kind"], EventsOf> = {
  "transfer_hold.reserved.1": told("reserved"),
  "transfer_hold.cleared.1": told("cleared"),
  "transfer_hold.cancelled.1": told("cancelled"),
  "transfer_hold.expired.1": told("expired"),
};

function told(status: HoldStatus): EventsOf {
  return oneEvent(`transfer_hold.${status}`, ({ transferHoldId }: HoldFact) => transferHoldId);
}
