/** The example of an idempotency key: the key that the payment for an order was sent with. */
import type { Example } from "../../contract/document/example.ts";
import { ORDER_KEY } from "../example_ids.ts";

export const idempotencyKeyExamples: readonly Example[] = [
  {
    at: "09:04",
    operation: "idempotency_key.retrieve",
    path: { idempotencyKey: ORDER_KEY },
  },
];
