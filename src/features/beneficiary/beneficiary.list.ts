/** beneficiary.list: who can be paid, and behind them all the reserved beneficiary, which is older than any. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { ownProductOf } from "../own_product.ts";
import { listed } from "../resource_reads.ts";
import { RESERVED_ID } from "./beneficiary_document.ts";
import { beneficiaries, reservedBeneficiary } from "./beneficiary_noun.ts";

export const beneficiaryList = declareRead({
  id: "beneficiary.list",
  summary: "List beneficiaries",
  description:
    "Newest first, archived ones too; the last is the reserved one, `revenue`. `search` looks in name, nickname, chosen id and external id, whatever the case, and takes a beneficiary id.",
  http: { method: "GET", path: "/beneficiaries" },
  principals: PRODUCT_CALLERS,
  scope: "beneficiaries:read",
  ...listed(beneficiaries, (context) => {
    const document = reservedBeneficiary(ownProductOf(context));
    return { document, suffix: RESERVED_ID, atMs: document.createdAtMs };
  }),
});
