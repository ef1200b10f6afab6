/** The words of the books: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const booksWords: NounWords = {
  scopes: {
    books: { group: "Money", name: "the books of Products" },
  },
  synonyms: {
    "product margin": `
      win or lose, lose money, gain, what is left for us, do we make money, business result, p l,
      profit and loss, pnl, gross profit, loss, net income, earnings of product, how profitable,
      profit, revenue, earn, earned, earnings, income, profitability, make money, did we make, did
      we earn
    `,
    "product fee": `
      price we pay, bill from you, how expensive, charge us, we pay you, platform charge, charges
      us, costs us, pay the platform, cost, price, pricing, charges of the platform, what do we pay,
      commission, expensive, invoice of the platform, charged by the platform, bill of the platform,
      do we pay
    `,
    "product book": `
      financial position, sums by role, all accounts together, consistency, does everything add up,
      general ledger, accounting, accountant, bookkeeping, financial report, chart of accounts,
      balance sheet, gl, per account role, does the ledger balance, bookkeeper, by role, total
      assets, liabilities
    `,
    "product book entry double line": `
      for bookkeeping, debits and credits of the product, export to erp, datev, sap, each booking,
      journal, journal entry, double entry, accountant, accounting entry, bookkeeping entry
    `,
    "product book month trial": `
      closing figures, figures of a month, month report, opening and closing, auditor, books of,
      audit of the books, month of the books, year end, closing balance, trial balance, month end,
      reconcile, reconciliation, closing, monthly book, close the month
    `,
  },
  sameMeaning: [["fee", "revenue", "margin", "pricing", "price"]],
};
