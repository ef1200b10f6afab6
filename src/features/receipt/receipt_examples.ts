/** The examples of receipts: the lasting outcome of the payment for an order. */
import type { Example } from "../../contract/document/example.ts";
import { ORDER_RECEIPT, PRODUCT } from "../example_ids.ts";

export const receiptExamples: readonly Example[] = [
  {
    at: "09:02",
    operation: "receipt.list",
    query: { productId: PRODUCT, operation: "transfer.create", outcome: "succeeded", limit: 1 },
  },
  { at: "09:03", operation: "receipt.retrieve", path: { receiptId: ORDER_RECEIPT } },
];
