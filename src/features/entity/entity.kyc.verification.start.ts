/**
 * entity.kyc.verification.start: asks the provider to verify what was submitted of an entity. The intent is on
 * record before the provider is asked, and the answer waits until the provider has accepted or refused.
 */
import { Type } from "@sinclair/typebox";
import { accept, type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { KycTier } from "../ledger/roles.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import { newRequest } from "../provider_request/provider_request_changes.ts";
import {
  endingOfRequest,
  providerRequestsOf,
  resumeInputOf,
} from "../provider_request/provider_request_ending.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import { providerFor } from "../provider_request/serving_provider.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import type { EntityDocument } from "./entity_document.ts";
import { refuseEntityStatus } from "./entity_lifecycle.ts";
import { entityNotFound } from "./entity_resource.ts";
import { EntityPath } from "./entity_schema.ts";
import type { EntityState } from "./entity_state.ts";
import { suffixOfEntity } from "./entity_tables.ts";
import type { VerificationDocument } from "./verification_document.ts";
import { dropFacts, toldFact } from "./verification_lifecycle.ts";
import {
  refuseAttained,
  refuseUnderWay,
  refuseUnservedCountry,
  refuseUnsubmitted,
} from "./verification_requirements.ts";
import { ReturnUrl, Verification, VerifiedTier } from "./verification_schema.ts";
import { acceptedReply } from "./verification_subject.ts";

/** How long a verification may go on, by the Product's clock. */
const VERIFICATION_MS = 7 * 86_400_000;

const VerificationDraft = Type.Object(
  {
    tier: described(VerifiedTier, "The tier to attain."),
    returnUrl: Type.Optional(ReturnUrl),
  },
  {
    title: "VerificationDraft",
    description: "What to verify an entity for.",
    additionalProperties: false,
  },
);

export const entityKycVerificationStart = declareWrite<
  EntityState & SandboxState & ProviderState
>()({
  id: "entity.kyc.verification.start",
  summary: "Start a verification",
  description:
    "All that the tier asks for must be submitted, document files too. The answer comes when the provider has " +
    "accepted or refused. After a `provider_egress_failed` the same request with the same key asks again. One that " +
    "waits for input ends when another starts.",
  http: { method: "POST", path: "/entities/{entityId}/kyc/verifications", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "kyc:write",
  path: EntityPath,
  body: VerificationDraft,
  output: Verification,
  refusals: [
    "entity_not_found",
    "entity_status_forbidden",
    "kyc_country_unsupported",
    "state_constraint_failed",
    "provider_egress_rejected",
    "provider_egress_failed",
    "ledger_unavailable",
  ],
  events: ["entity.kyc.verification_started", "entity.kyc.verification_cancelled"],
  decide(state, { entityId, tier, returnUrl }, context) {
    const { realm, principal } = context;
    const entity = state.entities.byId(realm, entityId);
    if (entity === undefined) return entityNotFound(entityId);
    const key = suffixOfEntity(entityId);
    const profile = state.kycProfiles.get(realm, key) ?? { realm, entityId, fields: {} };
    const { verificationId = "" } = profile;
    const newest = state.verifications.byId(realm, verificationId);
    const clockMs = productClockMs(state, context);
    const refusal =
      refuseEntityStatus(entity) ??
      refuseUnservedCountry(entity) ??
      refuseUnsubmitted(entity, profile, tier, clockMs) ??
      refuseUnderWay(newest) ??
      refuseAttained(entity, profile, tier);
    if (refusal !== undefined) return refusal;
    const served = providerFor(state, principal.environment, "verification");
    if (served.refused) return served;
    const { provider } = served;
    const verification = newVerification(entity, { tier, provider, returnUrl }, clockMs, context);
    const after = {
      entity: { ...entity, kycStatus: "in_review" as const },
      profile: { ...profile, tierRequested: tier, verificationId: verification.verificationId },
      verification,
    };
    const replaced =
      newest?.status === "requires_input"
        ? dropFacts(state, { entity, profile, verification: newest }, after, context)
        : [];
    const request = newRequest(
      {
        kind: "verification",
        provider,
        subject: { type: "verification", id: verification.verificationId },
        request: {
          ...{ entityId, tier, kind: entity.kind, country: entity.country },
          ...(returnUrl !== undefined && { returnUrl }),
        },
      },
      clockMs,
      context,
    );
    return accept([
      ...replaced,
      toldFact(state, "kyc.verification_started", entity, after, context),
      ofRequests.fact("made", request),
    ]);
  },
  lasting: {
    endOf: (record, names, state) =>
      endingOfRequest(record, state, (request) => acceptedReply(record, names, request)),
    resumedBy: { operation: "provider_request.resume", inputOf: resumeInputOf },
  },
  replyState: providerRequestsOf,
});

/** The verification before its first change, which starts it. */
function newVerification(
  { entityId }: EntityDocument,
  asked: { tier: KycTier; provider: string; returnUrl: string | undefined },
  clockMs: number,
  { realm, nowMs, actor, newId }: DecisionContext,
): VerificationDocument {
  const { tier, provider, returnUrl } = asked;
  return {
    realm,
    verificationId: newId("ver"),
    entityId,
    tier,
    provider,
    status: "pending",
    ...(returnUrl !== undefined && { returnUrl }),
    attempts: 0,
    expiresAtMs: clockMs + VERIFICATION_MS,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    reachedAtMs: { pending: nowMs },
    revision: 0,
    changedBy: actorText(actor),
  };
}
