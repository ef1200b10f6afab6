/**
 * What is told of a sandbox: that its clock moved, and that it was reset. A Product has one sandbox, so
 * the id of the Product names both the sandbox and its clock.
 */
import { isoTime } from "../../base/iso_time.ts";
import {
  type EventOfKind,
  type EventsByKind,
  eventTypesOf,
  noEvents,
  oneEvent,
} from "../../contract/declare/event.ts";
import { REALM_OPENED, REALM_RENEWED } from "../../contract/records/realm_document.ts";
import type { Fact } from "../../contract/records/record.ts";
import {
  SANDBOX_CLOCK_STEPPED,
  type SandboxClockAdvanced,
  type SandboxClockTold,
} from "./sandbox_facts.ts";
import { SandboxClockResource, SandboxReset } from "./sandbox_schema.ts";

export const sandboxEventTypes = [
  ...eventTypesOf("sandbox.clock", SandboxClockResource, {
    advanced:
      "The clock of the sandbox was told to go on; what is due on the way has its own events.",
  }),
  ...eventTypesOf("sandbox", SandboxReset, {
    reset: "The sandbox was emptied; the numbers of its events go on.",
  }),
];

export const sandboxEvents: EventsByKind = {
  [REALM_OPENED]: noEvents,
  [REALM_RENEWED]: oneEvent("sandbox.reset", {
    resourceIdOf: (_fact, _head, { productId }) => productId,
    objectOf: (_fact, { record, names: { productId, environment } }) => ({
      productId,
      environment,
      resetAt: isoTime(record.timeMs),
    }),
  }),
  "sandbox.clock_advanced.1": advanced<SandboxClockAdvanced>(({ effectiveAtMs }) => effectiveAtMs),
  // The event belongs to the request that told the clock; what is due on the way has its own events.
  "sandbox.clock_told.1": advanced<SandboxClockTold>(({ toMs }) => toMs),
  [SANDBOX_CLOCK_STEPPED]: noEvents,
  "sandbox.clock_arrived.1": noEvents,
};

/** `toMsOf`: where the clock was told to go, milliseconds UTC. */
function advanced<F extends Fact>(toMsOf: (fact: F) => number) {
  const event: EventOfKind<F> = {
    resourceIdOf: (_fact, _head, { productId }) => productId,
    objectOf: (fact, { names: { productId } }) => ({
      productId,
      effectiveAt: isoTime(toMsOf(fact)),
    }),
  };
  return oneEvent("sandbox.clock.advanced", event);
}
