/** What the tests of the whole platform need to know of transfer holds (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import { field, ofAccount, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { draft, newAccount } from "../../../test/support/parties.ts";

export const cases: NounCases = {
  after: ["account"],
  lists: {
    "transfer_hold.list": {
      base: ofProduct,
      filters: {
        status: field("status"),
        accountId: ofAccount,
        expiresBefore: (_, items) =>
          [...new Set(items.map((item) => String(item["expiresAt"])))].map((value) => ({
            value,
            matches: ({ expiresAt }) => Date.parse(String(expiresAt)) < Date.parse(value),
          })),
        search: search("rent", "transferHoldId", "description"),
      },
    },
  },
  async made({ client }, { accountId = "" }) {
    const reserved = draft(accountId, await newAccount(client), "5");
    const hold = { ...reserved, expiresAt: "2099-01-01T00:00:00Z" };
    const reply = expect(await client.post("/transfer-holds", hold), 201);
    return { transferHoldId: reply.id("transferHoldId") };
  },
};
