/** webhook_delivery.list: what was sent to the endpoints of a Product, newest first. */
import { type Static, Type } from "@sinclair/typebox";
import { declareRead, type ReadContext } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { EventLog } from "../event/event_log.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { placeInPosition, positionOfPlace, timeRangeOf } from "../record_walk.ts";
import { DeliveryReader } from "./webhook_delivery_reader.ts";
import { WebhookDelivery, WebhookDeliveryStatus } from "./webhook_delivery_schema.ts";
import { deliveryResource, type SeenDelivery } from "./webhook_delivery_view.ts";

/** Deliveries that the server looks at for one page. */
const STEPS_OF_PAGE_MAX = 1_000;

const WebhookDeliveryListQuery = listQuery({
  productId: Id("prod"),
  webhookEndpointId: Type.Optional(described(Id("whe"), "Only those to this endpoint.")),
  eventId: Type.Optional(described(Id("evt"), "Only those of this event.")),
  status: Type.Optional(described(WebhookDeliveryStatus, "Only deliveries in this status.")),
});
type WebhookDeliveryListQuery = Static<typeof WebhookDeliveryListQuery>;

export const webhookDeliveryList = declareRead({
  id: "webhook_delivery.list",
  summary: "List webhook deliveries",
  description: `A delivery is listed from its first attempt on. The server looks at ${STEPS_OF_PAGE_MAX} deliveries for a page: where few of them match the filters, the page can be short or empty, and still has a cursor.`,
  http: { method: "GET", path: "/webhook-deliveries" },
  principals: PRODUCT_CALLERS,
  scope: "webhooks:read",
  query: WebhookDeliveryListQuery,
  output: listOf(WebhookDelivery, "WebhookDeliveryList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal } = context;
    const other = refuseOtherProduct(principal, input.productId);
    if (other !== undefined) return other;
    const { limit, cursor, ...filters } = input;
    return answerPage(
      {
        limit: limit === undefined ? undefined : String(limit),
        cursor,
        filters,
        scanMax: STEPS_OF_PAGE_MAX,
        *walk(position) {
          for (const { position: at, item } of rowsOf(snapshot, input, context, position)) {
            const isMatch = item !== undefined && matches(item, input);
            yield { position: at, item: isMatch ? deliveryResource(item, principal) : undefined };
          }
        },
      },
      context,
    );
  },
});

function* rowsOf(
  snapshot: Snapshot,
  input: WebhookDeliveryListQuery,
  { realm, principal }: ReadContext,
  position: string | undefined,
): Generator<WalkRow<SeenDelivery>> {
  const log = EventLog.of(snapshot, realmKeyOf(principal));
  if (log === undefined || realm === undefined) return;
  const reader = new DeliveryReader(snapshot, realm, log);
  if (input.eventId !== undefined) {
    const event = log.withId(input.eventId);
    if (event !== undefined) yield* reader.ofEvent(event.number, position);
    return;
  }
  const [at, nth] = position?.split(".") ?? [];
  const place = placeInPosition(at);
  const index = Number(nth);
  for (const step of reader.recent(input.webhookEndpointId, place)) {
    if (step.place === place && step.index >= index) continue;
    yield { position: `${positionOfPlace(snapshot, step.place)}.${step.index}`, item: step.item };
  }
}

function matches(
  { status, webhookEndpointId, createdAtMs }: SeenDelivery,
  input: WebhookDeliveryListQuery,
): boolean {
  const { fromMs, belowMs } = timeRangeOf(input);
  const isMeant =
    input.webhookEndpointId === undefined || input.webhookEndpointId === webhookEndpointId;
  const isInStatus = input.status === undefined || input.status === status;
  return isMeant && isInStatus && createdAtMs >= fromMs && createdAtMs < belowMs;
}
