/** The refusal for an id that names no event here: unknown, malformed and foreign ids alike. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";

export function eventNotFound(eventId: string): Refusal<"resource_not_found"> {
  const message = noSuchHere("evt", eventId);
  return refuse("resource_not_found", message, { resourceType: "event", eventId });
}
