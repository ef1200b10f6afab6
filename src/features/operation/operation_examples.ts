/** The examples of operations: what became of the request that paid for an order. */
import type { Example } from "../../contract/document/example.ts";
import { ORDER_OPERATION, PRODUCT } from "../example_ids.ts";

export const operationExamples: readonly Example[] = [
  {
    at: "09:00",
    operation: "operation.list",
    query: { productId: PRODUCT, operation: "transfer.create", status: "succeeded", limit: 1 },
  },
  { at: "09:01", operation: "operation.retrieve", path: { operationId: ORDER_OPERATION } },
  { at: "09:01:10", operation: "operation.effect.list", path: { operationId: ORDER_OPERATION } },
];
