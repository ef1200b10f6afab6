/** What the tests of the whole platform need to know of collections (test/support/noun_cases.ts). */
import { newCollection } from "../../../test/support/collections.ts";
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newAccount } from "../../../test/support/parties.ts";

export const cases: NounCases = {
  after: ["account", "consent"],
  lists: {
    "collection.list": {
      base: ofProduct,
      filters: {
        status: field("status"),
        search: search("nothing of theirs", "collectionId"),
        customerId: field("customerId", "cust_none"),
        consentId: field("consentId", "cons_none"),
        objectId: field("objectId", "obj_none"),
      },
    },
    "collection.attempt.list": {},
  },
  async made({ client }, { customerId = "", consentId = "", accountId = "" }) {
    const parties = { sourceAccountId: accountId, destinationAccountId: await newAccount(client) };
    const debtor = { customerId, consentId, ...parties };
    return { collectionId: await newCollection(client, debtor, { amount: "1" }) };
  },
};
