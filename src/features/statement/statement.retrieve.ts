/** statement.retrieve: the sealed statement of a month of a Product. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuseEvidence } from "../calendar_month.ts";
import { missingEvidence } from "./statement_evidence.ts";
import { statements } from "./statement_noun.ts";

export const statementRetrieve = declareRead({
  id: "statement.retrieve",
  summary: "Retrieve a statement of the Product",
  description:
    "A sealed month never changes. It is compared with the days of the ledger each time: where they do not agree, nothing is shown.",
  http: { method: "GET", path: "/statements/{statementId}" },
  principals: PRODUCT_CALLERS,
  scope: "statements:read",
  path: statements.path,
  output: statements.output,
  refusals: ["resource_not_found", "statement_evidence_incomplete"],
  read(snapshot, { statementId }, { realm, principal }) {
    const seen = statements.find(snapshot, realm, statementId);
    if (seen === undefined) return statements.notFound(statementId);
    const { document } = seen;
    const missing = missingEvidence(snapshot, document);
    if (missing !== undefined) {
      const message = `the ledger's ${missing} of ${document.month} do not agree with the statement`;
      return refuseEvidence(document.month, missing, message);
    }
    return found(statements.show(document, principal, seen.suffix));
  },
});
