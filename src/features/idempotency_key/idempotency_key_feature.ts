/** The look-up of idempotency keys. */
import type { Feature } from "../../contract/feature.ts";
import { idempotencyKeyRetrieve } from "./idempotency_key.retrieve.ts";

export const idempotencyKeyFeature = {
  operations: [idempotencyKeyRetrieve],
} satisfies Feature;
