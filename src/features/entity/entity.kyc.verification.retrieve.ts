/** entity.kyc.verification.retrieve: reads one verification of an entity. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { entities } from "./entity_resource.ts";
import { verifications } from "./verification_resource.ts";
import { Verification, VerificationPath } from "./verification_schema.ts";

export const entityKycVerificationRetrieve = declareRead({
  id: "entity.kyc.verification.retrieve",
  summary: "Retrieve a verification",
  description: "The verification as it is now.",
  http: { method: "GET", path: "/entities/{entityId}/kyc/verifications/{verificationId}" },
  principals: PRODUCT_CALLERS,
  scope: "kyc:read",
  acts: { on: "product", by: "entityId" },
  path: VerificationPath,
  output: Verification,
  refusals: ["entity_not_found", "resource_not_found"],
  read(snapshot, { entityId, verificationId }, { realm, principal }) {
    const entity = entities.find(snapshot, realm, entityId);
    if (entity === undefined) return entities.notFound(entityId);
    const seen = verifications.find(snapshot, realm, verificationId);
    if (seen?.document.entityId !== entityId) return verifications.notFound(verificationId);
    return found(verifications.show(seen.document, principal, seen.suffix));
  },
});
