/** For tests: grants that are paid out of the Product's own money to the beneficiary of a field, by an agent too, at once or after a decision. */
import { followedBy } from "./paid_out.ts";

const PAYMENT = {
  ...{ label: "grant", amount: "amount('5')", from: "product.grants", to: "fields.payee" },
  ...followedBy({ posted: "markPaid", failed: "reopen" }),
};
const open = { from: ["open"], to: "open" };

export const GRANT_KIND = "grant";
export const GRANTS_PROGRAM = {
  language: "blueprint/1",
  name: "Grants",
  currencies: ["EUR"],
  accounts: { grants: { role: "product_operating", owner: "product" } },
  nouns: {
    [GRANT_KIND]: {
      currency: "'EUR'",
      fields: { payee: { type: "beneficiary", required: true }, note: { type: "text" } },
      states: { open: { initial: true }, paying: {}, paid: { terminal: true } },
      decisions: { review: { by: ["agent", "operator"], timeout: "P1D", onTimeout: "decline" } },
      actions: {
        change: {
          ...open,
          input: { payee: { type: "beneficiary", required: true } },
          set: { payee: "input.payee" },
        },
        pay: { from: ["open"], to: "paying", moves: [PAYMENT] },
        ask: { ...open, opens: "review" },
        payReviewed: {
          ...{ from: ["open"], to: "paying", gate: "review", auto: true },
          moves: [PAYMENT],
        },
        markPaid: { from: ["paying"], to: "paid" },
        reopen: { from: ["paying"], to: "open" },
      },
    },
  },
  ports: {
    people: {
      actors: ["operator", "agent"],
      allow: ["create", "change", "pay", "ask"].map((action) => `${GRANT_KIND}.${action}`),
    },
    clock: {
      actors: ["clock"],
      allow: ["payReviewed", "markPaid", "reopen"].map((action) => `${GRANT_KIND}.${action}`),
    },
  },
};
