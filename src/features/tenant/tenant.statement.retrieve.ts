/** tenant.statement.retrieve: a month of the whole company. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { monthAfter, refuseEvidence } from "../calendar_month.ts";
import { companyStatement, missingOf, monthsOf, openProducts } from "./company_statement.ts";
import { CompanyStatement, StatedMonth } from "./company_statement_schema.ts";

export const tenantStatementRetrieve = declareRead({
  id: "tenant.statement.retrieve",
  summary: "Retrieve the statement of the company for a month",
  description:
    "The sealed statements of all its Products, added up. Each is compared with the ledger, as by `statement.retrieve`: where one does not agree, nothing is shown.",
  tag: "Statements",
  http: { method: "GET", path: "/tenant/statements/{month}" },
  principals: PEOPLE,
  scope: "statements:read",
  acts: { on: "tenant" },
  runsIn: "pool",
  path: Type.Object({ month: StatedMonth }, { additionalProperties: false }),
  output: CompanyStatement,
  refusals: ["statement_evidence_incomplete"],
  read(snapshot, { month }, context) {
    const products = openProducts(snapshot, context);
    const [newest] = monthsOf(products, monthAfter(month));
    if (newest?.month !== month) {
      return refuseEvidence(month, "seal", `no Product of the company has sealed ${month}`);
    }
    const wrong = missingOf(products, newest.sealed);
    if (wrong !== undefined) {
      const message = `the ledger's ${wrong.missing} of ${month} do not agree with the statement of ${wrong.productId}`;
      return refuseEvidence(month, wrong.missing, message);
    }
    return found(companyStatement(products, newest, context));
  },
});
