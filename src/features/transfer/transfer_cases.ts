/** What the tests of the whole platform need to know of transfers (test/support/noun_cases.ts). */
import { randomUUID } from "node:crypto";
import { expect } from "../../../test/support/client.ts";
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
};
