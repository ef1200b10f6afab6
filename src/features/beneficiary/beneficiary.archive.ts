/** beneficiary.archive: a beneficiary cannot be paid any more, for ever. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { type BeneficiaryPart, beneficiaries } from "./beneficiary_noun.ts";
import { changeable } from "./beneficiary_rules.ts";
import { Beneficiary, BeneficiaryPath, BeneficiaryQuery } from "./beneficiary_schema.ts";
import { checkGivenUp } from "./payee_check.ts";

export const beneficiaryArchive = declareWrite<BeneficiaryPart & ProviderRequestState>()({
  id: "beneficiary.archive",
  summary: "Archive a beneficiary",
  description:
    "It is final: nothing is paid to it any more. A bank that is still asked about it is asked no more. It stays in lists, and its ids stay taken. Who is to be paid again is created again.",
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
    const named = { beneficiaryId, productId };
    const known = changeable(state, named, context, ["pending", "active", "blocked"]);
    if (known.refused) return known;
    const { beneficiary } = known;
    const archived = { ...beneficiary, status: "archived" as const };
    const fact = beneficiaries.changeFact("archived", beneficiary, archived, context);
    const { facts, ...accepted } = beneficiaries.accept(fact, context);
    return { ...accepted, facts: [...facts, ...checkGivenUp(state, beneficiary, context)] };
  },
});
