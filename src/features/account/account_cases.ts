/** What the tests of the whole platform need to know of accounts (test/support/noun_cases.ts). */
import type { Document } from "../../../test/support/client.ts";
import { field, ofProduct, search, transferStatus } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newAccount } from "../../../test/support/parties.ts";

export const cases: NounCases = {
  after: ["customer"],
  lists: {
    "account.list": {
      base: ofProduct,
      filters: {
        status: field("status"),
        currency: field("currency", "CHF"),
        role: field("role", "product_reserve"),
        ownerId: ({ customerId = "", idleCustomerId = "" }) =>
          [customerId, idleCustomerId].map((value) => ({
            value,
            matches: ({ owner }) => (owner as Document)["id"] === value,
          })),
        search: search("purse", "accountId", "name"),
      },
    },
    "account.balance.history.list": {},
    "account.entry.list": {},
    "account.freeze.list": {},
    "account.statement.list": {},
    "account.transfer_hold.list": { filters: { status: field("status") } },
    "account.transfer.list": { filters: { status: transferStatus } },
  },
  made: async ({ client }, { customerId = "" }) => ({
    accountId: await newAccount(client, { customerId, fund: "1000" }),
  }),
};
