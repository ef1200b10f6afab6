/** What is told of a sandbox: that its clock moved. A Product has one sandbox, so its id names the clock. */
import { type EventsByKind, noEvents, oneEvent } from "../../contract/event.ts";
import { SCOPE_OPENED } from "../../contract/scope_document.ts";

export const sandboxEvents: EventsByKind = {
  [SCOPE_OPENED]: noEvents,
  "sandbox.clock_advanced.1": oneEvent(
    "sandbox.clock.advanced",
    (_fact, _head, { productId }) => productId,
  ),
};
