/** The words of collections: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const collectionWords: NounWords = {
  ids: { coll: { kind: "a collection", described: "collection of money under a consent" } },
  scopes: {
    collections: { group: "Money", name: "collections from customers", capability: "collections" },
  },
  synonyms: {
    collection: `
      charge, direct debit, bill, billing, invoice, instalment, installment, subscription, dunning,
      owe, owed, debt, due, overdue, receivable, pull, debit, recurring, unpaid, arrears, repayment,
      scheduled charge, collect, autopay, outstanding, rent
    `,
    "collection list": `
      customers who have not paid, who did not pay, unpaid bills, unpaid invoices, unpaid charges,
      due this week, due today, planned charges, charges of this month, have not paid, who has not
      paid, not paid, open amounts, money we expect, still to come in, late payers, debtors, owes,
      owes us, overdue payments, upcoming payments, due payments, unpaid, outstanding payments,
      scheduled payments
    `,
    "collection create": `
      bill a customer, charge a customer, debit a customer, in two weeks, in a month, at a date,
      automatic payment, collect a payment, request a payment, request money, ask for money, payment
      request, receive money from a customer, get paid, take the monthly fee, membership fee, take
      money from a customer, take rent, debit later, take on a date, on the first of, regular
      payment, charge an account, schedule payment, future payment, premium, loan payment,
      installments plan, charge, bill, schedule, invoice, pull money, direct debit, plan a charge,
      next month, later, recurring, every month, installment, take money
    `,
    "collection collect now": `
      bring in, pull forward, instead of later, earlier than planned, right away, immediately,
      charge now, early, at once, straight away, today, now
    `,
    "collection retry": `
      do it again, did not work, missing money, not enough money, failed for lack of funds, second
      try, charge bounced, once more, try once more, charge again, debit again, collect again, one
      more time, again, try again, another try, reattempt, could not be collected
    `,
    "collection attempt": `
      how often did we try, each try, reason of failure, why did, why could, tries, failed charge,
      failure, dunning, could not be collected, fail, bounced, declined
    `,
    "collection cancel": `
      do not take, not take the money, skip the payment, waive, forgive, forget, drop the charge,
      remove planned charge, no longer charge, stop billing, stop a debit
    `,
    "collection retrieve": `
      when is it due, is it paid, has it been paid, one charge, state of a charge, debit returned,
      taken back by the bank, chargeback, was the debit returned, why was a debit returned
    `,
    "collection confirm transfer": `
      came in another way, bank transfer received, is paid already, do not debit because paid, mark
      as paid, paid by hand, paid otherwise, already paid, settled outside, paid manually, paid in
      cash
    `,
  },
  sameMeaning: [
    ["subscription", "recurring", "direct", "debit", "collection", "mandate", "collect"],
  ],
};
