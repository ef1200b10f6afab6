/** Requests to providers outside of the platform: durable intents, attempted until there is an answer. */
import type { Feature } from "../../contract/declare/feature.ts";
import {
  endsOfRequests,
  providerRequestEvents,
  providerRequestFacts,
} from "./provider_request_facts.ts";
import {
  createProviderRequestState,
  type ProviderRequestState,
  simulatedAttempts,
} from "./provider_request_state.ts";

export const providerRequestFeature = {
  words: {
    ids: { preq: "a provider request" },
  },
  operations: [],
  facts: providerRequestFacts,
  eventsOf: providerRequestEvents,
  ends: endsOfRequests,
  createState: createProviderRequestState,
  tables: ({ providerRequests, providerFaults }) => [providerRequests, providerFaults],
  due: [simulatedAttempts],
} satisfies Feature<ProviderRequestState>;
