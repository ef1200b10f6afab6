/** What the tests of the whole platform need to know of consents (test/support/noun_cases.ts). */
import { newConsent } from "../../../test/support/collections.ts";
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  after: ["customer"],
  lists: {
    "consent.list": {
      base: ofProduct,
      filters: {
        customerId: field("customerId", "cust_none"),
        type: field("type", "data_sharing"),
        status: field("status", "consumed"),
        search: search("no text of theirs", "consentId"),
      },
    },
  },
  made: async ({ client }, { customerId = "" }) => ({
    consentId: await newConsent(client, customerId),
  }),
};
