/** The providers of live, as the operator has configured them. */
import type { Feature } from "../../contract/declare/feature.ts";
import { providerAccount } from "./provider.account.ts";
import { providerConfigure } from "./provider.configure.ts";
import { providerReseal } from "./provider.reseal.ts";
import { providerRetire } from "./provider.retire.ts";
import { ofProviders, providerFacts } from "./provider_facts.ts";
import { createProviderState, type ProviderState } from "./provider_state.ts";

export const providerFeature = {
  operations: [providerConfigure, providerAccount, providerRetire, providerReseal],
  facts: providerFacts,
  eventsOf: ofProviders.counted,
  createState: createProviderState,
  tables: ({ providers }) => [providers],
} satisfies Feature<ProviderState>;
