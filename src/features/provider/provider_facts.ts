/** What happens to the configuration of providers. */
import type { Apply } from "../../contract/declare/operation.ts";
import { declareFacts } from "../document_facts.ts";
import type { FactOf } from "../noun.ts";
import type { ProviderDocument } from "./provider_document.ts";
import type { ProviderState } from "./provider_state.ts";

export const ofProviders = declareFacts<ProviderDocument>()({
  noun: "provider",
  happenings: { configured: {}, retired: {}, resealed: {} },
});
export type ProviderFact = FactOf<typeof ofProviders>;

const put: Apply<ProviderState> = ({ providers }, fact, { realm }) => {
  const { provider } = fact as ProviderFact;
  providers.set(provider.provider, { realm, ...provider });
};

export const providerFacts = ofProviders.byKind(() => put);
