/** The refusal for an id that names no delivery here: unknown, malformed and foreign ids alike. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";

export function webhookDeliveryNotFound(webhookDeliveryId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere("whd", webhookDeliveryId), {
    resourceType: "webhook_delivery",
    webhookDeliveryId,
  });
}
