/** The look-up of idempotency keys. */
import type { Feature } from "../../contract/declare/feature.ts";
import { idempotencyKeyRetrieve } from "./idempotency_key.retrieve.ts";
import { idempotencyKeyExamples } from "./idempotency_key_examples.ts";
import { idempotencyKeyWords } from "./idempotency_key_words.ts";

export const idempotencyKeyFeature = {
  tag: "Operations",
  words: idempotencyKeyWords,
  operations: [idempotencyKeyRetrieve],
  examples: idempotencyKeyExamples,
} satisfies Feature;
