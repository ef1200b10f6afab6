/** What the tests of the whole platform need to know of transfers (test/support/noun_cases.ts). */
import { randomUUID } from "node:crypto";
import { type Client, expect } from "../../../test/support/client.ts";
import {
  field,
  type Known,
  ofAccount,
  ofProduct,
  search,
  transferStatus,
} from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { draft, newAccount } from "../../../test/support/parties.ts";
import { ask, createCustomer, fund, openAccount, type Part } from "../../../test/world/story.ts";

/** More than anybody has. */
const TOO_MUCH = "999999999";

export const cases: NounCases = {
  after: ["account"],
  lists: {
    "transfer.list": {
      base: ofProduct,
      filters: {
        accountId: ofAccount,
        status: transferStatus,
        externalId: field("externalId", "nobody's"),
        idempotencyKey: ({ idempotencyKey = "", transferId }) => [
          { value: idempotencyKey, matches: (item) => item["transferId"] === transferId },
        ],
        search: search("part", "transferId", "description", "externalId"),
      },
    },
  },
  async made({ client }, { accountId = "" }) {
    const idempotencyKey = randomUUID();
    const externalId = `external ${idempotencyKey}`;
    const body = { ...draft(accountId, await newAccount(client), "10"), externalId };
    const reply = expect(await client.post("/transfers", body, { key: idempotencyKey }), 201);
    const [transferId, operationId] = [reply.id("transferId"), reply.id("operationId")];
    return {
      transferId,
      operationId,
      receiptId: reply.id("receiptId"),
      idempotencyKey,
      externalId,
    };
  },
  listed: ({ client }, { accountId = "", otherId = "" }) => transfers(client, accountId, otherId),
  async listedLater({ client }, { accountId = "", otherId = "" }) {
    await transfers(client, otherId, accountId);
  },
  toldInSandbox: tellOfTransfers,
  provoked: { transfer_not_found: (client) => client.get("/transfers/tr_none") },
};

/** Three that are posted, one of which is reversed, and one that fails. */
async function transfers(client: Client, from: string, to: string): Promise<Known> {
  const idempotencyKey = randomUUID();
  const make = async (amount: string, more: object = {}, key: string = randomUUID()) =>
    expect(await client.post("/transfers", { ...draft(from, to, amount), ...more }, { key }), 201);
  const first = await make("10", { externalId: `first ${from.slice(-6)}` }, idempotencyKey);
  await make("11", { description: "Part 1" });
  const other = await make("12", { description: "part 2" });
  expect(await client.post("/transfers", draft(from, to, "99999999")), "insufficient_balance");
  const reversal = `/transfers/${other.id("transferId")}/reverse`;
  expect(await client.post(reversal, { reason: "x" }), 201);
  const [transferId, operationId] = [first.id("transferId"), first.id("operationId")];
  return { transferId, operationId, idempotencyKey };
}

function* tellOfTransfers(): Part {
  const customerId = yield* createCustomer();
  const [from, to] = [yield* openAccount(customerId), yield* openAccount(customerId)];
  const move = (amount: string, sourceAccountId = from, destinationAccountId = to) => ({
    ...{ sourceAccountId, destinationAccountId, amount, currency: "EUR" },
  });
  yield* fund(from, "5000");
  const { transferId } = yield* ask("transfer.create", move("1200"));
  yield* ask("transfer.create", move(TOO_MUCH));
  yield* ask("transfer.create", move("1", "acct_unknown"));
  const items = [move("10"), move(TOO_MUCH), move("1", "acct_unknown"), move("20", to, from)];
  yield* ask("transfer.batch.create", { atomic: false, items });
  yield* ask("transfer.batch.create", { atomic: true, items });
  yield* ask("transfer.reverse", { transferId, amount: "200", reason: "a part" });
  yield* ask("transfer.create", move("900", to, from));
  yield* ask("transfer.reverse", { transferId, reason: "more than is there" });
  yield* fund(to, "1000");
  yield* ask("transfer.reverse", { transferId, reason: "the rest" });
  yield* ask("transfer.reverse", { transferId, reason: "nothing is left" });
}
