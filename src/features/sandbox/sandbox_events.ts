/**
 * What is told of a sandbox: that its clock moved, and that it was reset. A Product has one sandbox, so
 * the id of the Product names both the sandbox and its clock.
 */
import { type EventsByKind, noEvents, oneEvent } from "../../contract/event.ts";
import { REALM_OPENED, REALM_RENEWED } from "../../contract/realm_document.ts";

const advanced = oneEvent("sandbox.clock.advanced", (_fact, _head, { productId }) => productId);

export const sandboxEvents: EventsByKind = {
  [REALM_OPENED]: noEvents,
  [REALM_RENEWED]: oneEvent("sandbox.reset", (_fact, _head, { productId }) => productId),
  "sandbox.clock_advanced.1": advanced,
  // The event belongs to the request that told the clock; what is due on the way has its own events.
  "sandbox.clock_told.1": advanced,
  "sandbox.clock_stepped.1": noEvents,
  "sandbox.clock_arrived.1": noEvents,
};
