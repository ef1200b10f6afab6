/** The words of beneficiaries: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const beneficiaryWords: NounWords = {
  ids: { ben: { kind: "a beneficiary", described: "beneficiary, who can be paid" } },
  scopes: {
    beneficiaries: { group: "Money", name: "beneficiaries, to whose accounts money is paid" },
  },
  synonyms: {
    beneficiary: `
      payee, recipient, bank details, bank account of, external account, supplier, iban, sort code,
      routing number, who is paid, counterparty, creditor
    `,
    "beneficiary create": `
      add a payee, new payee, save bank details, store an iban, register a bank account, link a bank
      account, add bank account, add a recipient, new supplier, confirmation of payee, verification of
      payee, check the name of an account, does this account belong to
    `,
    "beneficiary update": `
      rename a payee, nickname of a payee, accept a name mismatch, pay although the name differs, close
      match, account has another name
    `,
    "beneficiary archive": `
      remove a payee, delete a payee, delete bank details, forget a bank account, unlink a bank account
    `,
    "beneficiary list": `
      all payees, who can we pay, saved bank accounts, address book
    `,
  },
};
