/** event.retrieve: one event by its id. */
import { Type } from "@sinclair/typebox";
import { foundAs } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { Id } from "../../contract/values/formats.ts";
import { eventForm } from "./event_document.ts";
import { EventLog } from "./event_log.ts";
import { eventNotFound } from "./event_not_found.ts";
import { Event } from "./event_schema.ts";

export const eventRetrieve = declareRead({
  id: "event.retrieve",
  summary: "Retrieve an event",
  description: "Always the same answer: an event never changes, and is kept for good.",
  http: { method: "GET", path: "/events/{eventId}" },
  principals: PRODUCT_CALLERS,
  scope: "events:read",
  path: Type.Object({ eventId: Id("evt") }, { additionalProperties: false }),
  output: Event,
  refusals: ["resource_not_found"],
  read(snapshot, { eventId }, { principal }) {
    const event = EventLog.of(snapshot, realmKeyOf(principal))?.withId(eventId);
    if (event === undefined) return eventNotFound(eventId);
    const { documentOf, jsonOf } = eventForm(snapshot, principal);
    return foundAs(
      () => documentOf(event),
      () => jsonOf(event),
    );
  },
});
