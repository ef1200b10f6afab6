/** The API key in use. */
import type { Feature } from "../../contract/feature.ts";
import { apiKeyCurrentRetrieve } from "./api_key.current.retrieve.ts";
import { apiKeyExamples } from "./api_key_examples.ts";

export const apiKeyFeature = {
  tag: { name: "API keys", description: "The credentials of a Product." },
  operations: [apiKeyCurrentRetrieve],
  examples: apiKeyExamples,
} satisfies Feature;
