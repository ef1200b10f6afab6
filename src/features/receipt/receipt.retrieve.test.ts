/** A receipt: what it states and what its digests cover. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalJson } from "../../base/canonical_json.ts";
import { receiptRetrieve } from "./receipt.retrieve.ts";
import { createReceiptShard, listReceipts, sha256 } from "./testing_receipts.ts";

test("receipt.retrieve: a transfer and a batch -> its transfers and the digest of the body", () => {
  const { shard, first, batch } = createReceiptShard();
  const [ofBatch, ofRefused, ofFirst] = listReceipts(shard);
  assert.equal(ofFirst?.responseDigest, sha256(JSON.stringify(first)));
  assert.equal(ofBatch?.responseDigest, sha256(JSON.stringify(batch)));
  assert.deepEqual(ofFirst?.transferIds, [(first as { transferId: string }).transferId]);
  const { results } = batch as { results: { transferId?: string }[] };
  assert.deepEqual(ofBatch?.transferIds, [results[0]?.transferId, results[1]?.transferId]);
  assert.deepEqual([ofRefused?.responseDigest, ofRefused?.transferIds.length], [undefined, 1]);
});

test("receipt.retrieve: a transfer, a batch of several -> the transfer as its resource, none", () => {
  const { shard, first } = createReceiptShard();
  const [ofBatch, , ofFirst] = listReceipts(shard);
  const { transferId } = first as { transferId: string };
  assert.deepEqual(ofFirst?.resource, { type: "transfer", id: transferId });
  assert.equal(ofBatch?.resource, undefined);
});

test("receipt.retrieve: its digest -> can be recomputed from its own fields", () => {
  for (const receipt of listReceipts(createReceiptShard().shard)) {
    const { receiptId, operation, outcome, httpStatus, errorCode } = receipt;
    const { transferIds, requestDigest, createdAt } = receipt;
    const result = { receiptId, operation, outcome, httpStatus, errorCode };
    const stated = { ...result, transferIds, requestDigest, createdAt };
    assert.equal(receipt.digest, sha256(canonicalJson(stated)));
  }
});

test("receipt.retrieve: an id -> what the list shows", () => {
  const { shard } = createReceiptShard();
  for (const receipt of listReceipts(shard)) {
    const { receiptId } = receipt;
    assert.deepEqual(shard.read(receiptRetrieve, { receiptId }).reply, receipt);
  }
});

test("receipt.retrieve: unknown, malformed and foreign ids -> resource_not_found", () => {
  const { shard } = createReceiptShard();
  const [receipt] = listReceipts(shard);
  const receiptId = receipt?.receiptId as string;
  for (const unknown of ["rcpt_x", receiptId.replace("rcpt_", "op_"), `${receiptId}0`]) {
    assert.equal(shard.read(receiptRetrieve, { receiptId: unknown }).code, "resource_not_found");
  }
  const foreign = shard.read(receiptRetrieve, { receiptId }, { scope: 2 });
  assert.equal(foreign.code, "resource_not_found");
});
