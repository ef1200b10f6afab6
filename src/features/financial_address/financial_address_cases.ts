/** What the tests of the whole platform need to know of financial addresses (test/support/noun_cases.ts). */
import { type Client, expect } from "../../../test/support/client.ts";
import {
  tellOfAddresses,
  tellOfLiveAddresses,
} from "../../../test/support/features/financial_address/address_story.ts";
import { field, type Known, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newAccount, newCustomer } from "../../../test/support/parties.ts";

const IBAN = { type: "iban", country: "DE", currency: "EUR" };

/** An address of the account; its id. */
async function newAddress(client: Client, accountId: string, more: object = {}): Promise<string> {
  const made = await client.post("/financial-addresses", { accountId, ...IBAN, ...more });
  return expect(made, 201).id("financialAddressId");
}

const ofAccounts = ({ accountId = "", otherId = "", idleId = "" }: Known) =>
  [accountId, otherId, idleId].map((value) => ({
    value,
    matches: (item: Record<string, unknown>) => item["accountId"] === value,
  }));

export const cases: NounCases = {
  after: ["account"],
  lists: {
    "financial_address.list": {
      base: ofProduct,
      filters: {
        accountId: ofAccounts,
        status: field("status", "failed"),
        type: field("type", "us_account"),
        currency: field("currency", "GBP"),
        search: search("rent-1", "financialAddressId", "externalId"),
      },
    },
    "account.financial_address.list": {
      filters: { status: field("status", "failed"), type: field("type", "us_account") },
    },
  },
  made: async ({ client }, { accountId = "" }) => ({
    financialAddressId: await newAddress(client, accountId),
  }),
  /** Of two accounts, some of them at the same time, in several statuses. */
  async listed({ client, pass }, { accountId = "", otherId = "" }) {
    for (const id of [accountId, otherId, accountId]) {
      const disabled = await newAddress(client, id);
      const retired = await newAddress(client, id);
      await newAddress(client, id, { type: "alias" });
      pass(1);
      expect(await client.post(`/financial-addresses/${disabled}/disable`), 200);
      expect(await client.post(`/financial-addresses/${retired}/retire`), 200);
    }
    await newAddress(client, accountId, { externalId: "rent-1" });
  },
  toldInSandbox: tellOfAddresses,
  toldInLive: tellOfLiveAddresses,
  provoked: {
    account_role_not_financial_addressable: async (client) => {
      const { productId } = client;
      const owner = { type: "product", id: productId };
      const account = { productId, role: "product_revenue", currency: "EUR", owner };
      const accountId = expect(await client.post("/accounts", account), 201).id("accountId");
      return client.post("/financial-addresses", { accountId, ...IBAN });
    },
    financial_address_account_status_forbidden: async (client) => {
      const accountId = await newAccount(client, { customerId: await newCustomer(client) });
      expect(await client.post(`/accounts/${accountId}/close`), 200);
      return client.post("/financial-addresses", { accountId, ...IBAN });
    },
    financial_address_lifecycle_status_forbidden: async (client) => {
      const id = await newAddress(client, await newAccount(client));
      return client.post(`/financial-addresses/${id}/enable`);
    },
    financial_address_not_found: (client) => client.get("/financial-addresses/fa_none"),
  },
};
