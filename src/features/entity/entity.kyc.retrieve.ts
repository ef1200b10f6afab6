/** entity.kyc.retrieve: the tier of an entity, what was submitted of it, and what the next tier requires. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { entities, entityNotFound } from "./entity_resource.ts";
import { EntityPath } from "./entity_schema.ts";
import { kycProfileIn } from "./kyc_profile_reads.ts";
import { kycProfileResource } from "./kyc_profile_resource.ts";
import { KycProfile } from "./kyc_profile_schema.ts";

export const entityKycRetrieve = declareRead({
  id: "entity.kyc.retrieve",
  summary: "Read an entity's KYC profile",
  description:
    "Names of fields and how each stands, never a value: what was submitted is shown to nobody again.",
  http: { method: "GET", path: "/entities/{entityId}/kyc" },
  principals: PRODUCT_CALLERS,
  scope: "kyc:read",
  path: EntityPath,
  output: KycProfile,
  refusals: ["entity_not_found"],
  read(snapshot, { entityId }, { realm }) {
    const seen = entities.find(snapshot, realm, entityId);
    if (seen === undefined) return entityNotFound(entityId);
    return found(kycProfileResource(kycProfileIn(snapshot, seen)));
  },
});
