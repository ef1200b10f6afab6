/** Requests to providers outside of the platform: durable intents, attempted until there is an answer. */
import type { Feature } from "../../contract/declare/feature.ts";
import { providerRequestNews } from "./provider_request.news.ts";
import { providerRequestProgress } from "./provider_request.progress.ts";
import { providerRequestReport } from "./provider_request.report.ts";
import { providerRequestResume } from "./provider_request.resume.ts";
import { providerRequestSimulate } from "./provider_request.simulate.ts";
import { providerRequestEvents, providerRequestFacts } from "./provider_request_facts.ts";
import { createProviderRequestState, simulatedAttempts } from "./provider_request_state.ts";

export const providerRequestFeature = {
  words: {
    ids: { preq: "a provider request" },
  },
  operations: [
    providerRequestSimulate,
    providerRequestResume,
    providerRequestReport,
    providerRequestProgress,
    providerRequestNews,
  ],
  facts: providerRequestFacts,
  eventsOf: providerRequestEvents,
  createState: createProviderRequestState,
  tables: ({ providerRequests, providerFaults }) => [providerRequests, providerFaults],
  due: [simulatedAttempts],
} satisfies Feature<Parameters<typeof providerRequestSimulate.decide>[0]>;
