/** beneficiary.retrieve: one beneficiary, by the id that was made or chosen for it; the reserved one too. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { ownProductOf, refuseOtherProduct } from "../own_product.ts";
import {
  beneficiaryNotFound,
  beneficiaryResource,
  reservedBeneficiary,
  seenBeneficiary,
} from "./beneficiary_noun.ts";
import { isReserved } from "./beneficiary_rules.ts";
import { Beneficiary, BeneficiaryPath, BeneficiaryQuery } from "./beneficiary_schema.ts";

export const beneficiaryRetrieve = declareRead({
  id: "beneficiary.retrieve",
  summary: "Read a beneficiary",
  description: "The beneficiary as it is now, archived ones too. Account numbers are masks.",
  http: { method: "GET", path: "/beneficiaries/{beneficiaryId}" },
  principals: PRODUCT_CALLERS,
  scope: "beneficiaries:read",
  acts: { on: "product", by: "beneficiaryId" },
  path: BeneficiaryPath,
  query: BeneficiaryQuery,
  output: Beneficiary,
  refusals: ["resource_not_found"],
  read(snapshot, { beneficiaryId, productId }, context) {
    const { realm, principal } = context;
    const other = refuseOtherProduct(principal, productId);
    if (other !== undefined) return other;
    if (isReserved(beneficiaryId)) {
      return found(beneficiaryResource(reservedBeneficiary(ownProductOf(context)), principal));
    }
    const seen = seenBeneficiary(snapshot, realm, beneficiaryId);
    if (seen === undefined) return beneficiaryNotFound(beneficiaryId);
    return found(beneficiaryResource(seen.document, principal));
  },
});
