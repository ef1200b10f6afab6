/** What the tests of the whole platform need to know of transfer holds (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import { field, ofAccount, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { draft, newAccount } from "../../../test/support/parties.ts";
import {
  advance,
  ask,
  createCustomer,
  fund,
  openAccount,
  type Part,
  type ShardStage,
} from "../../../test/world/story.ts";

/** Times by the clock of the sandbox, which the data of lists advances to the first. */
const NEAR = "2026-02-01T00:00:00.000Z";
const FAR = "2099-01-01T00:00:00.000Z";

const MINUTE_MS = 60_000;

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
    const hold = { ...reserved, expiresAt: FAR };
    const reply = expect(await client.post("/transfer-holds", hold), 201);
    return { transferHoldId: reply.id("transferHoldId") };
  },
  /** Five: one stays, and the others are cleared, cleared in part, cancelled and expired. */
  async listed({ client, pass }, { accountId = "", otherId = "" }) {
    const hold = async (amount: string, expiresAt: string) => {
      const reserved = { ...draft(accountId, otherId, amount), description: `Rent ${amount}` };
      const made = await client.post("/transfer-holds", { ...reserved, expiresAt });
      return `/transfer-holds/${expect(made, 201).id("transferHoldId")}`;
    };
    await hold("1", FAR);
    const cleared = await hold("2", FAR);
    const partly = await hold("3", FAR);
    const cancelled = await hold("4", FAR);
    await hold("5", NEAR);
    pass(1);
    expect(await client.post(`${cleared}/clear`, {}), 200);
    expect(await client.post(`${partly}/clear`, { amount: "1" }), 200);
    expect(await client.post(`${cancelled}/cancel`), 200);
    const { productId } = client;
    expect(await client.post("/sandbox/clock/advance", { productId, at: NEAR }), 200);
  },
  toldInSandbox: tellOfHolds,
  provoked: { transfer_hold_not_found: (client) => client.get("/transfer-holds/th_none") },
};

/** Holds that are cleared in part and whole, cancelled, refused, and expired by the clock. */
function* tellOfHolds(stage: ShardStage): Part {
  const customerId = yield* createCustomer();
  const [from, to] = [yield* openAccount(customerId), yield* openAccount(customerId)];
  yield* fund(from, "5000");
  const expiresAt = new Date(stage.nowMs + MINUTE_MS).toISOString();
  function* hold(amount: string): Part<{ transferHoldId: string }> {
    const parties = { sourceAccountId: from, destinationAccountId: to };
    const reserved = { ...parties, amount, currency: "EUR", expiresAt };
    const made = yield* ask("transfer_hold.create", reserved);
    return { transferHoldId: String(made["transferHoldId"]) };
  }
  const [cleared, cancelled, whole] = [yield* hold("100"), yield* hold("200"), yield* hold("50")];
  yield* hold("300");
  yield* hold("999999999");
  const part = yield* ask("transfer_hold.clear", { ...cleared, amount: "60" });
  yield* ask("transfer_hold.clear", whole);
  yield* ask("transfer_hold.cancel", cancelled);
  const reversal = { transferId: part["reservedTransferId"], reason: "a cleared one" };
  yield* ask("transfer.reverse", reversal);
  yield* advance(stage, 2 * MINUTE_MS);
}
