/** sandbox.kyc_outcome.create: says how a verification of the simulator goes on; sandbox only. */
import { type Static, Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described, withField } from "../../contract/declare/schema_marks.ts";
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import { Id, notBlank } from "../../contract/values/formats.ts";
import { entityNotFound } from "../entity/entity_resource.ts";
import { KYC_FIELD_NAMES } from "../entity/kyc_fields.ts";
import { verificationNotFound, verificationResource } from "../entity/verification_resource.ts";
import { Verification, VerifiedTier } from "../entity/verification_schema.ts";
import { decidedVerification } from "./decided_verification.ts";
import type { SandboxState } from "./sandbox_state.ts";

const KycOutcomeDraft = Type.Object(
  {
    verificationId: Id("ver"),
    entityId: Type.Optional(
      described(
        Id("ent"),
        "The entity that the verification must be of, where you want that checked.",
      ),
    ),
    outcome: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        "One of the outcomes that `catalog.provider.list` has: `verified` ends it well, `rejected` for good, `requires_input` asks for fields again.",
      examples: ["verified"],
    }),
    tier: Type.Optional(
      described(
        VerifiedTier,
        "Of `verified`: the tier that is attained; that which was asked for.",
      ),
    ),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field: Type.Union(
              KYC_FIELD_NAMES.map((name) => Type.Literal(name)),
              { description: "The name of the field, as it is submitted." },
            ),
            reason: notBlank(
              Type.String({
                minLength: 1,
                maxLength: 200,
                description: "Why it is not accepted; whoever reads the profile sees it.",
              }),
            ),
          },
          {
            title: "JudgedKycField",
            description: "A field that the provider does not accept, and why.",
            additionalProperties: false,
          },
        ),
        {
          minItems: 1,
          maxItems: KYC_FIELD_NAMES.length,
          description:
            "Of `rejected` and `requires_input`: the fields that are not accepted; all that no verification has met where it is left out.",
        },
      ),
    ),
  },
  {
    title: "KycOutcomeDraft",
    description: "What the simulator shall find.",
    additionalProperties: false,
    // For readers of the contract; `checkDraft` does the check.
    if: { properties: { outcome: { const: "verified" } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: withField("fields") },
    else: { not: withField("tier") },
  },
);
type KycOutcomeDraft = Static<typeof KycOutcomeDraft>;

export const sandboxKycOutcomeCreate = declareWrite<SandboxState>()({
  id: "sandbox.kyc_outcome.create",
  summary: "Decide a verification as the simulator",
  description:
    "Of a verification that its provider has accepted. Without it the simulator verifies by itself, 24 hours later by the sandbox's clock.",
  http: { method: "POST", path: "/sandbox/kyc-outcomes", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:write",
  acts: { on: "product", by: "verificationId" },
  environment: "sandbox",
  body: KycOutcomeDraft,
  output: Verification,
  refusals: [
    "entity_not_found",
    "resource_not_found",
    "provider_outcome_unsupported",
    "state_conflict",
    "ledger_unavailable",
  ],
  events: ["entity.kyc.verified", "entity.kyc.rejected", "entity.kyc.requires_input"],
  check: checkDraft,
  decide(state, { verificationId, entityId, ...reported }, context) {
    const { realm, principal } = context;
    if (entityId !== undefined && state.entities.byId(realm, entityId) === undefined) {
      return entityNotFound(entityId);
    }
    const verification = state.verifications.byId(realm, verificationId);
    const isOfEntity = entityId === undefined || verification?.entityId === entityId;
    if (verification === undefined || !isOfEntity) return verificationNotFound(verificationId);
    const decided = decidedVerification(state, verification, reported, context);
    if (decided.refused) return decided;
    return accept([decided.fact], verificationResource(decided.fact.verification, principal));
  },
});

function checkDraft({ outcome, tier, fields }: KycOutcomeDraft): InputIssue[] {
  const issues: InputIssue[] = [];
  const misplaced = (path: string, goesWith: string) => {
    issues.push({ code: "unknown_field", message: `${path} goes with ${goesWith}`, path: [path] });
  };
  if (tier !== undefined && outcome !== "verified") misplaced("tier", "the outcome verified");
  if (fields !== undefined && outcome === "verified") misplaced("fields", "the other outcomes");
  return issues;
}
