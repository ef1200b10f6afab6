/** The examples of developer logs: how the payment for an order came in. */
import type { Example } from "../../contract/document/example.ts";
import { ORDER_LOG, PRODUCT } from "../example_ids.ts";

export const developerLogExamples: readonly Example[] = [
  // Before the order too: the log finds an entry by the few seconds that its block may span.
  {
    at: "08:39:59",
    operation: "developer_log.list",
    isFurther: true,
    query: { productId: PRODUCT, limit: 1 },
  },
  {
    at: "08:40:01",
    operation: "developer_log.list",
    query: { productId: PRODUCT, operation: "transfer.create", status: "201", limit: 1 },
    makes: { "items.0.developerLogId": ORDER_LOG },
  },
  { at: "08:40:02", operation: "developer_log.retrieve", path: { developerLogId: ORDER_LOG } },
];
