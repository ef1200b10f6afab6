/**
 * provider.retire: no new request goes to a provider any more; what it was sent before is asked about, and its
 * news are taken. Main runs it on every ledger shard (`npm run admin -- provider remove`).
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import type { ProviderDocument } from "./provider_document.ts";
import { ofProviders } from "./provider_facts.ts";
import { providerNotFound } from "./provider_not_found.ts";
import { OperatorName, ProviderPath, ProviderStep } from "./provider_schema.ts";
import type { ProviderState } from "./provider_state.ts";

const Retirement = Type.Object(
  { user: OperatorName },
  { title: "ProviderRetirement", additionalProperties: false },
);

export const providerRetire = declareWrite<ProviderState>()({
  id: "provider.retire",
  summary: "Retire a provider of live",
  http: { method: "POST", path: "/platform/providers/{provider}/retire" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  path: ProviderPath,
  body: Retirement,
  output: ProviderStep,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  decide({ providers }, { provider, user }, { nowMs }) {
    const known = providers.find(provider);
    if (known === undefined) return providerNotFound(provider);
    if (known.status === "retired") {
      const message = `provider ${provider} is retired already`;
      return refuse("state_conflict", message, { expected: "serving", actual: "retired" });
    }
    const revision = known.revision + 1;
    const retired: ProviderDocument = {
      ...{ ...known, status: "retired", updatedAtMs: nowMs, revision },
      changedBy: `operator:${user}`,
    };
    const fact = ofProviders.fact("retired", retired);
    return accept([fact], { provider, status: "retired", revision });
  },
});
