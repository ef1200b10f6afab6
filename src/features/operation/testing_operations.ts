/** For tests: a shard with operations of each outcome and cause, and the list of them. */
import assert from "node:assert/strict";
import { Value } from "@sinclair/typebox/value";
import { PRINCIPAL, PRODUCT_ID, type TestShard } from "../testing.ts";
import { createTransferShard, openAccount } from "../transfer/testing_transfers.ts";
import { transferBatchCreate } from "../transfer/transfer.batch.create.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { operationList } from "./operation.list.ts";
import type { OperationDocument } from "./operation_schema.ts";

export const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** A transfer of 10, a refused one of 1,000, a batch of two, and one that the clock made. */
export function createOperationShard() {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 100n });
  const draft = {
    sourceAccountId: source,
    destinationAccountId: openAccount(shard),
    amount: "10",
    currency: "EUR",
  };
  shard.nowMs += 1_000;
  const operationId = shard.nextId("op");
  shard.run(transferCreate, draft, { idempotencyKey: KEY });
  shard.nowMs += 1_000;
  shard.run(transferCreate, { ...draft, amount: "1000" });
  shard.nowMs += 1_000;
  shard.run(transferBatchCreate, { items: [draft, draft] });
  shard.nowMs += 1_000;
  const principal = { ...PRINCIPAL, principalId: "clock" };
  const parentPlace = shard.snapshot().newestRecord(1);
  shard.run(transferCreate, draft, { principal, cause: "clock", parentPlace });
  return { shard, source, operationId };
}

export function listOperations(
  shard: TestShard,
  filters: Record<string, unknown>,
): OperationDocument[] {
  const { reply } = shard.read(operationList, { productId: PRODUCT_ID, ...filters });
  assert.deepEqual([...Value.Errors(operationList.output, reply)], []);
  return (reply as { items: OperationDocument[] }).items;
}
