/** What the tests of the whole platform need to know of customers (test/support/noun_cases.ts). */
import { type Document, expect } from "../../../test/support/client.ts";
import { field, holdsText, ofProduct, transferStatus } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { ADA, newCustomer } from "../../../test/support/parties.ts";
import { ask, createCustomer, openAccount } from "../../../test/world/story.ts";

export const cases: NounCases = {
  lists: {
    "customer.list": {
      base: ofProduct,
      filters: {
        status: field("status", "closed"),
        search: (_, items) => [
          ...["ada", "GRACE", "nobody"].map((value) => ({
            value,
            matches: ({ entity }: Document) =>
              holdsText((entity as Document)["displayName"], value),
          })),
          { value: String(items[0]?.["customerId"]), matches: (item) => item === items[0] },
        ],
      },
    },
    "customer.account.list": {
      filters: { status: field("status"), currency: field("currency", "CHF") },
    },
    "customer.activity.list": { filters: { type: field("type", "customer.closed") } },
    "customer.balance.list": {
      ascendingBy: "currency",
      filters: { currency: field("currency", "CHF") },
    },
    "customer.transfer.list": { filters: { status: transferStatus } },
    "customer.consent.list": { filters: { type: field("type"), status: field("status") } },
    "customer.collection.list": {
      filters: {
        status: field("status"),
        consentId: field("consentId", "cons_none"),
        objectId: field("objectId", "obj_none"),
      },
    },
    "customer.object.list": { filters: { kind: field("kind", "loan") } },
  },
  made: async ({ client }) => ({ customerId: await newCustomer(client) }),
  listed: async ({ client }) => ({
    customerId: await newCustomer(client, "Ada Lovelace"),
    idleCustomerId: await newCustomer(client, "Grace Hopper"),
  }),
  async listedLater({ client, pass }, { customerId, idleCustomerId }) {
    const third = await newCustomer(client, "Charles Babbage");
    for (const id of [third, idleCustomerId, customerId]) {
      expect(await client.post(`/customers/${id}/suspend`, { reason: "x" }), 200);
    }
    pass(1);
    expect(await client.post(`/customers/${customerId}/reactivate`), 200);
  },
  *toldInSandbox() {
    const customerId = yield* createCustomer();
    yield* ask("customer.update", { customerId, metadata: { note: "hello" } });
    yield* ask("customer.update", { customerId, metadata: null, externalId: "ada" });
    yield* ask("customer.suspend", { customerId, reason: "a story" });
    yield* ask("customer.reactivate", { customerId });
    // His accounts are closed with him, but for the one that is closed already.
    const bob = yield* createCustomer();
    yield* ask("account.close", { accountId: yield* openAccount(bob) });
    yield* openAccount(bob);
    yield* openAccount(bob, "USD");
    yield* ask("customer.close", { customerId: bob });
  },
  provoked: {
    customer_not_found: (client) => client.get("/customers/cust_none"),
    customer_status_forbidden: async (client) => {
      const id = await newCustomer(client);
      expect(await client.post(`/customers/${id}/suspend`, { reason: "r" }), 200);
      const owner = { type: "customer", id };
      const { productId } = client;
      const account = { productId, role: "customer_balance", currency: "EUR", owner };
      return client.post("/accounts", account);
    },
    kyc_country_unsupported: (client) => {
      const entity = { ...ADA, country: "KP" };
      return client.post("/customers", { productId: client.productId, entity });
    },
  },
};
