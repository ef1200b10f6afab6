/** The words of payouts: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const payoutWords: NounWords = {
  ids: { po: { kind: "a payout", described: "payout to a beneficiary" } },
  scopes: { payouts: { group: "Money", name: "payouts to beneficiaries" } },
  synonyms: {
    payout: `
      pay out, withdraw, withdrawal, bank transfer out, send to a bank, disburse, disbursement,
      outgoing payment, wire out, cash out, remit, settle to a bank, sepa payment, ach payment,
      faster payment, credit transfer
    `,
    "payout create": `
      pay a supplier, pay a bank account, send money to a bank account, withdraw to a bank, wire money,
      pay a vendor, pay an invoice, pay out a seller, transfer to an iban, send a sepa transfer, pay
      wages, refund to a bank account, transfer abroad
    `,
    "payout batch": `
      pay several suppliers, pay all sellers, payroll to banks, mass payout to banks, payout run to
      ibans, pay many invoices, batch of bank transfers, sepa file, salary run
    `,
    "payout cancel": `
      stop a payout, recall a payment, stop a withdrawal, call a payment back, do not send, abort a
      bank transfer
    `,
    "payout list": `
      money that left, outgoing payments, withdrawals of a customer, payments that failed, payments
      that came back, returned payments, payments on their way
    `,
    "payout retrieve": `
      when does it arrive, has the bank sent it, why did it fail, state of a withdrawal, did the money
      arrive
    `,
  },
  sameMeaning: [["payout", "withdrawal", "disbursement", "remittance"]],
};
