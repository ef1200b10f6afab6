/** entity.kyc.verification.list: the verifications of an entity, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listedWithin } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { entities } from "./entity_resource.ts";
import { EntityPath } from "./entity_schema.ts";
import { verifications } from "./verification_resource.ts";

export const entityKycVerificationList = declareRead({
  id: "entity.kyc.verification.list",
  summary: "List the verifications of an entity",
  description: "Newest first; those that are over too.",
  http: { method: "GET", path: "/entities/{entityId}/kyc/verifications" },
  principals: PRODUCT_CALLERS,
  scope: "kyc:read",
  ...listedWithin(verifications, {
    parent: entities,
    path: EntityPath,
    index: LEDGER_TABLE.verificationByEntity,
    filters: ["status"],
  }),
});
