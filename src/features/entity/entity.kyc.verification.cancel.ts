/** entity.kyc.verification.cancel: ends a verification without an outcome; what was submitted stays. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import type { EntityState } from "./entity_state.ts";
import { endFacts, findVerification, refuseVerificationStatus } from "./verification_lifecycle.ts";
import { placeOfVerification, verificationResource } from "./verification_resource.ts";
import { Verification, VerificationPath } from "./verification_schema.ts";

export const entityKycVerificationCancel = declareWrite<EntityState>()({
  id: "entity.kyc.verification.cancel",
  summary: "Cancel a verification",
  description:
    "The provider is not asked any more. What was submitted waits for another one; where a field or a document file is rejected or missing, the profile says `action_required`.",
  http: { method: "POST", path: "/entities/{entityId}/kyc/verifications/{verificationId}/cancel" },
  principals: PRODUCT_CALLERS,
  scope: "kyc:write",
  acts: { on: "product", by: "entityId" },
  path: VerificationPath,
  output: Verification,
  refusals: ["entity_not_found", "resource_not_found", "state_conflict", "ledger_unavailable"],
  events: ["entity.kyc.verification_cancelled"],
  decide(state, ids, context) {
    const parts = findVerification(state, context.realm, ids);
    if ("refused" in parts) return parts;
    const refusal = refuseVerificationStatus(parts.verification);
    if (refusal !== undefined) return refusal;
    const facts = endFacts(state, parts, "cancelled", context);
    return accept(facts, verificationResource(facts[0].verification, context.principal));
  },
  // The request that started the verification may still wait for the provider.
  continues: ({ verificationId }) => placeOfVerification(verificationId),
});
