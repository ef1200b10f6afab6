/**
 * account.statement.proof.retrieve: what anyone needs to check, with the published key alone, the statement of an account for a sealed
 * month: the platform's signature over the statement, and the proof of the record that has the last row of the account in or before
 * the month, whose balance is the closing. Of an account without such a row it is the record that opened the account. Served, and not
 * in the contract, as the proof of a receipt.
 */
import { Type } from "@sinclair/typebox";
import { declareRead, type ReadContext } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { refuseEvidence } from "../calendar_month.ts";
import { isShownWhole, refuseWholeRecord } from "../platform/whole_record.ts";
import { AccountStatementProof } from "../receipt/account_statement_proof_schema.ts";
import { provingRecord } from "../receipt/receipt_proving.ts";
import { recordOfSuffix, suffixOfRecord } from "../record_walk.ts";
import { type AccountMonth, accountMonth } from "../statement/account_month.ts";
import { StatementPath } from "../statement/statement_schema.ts";
import { statementOf } from "../statement/statement_view.ts";

export const accountStatementProofRetrieve = declareRead({
  id: "account.statement.proof.retrieve",
  summary: "Prove an account's statement of a month",
  http: { method: "GET", path: "/accounts/{accountId}/statements/{month}/proof" },
  principals: PRODUCT_CALLERS,
  scope: "statements:read",
  inContract: false,
  proves: true,
  path: StatementPath,
  query: Type.Object(
    {
      include: Type.Optional(
        Type.Literal("record", {
          description:
            "The whole record of the last row too, which has the closing; takes a key with every scope to read.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: AccountStatementProof,
  refusals: ["missing_required_scope", "account_not_found", "statement_evidence_incomplete"],
  runsIn: "pool",
  read(snapshot, { include, ...input }, context) {
    const { caller, principal, realm } = context;
    const isAsked = include !== undefined;
    const refusal = isAsked
      ? refuseWholeRecord(caller, "account.statement.proof.retrieve")
      : undefined;
    if (refusal !== undefined) return refusal;
    const seen = accountMonth(snapshot, input, context);
    if (seen.refused) return seen;
    const { month } = input;
    if (seen.evidence.status === "open") {
      return refuseEvidence(month, "seal", `${month} is open: more may be booked in it`);
    }
    const record = lastRecord(snapshot, realm, seen);
    if (record === undefined) {
      return refuseEvidence(month, "rows", `the ledger's rows for ${month} are not complete`);
    }
    const { last } = seen.summary;
    const { productId, environment } = principal;
    const statement = {
      ...statementOf(input, seen),
      ...{ productId, environment, receiptId: `rcpt_${suffixOfRecord(record)}` },
      ...(last !== undefined && {
        lastRow: { index: last.sub, side: last.isSource ? "debit" : "credit" },
      }),
    };
    const isWhole = isAsked && isShownWhole(record);
    const found = provingRecord(snapshot, record, principal, { isWhole, more: { statement } });
    const statementSignature = { kind: "account_statement.1", stated: statement } as const;
    const statements = { ...found.proving.statements, statementSignature };
    return { ...found, proving: { ...found.proving, statements } };
  },
});

/** The record of the account's last row in or before the month, or that which opened the account. */
function lastRecord(
  snapshot: Snapshot,
  realm: ReadContext["realm"],
  { account, summary: { last } }: AccountMonth,
): StoredRecord | undefined {
  if (last !== undefined) return snapshot.record(last.place);
  return recordOfSuffix((place) => snapshot.record(place), realm, account.suffix);
}
