/**
 * Checks the proof of an account's statement with nothing but the published key: that the platform has signed the statement as it is,
 * and, where the proof has the whole record, that the account's last row in it leads to the closing.
 * Does not: prove that no later row of the month exists; that is what the signature says.
 */
import type { Fact } from "../../contract/records/record.ts";
import type { FactCodecs } from "../../contract/records/record_codec.ts";
import type { TrustedKeys } from "../../contract/records/signing_key.ts";
import { isSigned, statementText } from "../../contract/records/tree_head.ts";
import { rangeOfMonth } from "../calendar_month.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { AccountStatementProof } from "./account_statement_proof_schema.ts";
import { ProofRefused, proofIn } from "./proof_text.ts";
import { type ProvenReceipt, verifyReceiptProof } from "./verify_receipt_proof.ts";

type Statement = AccountStatementProof["statement"];
export type ProvenAccountStatement = ProvenReceipt & { statement: Statement };

/** Throws `ProofRefused`. */
export function verifyAccountStatementProof(
  text: string,
  keys: TrustedKeys,
  codecs: FactCodecs,
): ProvenAccountStatement {
  const { statement, statementSignature, ...proof } = proofIn(AccountStatementProof, text);
  const proven = verifyReceiptProof(JSON.stringify(proof), keys, codecs);
  const { receipt, treeHead } = proof;
  const signed = statementText({ kind: "account_statement.1", stated: statement });
  const key = keys.get(treeHead.keyId)?.key;
  if (key === undefined || !isSigned(signed, statementSignature, key)) {
    throw new ProofRefused("the statement's signature does not match");
  }
  for (const field of ["receiptId", "productId", "environment"] as const) {
    if (statement[field] !== receipt[field]) {
      throw new ProofRefused(`the statement's ${field} is not that of the receipt`);
    }
  }
  if (Date.parse(receipt.createdAt) >= rangeOfMonth(statement.month).belowMs) {
    throw new ProofRefused("the record is of a later month than the statement");
  }
  if (proven.record !== undefined) checkClosing(statement, proven.record.facts);
  return { ...proven, statement };
}

function checkClosing({ lastRow, closing, currency }: Statement, facts: readonly Fact[]): void {
  if (lastRow === undefined) {
    if (closing === "0") return;
    throw new ProofRefused(`the closing is ${closing} without a row that leads to it`);
  }
  const { index, side } = lastRow;
  const row = facts.find(
    (fact): fact is TransferRow & Fact =>
      fact.kind === TRANSFER_ROW && (fact as unknown as TransferRow).sub === index,
  );
  const balance = side === "debit" ? row?.sourcePosted : row?.destinationPosted;
  if (row?.currency === currency && String(balance) === closing) return;
  throw new ProofRefused(`the record has no ${side} whose balance is the closing, ${closing}`);
}
