/** The API key in use. */
import type { Feature } from "../../contract/feature.ts";
import { apiKeyCurrentRetrieve } from "./api_key.current.retrieve.ts";
import { apiKeyTell } from "./api_key.tell.ts";
import { apiKeyExamples } from "./api_key_examples.ts";
import { apiKeyEvents, apiKeyEventTypes, apiKeyFacts } from "./api_key_told.ts";

export const apiKeyFeature = {
  tag: { name: "API keys", description: "The credentials of a Product." },
  operations: [apiKeyCurrentRetrieve, apiKeyTell],
  examples: apiKeyExamples,
  events: apiKeyEventTypes,
  facts: apiKeyFacts,
  eventsOf: apiKeyEvents,
} satisfies Feature;
