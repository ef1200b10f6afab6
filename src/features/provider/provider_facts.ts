/** What happens to the configuration of providers. */
import { type EventsOf, noEvents } from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { ProviderDocument } from "./provider_document.ts";
import type { ProviderState } from "./provider_state.ts";

export type ProviderFact = {
  kind: "provider.configured.1" | "provider.retired.1" | "provider.resealed.1";
  provider: Omit<ProviderDocument, "realm">;
};

const put: Apply<ProviderState> = ({ providers }, fact, { realm }) => {
  const { provider } = fact as ProviderFact;
  providers.set(provider.provider, { realm, ...provider });
};

export const providerFacts: Record<ProviderFact["kind"], Apply<ProviderState>> = {
  "provider.configured.1": put,
  "provider.retired.1": put,
  "provider.resealed.1": put,
};

export const providerEvents: Record<string, EventsOf> = Object.fromEntries(
  Object.keys(providerFacts).map((kind) => [kind, noEvents]),
);

/** The fact of a document after a change. */
export function providerFact(
  kind: ProviderFact["kind"],
  { realm: _, ...provider }: ProviderDocument,
): ProviderFact {
  return { kind, provider };
}
