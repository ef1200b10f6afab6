/** The words of receipts: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const receiptWords: NounWords = {
  ids: { rcpt: "a receipt" },
  scopes: {
    receipts: { group: "Money" },
  },
  synonyms: {
    "receipt list": `
      all receipts, proofs, list of proofs
    `,
    receipt: `
      show to a customer, show an auditor, signed, cryptographic, verify offline, did really happen,
      proof, evidence, prove, confirmation, certificate, voucher of a transfer, proof of payment
    `,
  },
  sameMeaning: [["receipt", "proof", "evidence", "merkle"]],
};
