/** The feature of comparisons of providers' books that the clock begins. */
import type { Feature } from "../../contract/declare/feature.ts";
import { providerComparisonEnd } from "./provider_comparison.end.ts";
import { providerComparisonTell } from "./provider_comparison.tell.ts";
import {
  providerComparisonEvents,
  providerComparisonEventTypes,
  providerComparisonFacts,
} from "./provider_comparison_facts.ts";
import {
  createProviderComparisonState,
  type ProviderComparisonState,
} from "./provider_comparison_state.ts";

export const providerComparisonFeature = {
  operations: [providerComparisonEnd, providerComparisonTell],
  events: providerComparisonEventTypes,
  facts: providerComparisonFacts,
  eventsOf: providerComparisonEvents,
  createState: createProviderComparisonState,
  tables: ({ providerComparisons, toldComparisons }) => [providerComparisons, toldComparisons],
} satisfies Feature<ProviderComparisonState>;
