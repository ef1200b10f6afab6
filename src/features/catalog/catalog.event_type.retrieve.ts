/** catalog.event_type.retrieve: one type of event, with the schema of its data and an example. */
import { Type } from "@sinclair/typebox";
import { didYouMean } from "../../base/nearest.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { EventTypeDetail } from "./event_type_schema.ts";
import { catalogEventTypes, exampleOfEvent } from "./event_types.ts";

export const catalogEventTypeRetrieve = declareRead({
  id: "catalog.event_type.retrieve",
  summary: "Retrieve an event type",
  description: "One type of event, with the schema of what is delivered and an example.",
  http: { method: "GET", path: "/catalog/event-types/{eventType}" },
  principals: PRODUCT_CALLERS,
  scope: "catalog:read",
  acts: { on: "nothing" },
  path: Type.Object(
    {
      eventType: Type.String({
        minLength: 1,
        maxLength: 128,
        description: "Name of a type of event: its noun and what happened to it.",
        examples: ["transfer.posted"],
      }),
    },
    { additionalProperties: false },
  ),
  output: EventTypeDetail,
  refusals: ["resource_not_found"],
  read(_snapshot, { eventType }) {
    const entry = catalogEventTypes().get(eventType);
    if (entry !== undefined) return found({ ...entry, example: exampleOfEvent(entry) });
    const details = { resourceType: "event_type", eventType };
    const known = [...catalogEventTypes().keys()];
    const hint = didYouMean(eventType, known) || "; catalog.event_type.list has them all";
    return refuse("resource_not_found", `no such event type${hint}`, details);
  },
});
