/** sandbox.provider_outcome.create: says what the simulator makes of something that it was asked for; sandbox only. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { EnvironmentName, Id } from "../../contract/values/formats.ts";
import { verificationNotFound } from "../entity/verification_resource.ts";
import { decidedVerification } from "./decided_verification.ts";
import type { SandboxState } from "./sandbox_state.ts";

const Resource = Type.Object(
  {
    type: Type.Literal("verification", {
      title: "ProviderResourceType",
      description: "What it is.",
    }),
    id: Id("ver"),
  },
  {
    title: "ProviderResource",
    description: "What a provider was asked for.",
    additionalProperties: false,
  },
);
const outcomeField = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: ["verified"] });

export const sandboxProviderOutcomeCreate = declareWrite<SandboxState>()({
  id: "sandbox.provider_outcome.create",
  summary: "Decide what a provider was asked for",
  description:
    "Of a resource that its provider has accepted, of any kind of provider. Of a verification `sandbox.kyc_outcome.create` can say more: the tier, and the fields that are not accepted.",
  http: { method: "POST", path: "/sandbox/provider-outcomes", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:write",
  acts: { on: "product", by: "resource.id" },
  environment: "sandbox",
  body: Type.Object(
    {
      resource: Resource,
      outcome: outcomeField(
        "One of the outcomes that `catalog.provider.list` has for the resource's kind.",
      ),
    },
    {
      title: "ProviderOutcomeDraft",
      description: "What the simulator shall find.",
      additionalProperties: false,
    },
  ),
  output: Type.Object(
    {
      resource: Resource,
      provider: Type.String({ description: "Who was asked." }),
      outcome: outcomeField("What the provider says."),
      status: Type.String({ description: "The status of the resource now." }),
      environment: EnvironmentName,
    },
    {
      title: "ProviderOutcome",
      description: "What a provider says of a resource, and what became of the resource.",
      additionalProperties: false,
    },
  ),
  refusals: [
    "resource_not_found",
    "provider_outcome_unsupported",
    "state_conflict",
    "ledger_unavailable",
  ],
  events: ["entity.kyc.verified", "entity.kyc.rejected", "entity.kyc.requires_input"],
  decide(state, { resource, outcome }, context) {
    const { realm, principal } = context;
    const verification = state.verifications.byId(realm, resource.id);
    if (verification === undefined) return verificationNotFound(resource.id, ["resource", "id"]);
    const decided = decidedVerification(state, verification, { outcome }, context);
    if (decided.refused) return decided;
    const { provider, status } = decided.fact.verification;
    const { environment } = principal;
    return accept([decided.fact], { resource, provider, outcome, status, environment });
  },
});
