/** entity.kyc.requirement.list: what a tier and all tiers below it require of an entity, with the status of each. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Cursor, Limit, listOf } from "../../contract/values/formats.ts";
import { answerPage } from "../../contract/values/page.ts";
import { entities, entityNotFound } from "./entity_resource.ts";
import { EntityPath, KycTierName } from "./entity_schema.ts";
import { kycProfileIn } from "./kyc_profile_reads.ts";
import { KycRequirement } from "./kyc_profile_schema.ts";
import { requirementsOf, tierInView } from "./kyc_requirements.ts";

export const entityKycRequirementList = declareRead({
  id: "entity.kyc.requirement.list",
  summary: "List what a tier asks of an entity",
  description:
    "In the order of the tiers, from the lowest. `identityDocument` and `proofOfAddress` each ask for a field and for a document file.",
  http: { method: "GET", path: "/entities/{entityId}/kyc/requirements" },
  principals: PRODUCT_CALLERS,
  scope: "kyc:read",
  path: EntityPath,
  query: Type.Object(
    {
      tier: Type.Optional(
        described(
          KycTierName,
          "The tier, with all below it; by default the one that was asked for last, or else the next one.",
        ),
      ),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    },
    { additionalProperties: false },
  ),
  output: listOf(KycRequirement, "KycRequirementList"),
  refusals: ["entity_not_found"],
  read(snapshot, { entityId, tier, limit, cursor }, context) {
    const seen = entities.find(snapshot, context.realm, entityId);
    if (seen === undefined) return entityNotFound(entityId);
    const { entity, profile } = kycProfileIn(snapshot, seen);
    const rows = requirementsOf(entity, profile, tier ?? tierInView(entity, profile));
    return answerPage(
      {
        limit,
        cursor,
        filters: { entityId, tier },
        *walk(after) {
          const done = rows.findIndex(({ field }) => field === after) + 1;
          for (const item of rows.slice(done)) yield { position: item.field, item };
        },
      },
      context,
    );
  },
});
