/** receipt.list: the chain of digests, and which receipts each filter finds. */
import assert from "node:assert/strict";
import { listReceipts, makeReceipts } from "../../../test/support/features/receipt/receipts.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { receiptList } from "./receipt.list.ts";
import type { Receipt } from "./receipt_schema.ts";

decisionTable(receiptList, {
  given: makeReceipts,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    {
      title: "newest first",
      outcome: "each names the digest of the one before it",
      check({ reply }) {
        const receipts = reply.items as Receipt[];
        receipts.forEach((receipt, index) => {
          assert.equal(receipt.previousReceiptDigest, receipts[index + 1]?.digest);
        });
        assert.equal(new Set(receipts.map(({ digest }) => digest)).size, receipts.length);
      },
    },
    {
      title: "an outcome",
      input: { outcome: "refused" },
      outcome: "only those, as a search for their ids finds them",
      async check({ reply: { items } }, { world }) {
        const [receipt] = items as [Receipt];
        const { operation, errorCode, receiptId, transferIds } = receipt;
        assert.deepEqual([operation, errorCode], ["transfer.create", "insufficient_balance"]);
        assert.equal(items.length, 1);
        for (const search of [receiptId, transferIds[0]]) {
          assert.deepEqual(await listReceipts(world, { search }), [receipt]);
        }
      },
    },
    {
      title: "an outcome that the operation never had",
      input: { operation: "transfer.batch.create", outcome: "refused" },
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "part of an operation's name in any case",
      input: { search: "TRANSFER.CREATE" },
      outcome: "both transfers",
      check: ({ reply }) => assert.equal(reply.items.length, 2),
    },
    {
      title: "text that nothing has",
      input: { search: "nothing" },
      outcome: "nothing",
      reply: { items: [] },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(receiptList, { outcome: "refused" }),
  ],
});
