/**
 * provider.reseal: puts the same secrets of a provider, sealed under the current key of the data directory, in
 * the place of those that were seen. A part of `npm run admin -- seal-key rotate`, which main runs.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import type { ProviderDocument } from "./provider_document.ts";
import { ofProviders } from "./provider_facts.ts";
import { providerNotFound } from "./provider_not_found.ts";
import { OperatorName, ProviderPath, ProviderStep, SealedText } from "./provider_schema.ts";
import type { ProviderState } from "./provider_state.ts";

/** The sealed texts as they were seen, each with the new one. */
const Resealed = Type.Object(
  {
    user: OperatorName,
    secrets: Type.Array(
      Type.Object({ seen: SealedText, sealed: SealedText }, { additionalProperties: false }),
      { maxItems: 2 },
    ),
  },
  { title: "ProviderResealing", additionalProperties: false },
);

export const providerReseal = declareWrite<ProviderState>()({
  id: "provider.reseal",
  summary: "Seal the secrets of a provider anew",
  http: { method: "POST", path: "/platform/providers/{provider}/reseal" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  path: ProviderPath,
  body: Resealed,
  output: ProviderStep,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  decide({ providers }, { provider, user, secrets }) {
    const known = providers.find(provider);
    if (known === undefined) return providerNotFound(provider);
    const own = known.secrets.map(({ sealed }) => sealed);
    if (own.join() !== secrets.map(({ seen }) => seen).join()) {
      const message = `the secrets of provider ${provider} are others by now`;
      return refuse("state_conflict", message, {
        ...{ expected: "the secrets seen", actual: "others" },
      });
    }
    const revision = known.revision + 1;
    const resealed: ProviderDocument = {
      ...known,
      secrets: known.secrets.map((secret, at) => ({ ...secret, ...sealedAt(secrets, at) })),
      revision,
      changedBy: `operator:${user}`,
    };
    const fact = ofProviders.fact("resealed", resealed);
    return accept([fact], { provider, status: known.status, revision });
  },
});

function sealedAt(secrets: readonly { sealed: string }[], at: number): { sealed?: string } {
  const secret = secrets[at];
  return secret === undefined ? {} : { sealed: secret.sealed };
}
