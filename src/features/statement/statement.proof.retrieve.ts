/**
 * statement.proof.retrieve: what anyone needs to check, with the published key alone, that a statement is what the log says:
 * the proof of the record that sealed the month, and the record. Served, and not in the contract, as the proof of a receipt.
 */
import { suffixOf } from "../../base/id.ts";
import { hasScope } from "../../contract/declare/caller.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { refuseEvidence } from "../calendar_month.ts";
import { provingRecord } from "../receipt/receipt_proving.ts";
import { StatementProof } from "../receipt/statement_proof_schema.ts";
import { recordOfSuffix } from "../record_walk.ts";
import { statements } from "./statement_noun.ts";

/** The record of a sealing has the month's usage too. */
const FURTHER_SCOPE = "usage:read";

export const statementProofRetrieve = declareRead({
  id: "statement.proof.retrieve",
  summary: "Prove a statement of the Product",
  http: { method: "GET", path: "/statements/{statementId}/proof" },
  principals: PRODUCT_CALLERS,
  scope: "statements:read",
  inContract: false,
  proves: true,
  path: statements.path,
  output: StatementProof,
  refusals: ["missing_required_scope", "resource_not_found", "statement_evidence_incomplete"],
  read(snapshot, { statementId }, { realm, principal, caller }) {
    if (!hasScope(caller, FURTHER_SCOPE)) {
      const message = `the record of a sealing has the usage of the month too; the key lacks ${FURTHER_SCOPE}`;
      const operation = "statement.proof.retrieve";
      return refuse("missing_required_scope", message, { scope: FURTHER_SCOPE, operation });
    }
    const seen = statements.find(snapshot, realm, statementId);
    if (seen === undefined) return statements.notFound(statementId);
    const { document, suffix } = seen;
    const recordSuffix = suffixOf(statements.prefix, statementId) ?? "";
    const record = recordOfSuffix((place) => snapshot.record(place), realm, recordSuffix);
    if (record === undefined) {
      const message = `the record that sealed ${document.month} is not in the log`;
      return refuseEvidence(document.month, "record", message);
    }
    const statement = statements.show(document, principal, suffix);
    return provingRecord(snapshot, record, principal, { isWhole: true, more: { statement } });
  },
});
