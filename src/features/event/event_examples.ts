/** The examples of events: what was told of the payment for an order. */
import type { Example } from "../../contract/document/example.ts";
import { ORDER, ORDER_EVENT, PRODUCT } from "../example_ids.ts";

export const eventExamples: readonly Example[] = [
  {
    at: "09:03:10",
    operation: "event.list",
    query: { productId: PRODUCT, resourceId: ORDER, types: "transfer.posted", limit: 1 },
    makes: { "items.0.id": ORDER_EVENT },
    shows: { "items.0.data.object": ["transferId", "amount", "currency", "status"] },
  },
  {
    at: "09:03:20",
    operation: "event.retrieve",
    path: { eventId: ORDER_EVENT },
  },
];
