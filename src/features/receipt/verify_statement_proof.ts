/** Checks the proof of a Product's statement with nothing but the published key, as `verifyReceiptProof` checks that of a receipt. */
import { canonicalJson } from "../../base/canonical_json.ts";
import type { FactCodecs } from "../../contract/records/record_codec.ts";
import type { TrustedKeys } from "../../contract/records/signing_key.ts";
import { statementResource, statements } from "../statement/statement_noun.ts";
import { ProofRefused, proofIn } from "./proof_text.ts";
import { StatementProof } from "./statement_proof_schema.ts";
import { type ProvenReceipt, verifyReceiptProof } from "./verify_receipt_proof.ts";

export type ProvenStatement = ProvenReceipt & { statement: StatementProof["statement"] };

/** What the text is a proof of: a receipt alone, a statement of a Product, or a statement of an account. */
export function proofKindOf(text: string): "receipt" | "statement" | "account_statement" {
  try {
    const { statement } = JSON.parse(text) as { statement?: object };
    if (statement === undefined) return "receipt";
    return Object.hasOwn(statement, "accountId") ? "account_statement" : "statement";
  } catch {
    return "receipt";
  }
}

/** Throws `ProofRefused` where the record that is proven does not have this statement. */
export function verifyStatementProof(
  text: string,
  keys: TrustedKeys,
  codecs: FactCodecs,
): ProvenStatement {
  const { statement, ...proof } = proofIn(StatementProof, text);
  const proven = verifyReceiptProof(JSON.stringify(proof), keys, codecs);
  const { record } = proven;
  if (record === undefined) throw new ProofRefused("the proof of a statement has no record");
  const sealed = statements.lastIn(record.facts);
  const { productId, environment, receiptId } = proof.receipt;
  const names = { tenantId: "", productId, environment };
  const said = sealed && statementResource(sealed, names);
  const suffix = receiptId.slice("rcpt_".length);
  const isSame = said !== undefined && canonicalJson(said) === canonicalJson(statement);
  if (!isSame || statement.statementId !== `${statements.prefix}_${suffix}`) {
    throw new ProofRefused("the statement is not the one that the record has");
  }
  return { ...proven, statement };
}
