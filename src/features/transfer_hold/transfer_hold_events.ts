/** The events of a hold: one for each status that the hold reaches. */
import { type EventsOf, eventTypesOf, oneEvent } from "../../contract/declare/event.ts";
import type { HoldStatus } from "./transfer_hold_document.ts";
import type { HoldFact } from "./transfer_hold_facts.ts";
import { transferHoldJson } from "./transfer_hold_json.ts";
import { TransferHold } from "./transfer_hold_schema.ts";

export const transferHoldEventTypes = eventTypesOf("transfer_hold", TransferHold, {
  reserved: "An amount was reserved.",
  cleared: "The reserved amount, or a part of it, was paid; the rest went back.",
  cancelled: "A hold was cancelled, and the whole amount went back.",
  expired: "A hold expired, and the whole amount went back.",
});

export const transferHoldEvents: Record<HoldFact["kind"], EventsOf> = {
  "transfer_hold.reserved.1": eventNamed("reserved"),
  "transfer_hold.cleared.1": eventNamed("cleared"),
  "transfer_hold.cancelled.1": eventNamed("cancelled"),
  "transfer_hold.expired.1": eventNamed("expired"),
};

function eventNamed(status: HoldStatus): EventsOf {
  return oneEvent<HoldFact>(`transfer_hold.${status}`, {
    resourceIdOf: ({ transferHoldId }) => transferHoldId,
    objectOf: ({ kind: _, ...hold }, { names }) => transferHoldJson(hold, names),
    previousOf: (hold) => (status === "reserved" ? undefined : previousOf(hold)),
  });
}

/** What a hold's end changes in answers, as it was: a hold ends only once, as it was reserved. */
function previousOf({ status, clearedMinor, amountMinor }: HoldFact): object {
  return {
    ...(clearedMinor !== "0" && { clearedAmount: "0" }),
    ...(clearedMinor !== amountMinor && { releasedAmount: "0" }),
    ...(status === "cleared" && { clearedTransferId: null }),
    status: "reserved",
  };
}
