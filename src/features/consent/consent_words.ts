/** The words of consents: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const consentWords: NounWords = {
  ids: { cons: { kind: "a consent", described: "consent of a customer" } },
  scopes: {
    consents: { group: "Customers", name: "consents of customers", capability: "collections" },
  },
  synonyms: {
    consent: `
      may i debit, may we debit, still debit, allowed to debit, can we debit, can i debit, signed,
      mandate, permission to debit, authority, permission, agreement, agreed, agree, standing order,
      opt in, allow to charge, authorization to collect, sepa mandate, authorization to debit,
      permission to charge, authorized
    `,
    "consent create": `
      ask a customer for mandate, get a mandate, mandate for a customer, store a mandate, keep a
      mandate, mandate of a customer, new mandate, lets us debit, allows us to debit, customer
      allows, customer agrees, gives permission, signs, may take money, recurring authorization,
      authorization for recurring, pre authorized, authorization for collections, customer agrees to
      pay regularly, set up mandate, get permission, obtain permission, ask permission, agreed to,
      permission to debit, permission to charge, sign a mandate, allow us to charge, record consent
    `,
    "consent confirm": `
      mandate was signed, customer signed, make a consent active, approve, evidence, accept, sign,
      signed, agrees
    `,
    "consent reject": `
      decline, refuse, deny, disagree, says no, turn down
    `,
    "consent list": `
      who allowed us, permissions of customers
    `,
    "consent revoke": `
      no longer wants, does not want, any longer, not want to be debited, stop permission, ends
      mandate, withdraw, opt out, cancel, take back, end, cancelled the authorization, cancel the
      mandate, withdraw permission, no longer allow, cancelled
    `,
  },
};
