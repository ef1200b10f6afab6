/** beneficiary.archive: a beneficiary cannot be paid any more, for ever. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { type BeneficiaryPart, beneficiaries } from "./beneficiary_noun.ts";
import { changeable } from "./beneficiary_rules.ts";
import { Beneficiary, BeneficiaryPath, BeneficiaryQuery } from "./beneficiary_schema.ts";

export const beneficiaryArchive = declareWrite<BeneficiaryPart>()({
  id: "beneficiary.archive",
  summary: "Archive a beneficiary",
  description:
    "It is final: nothing is paid to it any more. It stays in lists, and its ids stay taken. Who is to be paid again is created again.",
  http: { method: "POST", path: "/beneficiaries/{beneficiaryId}/archive" },
  principals: PRODUCT_CALLERS,
  scope: "beneficiaries:write",
  acts: { on: "product", by: "beneficiaryId" },
  path: BeneficiaryPath,
  query: BeneficiaryQuery,
  output: Beneficiary,
  refusals: [
    "resource_not_found",
    "beneficiary_id_reserved",
    "state_conflict",
    "ledger_unavailable",
  ],
  events: ["beneficiary.archived"],
  decide(state, { beneficiaryId, productId }, context) {
    const known = changeable(state, { beneficiaryId, productId }, context);
    if (known.refused) return known;
    const { beneficiary } = known;
    const archived = { ...beneficiary, status: "archived" as const };
    return beneficiaries.acceptChange("archived", beneficiary, archived, context);
  },
});
