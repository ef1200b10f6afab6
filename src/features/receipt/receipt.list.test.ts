/** Receipts as they are listed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { receiptList } from "./receipt.list.ts";
import { createReceiptShard, listReceipts } from "./testing_receipts.ts";

test("receipt.list: newest first -> each names the digest of the one before it", () => {
  const receipts = listReceipts(createReceiptShard().shard);
  receipts.forEach((receipt, index) => {
    assert.equal(receipt.previousReceiptDigest, receipts[index + 1]?.digest);
  });
  assert.equal(new Set(receipts.map(({ digest }) => digest)).size, receipts.length);
});

test("receipt.list: a filter -> only those", () => {
  const { shard } = createReceiptShard();
  const codesOf = (filters: Record<string, unknown>) =>
    listReceipts(shard, filters).map(({ errorCode, operation }) => [operation, errorCode]);
  assert.deepEqual(codesOf({ outcome: "refused" }), [["transfer.create", "insufficient_balance"]]);
  assert.deepEqual(codesOf({ operation: "transfer.batch.create", outcome: "refused" }), []);
  const [receipt] = listReceipts(shard, { outcome: "refused" });
  assert.deepEqual(listReceipts(shard, { search: receipt?.receiptId }), [receipt]);
  assert.deepEqual(listReceipts(shard, { search: receipt?.transferIds[0] }), [receipt]);
  assert.ok(listReceipts(shard, { search: "TRANSFER.CREATE" }).length > 1);
  assert.deepEqual(codesOf({ search: "nothing" }), []);
});

test("receipt.list: another Product -> resource_not_found", () => {
  assert.equal(
    createReceiptShard().shard.read(receiptList, { productId: "x" }).code,
    "resource_not_found",
  );
});
