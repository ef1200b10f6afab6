/** For tests: a shard with receipts of each outcome, and the list of them. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Value } from "@sinclair/typebox/value";
import { PRODUCT_ID, type TestShard } from "../testing.ts";
import { createTransferShard, openAccount } from "../transfer/testing_transfers.ts";
import { transferBatchCreate } from "../transfer/transfer.batch.create.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { receiptList } from "./receipt.list.ts";
import type { Receipt } from "./receipt_schema.ts";

/** A transfer, a refused one, a batch of three of which one fails; with the replies as sent. */
export function createReceiptShard() {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 100n });
  const draft = {
    sourceAccountId: source,
    destinationAccountId: openAccount(shard),
    amount: "10",
    currency: "EUR",
  };
  const first = shard.run(transferCreate, draft).reply;
  shard.run(transferCreate, { ...draft, amount: "1000" });
  const items = [draft, { ...draft, amount: "1000" }, { ...draft, currency: "USD" }];
  const batch = shard.run(transferBatchCreate, { items }).reply;
  return { shard, first, batch };
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function listReceipts(shard: TestShard, filters: Record<string, unknown> = {}): Receipt[] {
  const { reply } = shard.read(receiptList, { productId: PRODUCT_ID, ...filters });
  assert.deepEqual([...Value.Errors(receiptList.output, reply)], []);
  return (reply as { items: Receipt[] }).items;
}
