/** receipt.retrieve: what a receipt states and what its digests cover. */
import assert from "node:assert/strict";
import {
  listReceipts,
  makeReceipts,
  sha256,
} from "../../../test/support/features/receipt/receipts.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { fund, openAccount } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { canonicalJson } from "../../base/canonical_json.ts";
import type { TransferBatch } from "../transfer/transfer_batch.ts";
import { receiptRetrieve } from "./receipt.retrieve.ts";

decisionTable(receiptRetrieve, {
  given: makeReceipts,
  input: ({ receiptId }) => ({ receiptId }),
  rows: [
    {
      title: "a transfer",
      outcome: "the transfer as its resource, and the digest of the body",
      check({ reply }, { first }) {
        const { transferId } = first;
        assert.equal(reply.responseDigest, sha256(JSON.stringify(first)));
        assert.deepEqual(reply.transferIds, [transferId]);
        assert.deepEqual(reply.resource, { type: "transfer", id: transferId });
      },
    },
    {
      title: "a batch of several",
      input: ({ batch }) => ({ receiptId: batch.receiptId }),
      outcome: "its transfers, no resource, and the digest of the body",
      reply: { resource: undefined },
      check({ reply }, { batch }) {
        const { results } = batch as TransferBatch;
        assert.equal(reply.responseDigest, sha256(JSON.stringify(batch)));
        assert.deepEqual(reply.transferIds, [results[0]?.transferId, results[1]?.transferId]);
      },
    },
    {
      title: "a refusal",
      async input({ world }) {
        const [refused] = await listReceipts(world, { outcome: "refused" });
        return { receiptId: refused?.receiptId };
      },
      outcome: "the failed transfer, and no digest of a body",
      reply: { responseDigest: undefined },
      check: ({ reply }) => assert.equal(reply.transferIds.length, 1),
    },
    {
      title: "each receipt",
      outcome: "what the list shows, with a digest of its own fields",
      async check(_came, { world }) {
        for (const receipt of await listReceipts(world)) {
          const { receiptId, operation, outcome, httpStatus, errorCode } = receipt;
          const { transferIds, requestDigest, createdAt } = receipt;
          const result = { receiptId, operation, outcome, httpStatus, errorCode };
          const stated = { ...result, transferIds, requestDigest, createdAt };
          assert.equal(receipt.digest, sha256(canonicalJson(stated)));
          assert.deepEqual(await world.found(receiptRetrieve, { receiptId }), receipt);
        }
      },
    },
    ...unknownIds({
      field: "receiptId",
      code: "resource_not_found",
      create: (world, caller) =>
        fund(world, openAccount(world, { caller }), 1n, { caller }).replace("tr_", "rcpt_"),
    }),
  ],
});
