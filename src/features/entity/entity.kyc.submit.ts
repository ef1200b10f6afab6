/**
 * entity.kyc.submit: takes fields of an entity for a tier. Their values are sealed under the entity's own key
 * before anything is written; the record, the event and every answer have only the names of the fields.
 */
import { Type } from "@sinclair/typebox";
import { canonicalJson } from "../../base/canonical_json.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import type { KycTier } from "../ledger/roles.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import type { EntityDocument } from "./entity_document.ts";
import { refuseEntityStatus, refuseErased } from "./entity_lifecycle.ts";
import { entities, entityNotFound } from "./entity_resource.ts";
import { EntityPath, KycTierName } from "./entity_schema.ts";
import { suffixOfEntity } from "./entity_tables.ts";
import { changeOfKyc, profileOrEmpty } from "./kyc_change.ts";
import { KycFields } from "./kyc_field_schemas.ts";
import { tierOfField } from "./kyc_fields.ts";
import { refuseInReview } from "./kyc_lifecycle.ts";
import type { KycField, KycProfileDocument } from "./kyc_profile_document.ts";
import { KycProfile } from "./kyc_profile_schema.ts";
import { endOfValidityMs, issuesOfFields, refuseCountries } from "./kyc_values.ts";

/** `kind` is `unknown` where the snapshot had no such entity. */
type Prepared =
  | { kind: "sealed"; sealed: Record<string, string>; digest: string }
  | { kind: "unknown" }
  | { kind: "erased" };

export const entityKycSubmit = declareWrite<SandboxState>()({
  id: "entity.kyc.submit",
  summary: "Submit fields of an entity for a tier",
  description:
    "A field that is sent again replaces the one before. Fields of other tiers are kept for later. Values are sealed at once and never shown again, by no operation. Start the verification when `requirements` has nothing that is `missing` or `rejected`.",
  http: { method: "POST", path: "/entities/{entityId}/kyc" },
  principals: PRODUCT_CALLERS,
  scope: "kyc:write",
  path: EntityPath,
  body: Type.Object(
    {
      tier: described(
        Type.Union([Type.Literal("tier_1"), Type.Literal("tier_2"), Type.Literal("tier_3")], {
          description: KycTierName.description ?? "",
        }),
        "The tier that is asked for: the attained one, to verify it anew, or a higher one.",
      ),
      fields: KycFields,
    },
    {
      title: "KycSubmission",
      description: "What is submitted of an entity, and for which tier.",
      additionalProperties: false,
    },
  ),
  output: KycProfile,
  refusals: [
    "entity_not_found",
    "entity_status_forbidden",
    "invalid_request",
    "kyc_country_unsupported",
    "state_conflict",
    "ledger_unavailable",
  ],
  events: ["entity.kyc.submitted"],
  preparesWith: { snapshot: true },
  prepare: sealFields,
  secrets: { digest: (prepared) => (prepared.kind === "sealed" ? prepared.digest : "") },
  decide(state, { entityId, tier, fields }, context) {
    const { realm, prepared, nowMs } = context;
    const before = state.entities.byId(realm, entityId);
    if (before === undefined) return entityNotFound(entityId);
    const refused =
      refuseEntityStatus(before, ["active", "restricted"]) ??
      (before.erasedAtMs === undefined ? undefined : refuseErased(before));
    if (refused !== undefined) return refused;
    const issues = issuesOfFields(state, before, fields, productClockMs(state, context));
    if (issues.length > 0) return refuseIssues(issues);
    const refusal = refuseCountries(fields) ?? refuseInReview(before) ?? refuseLower(before, tier);
    if (refusal !== undefined) return refusal;
    if (prepared.kind === "erased") return refuseErased(before);
    // The entity was made after the snapshot of the preparation: nobody could know its id.
    if (prepared.kind === "unknown") return entityNotFound(entityId);
    const values = state.kycValues.get(realm, suffixOfEntity(entityId));
    const after: EntityDocument = { ...before, kycStatus: "submitted" };
    const { fact, profile } = changeOfKyc(
      state,
      "kyc.submitted",
      before,
      after,
      {
        profile: withFields(profileOrEmpty(state, before), before, tier, fields, nowMs),
        values: { entityId, sealed: { ...values?.sealed, ...prepared.sealed } },
      },
      context,
    );
    return accept([fact], profile);
  },
});

/** Seals the values. A key is made only for an entity that exists. */
async function sealFields(
  { entityId, fields }: { entityId: string; fields: KycFields },
  tools: PreparationTools,
): Promise<Prepared> {
  if (entities.find(tools.snapshot(), tools.realm, entityId) === undefined) {
    return { kind: "unknown" };
  }
  const sealing = await tools.entitySealing(entityId);
  if (sealing === undefined) return { kind: "erased" };
  const sealed = Object.entries(fields).map(([name, value]) => [
    name,
    sealing.sealed(name, canonicalJson(value)),
  ]);
  return {
    kind: "sealed",
    sealed: Object.fromEntries(sealed),
    digest: sealing.digest(canonicalJson(fields)),
  };
}

function refuseLower(
  { kycTier }: EntityDocument,
  tier: KycTier,
): Refusal<"state_conflict"> | undefined {
  if (tier >= kycTier) return undefined;
  return refuse("state_conflict", `${kycTier} is attained; ask for it or a higher tier`, {
    expected: kycTier,
    actual: tier,
  });
}

function withFields(
  profile: Omit<KycProfileDocument, "realm">,
  { kind }: EntityDocument,
  tier: KycTier,
  submitted: KycFields,
  nowMs: number,
): Omit<KycProfileDocument, "realm"> {
  const fields: Record<string, KycField> = { ...profile.fields };
  for (const field of Object.keys(submitted)) {
    const asking = tierOfField(kind, field) as KycTier;
    fields[field] = { tier: asking, submittedAtMs: nowMs, status: "pending" };
  }
  const { identityDocument } = submitted;
  if (identityDocument !== undefined) {
    const field = fields["identityDocument"] as KycField;
    fields["identityDocument"] = { ...field, validUntilMs: endOfValidityMs(identityDocument) };
  }
  return { ...profile, tierRequested: tier, fields };
}
