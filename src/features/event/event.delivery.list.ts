/** event.delivery.list: what became of sending an event to the endpoints. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { Id, ListQuery, listOf } from "../../contract/values/formats.ts";
import { answerPage } from "../../contract/values/page.ts";
import { timeRangeOf } from "../record_walk.ts";
import { DeliveryReader } from "../webhook_delivery/webhook_delivery_reader.ts";
import { WebhookDelivery } from "../webhook_delivery/webhook_delivery_schema.ts";
import { deliveryResource } from "../webhook_delivery/webhook_delivery_view.ts";
import { EventLog } from "./event_log.ts";
import { eventNotFound } from "./event_not_found.ts";

export const eventDeliveryList = declareRead({
  id: "event.delivery.list",
  summary: "List the deliveries of an event",
  description:
    "One for each endpoint of the Product that it was sent to, from the first attempt on; the newest endpoint first.",
  http: { method: "GET", path: "/events/{eventId}/deliveries" },
  principals: PRODUCT_CALLERS,
  scope: "events:read",
  path: Type.Object({ eventId: Id("evt") }, { additionalProperties: false }),
  query: ListQuery,
  output: listOf(WebhookDelivery, "WebhookDeliveryList"),
  refusals: ["resource_not_found"],
  read(snapshot, { eventId, limit, cursor, ...filters }, context) {
    const { realm, principal } = context;
    const log = EventLog.of(snapshot, realmKeyOf(principal));
    const event = log?.withId(eventId);
    if (log === undefined || event === undefined || realm === undefined) {
      return eventNotFound(eventId);
    }
    const reader = new DeliveryReader(snapshot, realm, log);
    const { fromMs, belowMs } = timeRangeOf(filters);
    return answerPage(
      {
        limit: limit === undefined ? undefined : String(limit),
        cursor,
        filters: { ...filters, eventId },
        *walk(after) {
          for (const { position, item } of reader.ofEvent(event.number, after)) {
            const isIn = item && item.createdAtMs >= fromMs && item.createdAtMs < belowMs;
            yield { position, item: isIn ? deliveryResource(item, principal) : undefined };
          }
        },
      },
      context,
    );
  },
});
