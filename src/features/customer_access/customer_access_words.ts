/** The words of customer accesses: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const customerAccessWords: NounWords = {
  ids: { cacc: "a customer access" },
  scopes: {
    customer_access: { group: "Customers", name: "who has access for customers" },
  },
  synonyms: {
    "customer access revoke": `
      take away, remove access, take access away, withdraw access, end access, cut off
    `,
    "customer access create": `
      let a customer in, into the product, may use product, admit customer, admission, start to
      serve, entitle, grant, admit, let use, give access, add access, provide access, grant access,
      approve access, invite, enable a customer to use
    `,
    "customer access suspend": `
      should not use, not able to use, for a while, not use the product, temporarily no access
    `,
    "customer access activate": `
      switch access on, cleared by compliance, let start
    `,
    "customer access": `
      onboarding access, login, permission of a customer, entitlement, allow, let in
    `,
    compliance: `
      aml, sanctions, screening, cleared, clear, risk
    `,
  },
};
