/** What the tests of the whole platform need to know of transfers (test/support/noun_cases.ts). */
import { randomUUID } from "node:crypto";
import type { Client } from "../../../test/support/client.ts";
import { expect } from "../../../test/support/client.ts";
import type { Known } from "../../../test/support/list_cases.ts";
import {
  field,
  ofAccount,
  ofProduct,
  search,
  transferStatus,
} from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { draft, newAccount } from "../../../test/support/parties.ts";

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
