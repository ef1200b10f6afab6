/** What the tests of the whole platform need to know of accounts (test/support/noun_cases.ts). */
import { type Client, type Document, expect } from "../../../test/support/client.ts";
import { field, ofProduct, search, transferStatus } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { draft, funding, newAccount, newCustomer } from "../../../test/support/parties.ts";
import { ask, createCustomer, openAccount } from "../../../test/world/story.ts";

const FREEZE = { mode: "all", reason: "r" };

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
  async listed({ client, pass }, { customerId = "", idleCustomerId = "" }) {
    const accountId = await newAccount(client, { customerId });
    const otherId = await newAccount(client, { customerId });
    const yenId = await newAccount(client, { customerId, currency: "JPY" });
    const idleId = await newAccount(client, { customerId: idleCustomerId });
    expect(await client.patch(`/accounts/${accountId}`, { name: "Purse" }), 200);
    pass(1);
    for (const id of [accountId, otherId]) expect(await funding(client, id, "100000"), 201);
    expect(await funding(client, yenId, "500", "JPY"), 201);
    return { accountId, otherId, idleId };
  },
  /** Three freezes that ended: of the tenant twice, then of the platform. */
  async listedLater({ client, pass }, { accountId, idleId }) {
    for (let round = 0; round < 2; round++) {
      const freeze = { mode: "debits", reason: "x" };
      expect(await client.post(`/accounts/${accountId}/freeze`, freeze), 200);
      expect(await client.post(`/accounts/${accountId}/unfreeze`), 200);
      pass(1);
    }
    expect(await client.post("/sandbox/platform-freezes", { accountId, mode: "all" }), 201);
    expect(await client.post(`/sandbox/platform-freezes/${accountId}/lift`), 200);
    expect(await client.post(`/accounts/${idleId}/close`), 200);
  },
  *toldInSandbox() {
    const accountId = yield* openAccount(yield* createCustomer());
    yield* ask("account.update", { accountId, name: "Wallet" });
    yield* ask("account.freeze", { accountId, mode: "debits", reason: "a story" });
    yield* ask("sandbox.platform_freeze.create", { accountId, mode: "debits" });
    yield* ask("sandbox.platform_freeze.create", { accountId, mode: "all", reason: "-" });
    yield* ask("account.unfreeze", { accountId });
    yield* ask("sandbox.platform_freeze.lift", { accountId });
  },
  provoked: {
    account_close_balance_nonzero: async (client) =>
      client.post(`/accounts/${await newAccount(client, { fund: "1" })}/close`, {}),
    account_freeze_plane_forbidden: async (client) => {
      const accountId = await newAccount(client);
      expect(await client.post("/sandbox/platform-freezes", { accountId, mode: "all" }), 201);
      return client.post(`/accounts/${accountId}/close`, {});
    },
    account_frozen: async (client) => {
      const source = await newAccount(client, { fund: "10" });
      const reserved = draft(source, await newAccount(client), "5");
      const hold = { ...reserved, expiresAt: "2099-01-01T00:00:00Z" };
      const holdId = expect(await client.post("/transfer-holds", hold), 201).id("transferHoldId");
      expect(await client.post(`/accounts/${source}/freeze`, FREEZE), 200);
      return client.post(`/transfer-holds/${holdId}/clear`, {});
    },
    account_not_found: (client) => client.get("/accounts/acct_none"),
    account_role_owner_mismatch: async (client) => {
      const owner = { type: "customer", id: await newCustomer(client) };
      return client.post("/accounts", accountOf(client, "object_balance", owner));
    },
    account_status_forbidden: async (client) => {
      const path = `/accounts/${await newAccount(client)}`;
      expect(await client.post(`${path}/close`, {}), 200);
      return client.post(`${path}/freeze`, FREEZE);
    },
  },
};

function accountOf({ productId }: Client, role: string, owner: object) {
  return { productId, role, currency: "EUR", owner };
}
