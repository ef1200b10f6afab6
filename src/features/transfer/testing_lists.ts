/** For tests: a shard with some of everything that a list of transfers shows, and whole walks. */
import assert from "node:assert/strict";
import { Value } from "@sinclair/typebox/value";
import type { ReadOperation } from "../../contract/operation.ts";
import { START_MS, type TestShard } from "../testing.ts";
import { createTransferShard, openAccount } from "./testing_transfers.ts";
import { transferBatchCreate } from "./transfer.batch.create.ts";
import { transferCreate } from "./transfer.create.ts";

// biome-ignore lint/suspicious/noExplicitAny: walks lists of every input type
type ListOperation = ReadOperation<any, any, any>;
export type Page<T> = { items: T[]; nextCursor?: string };

export const KEY = "0F8FAD5B-D9CB-469F-A165-70867728950E";

/** A second apart: 1, 2, … 6 from source to destination, then a failed 1000, then 1 elsewhere. */
export function createListedShard() {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 100n });
  const destination = openAccount(shard);
  const draft = { sourceAccountId: source, destinationAccountId: destination, currency: "EUR" };
  const run = (more: Record<string, unknown>, idempotencyKey?: string) => {
    shard.nowMs += 1_000;
    shard.run(transferCreate, { ...draft, ...more }, idempotencyKey ? { idempotencyKey } : {});
  };
  run({ amount: "1" });
  run({ amount: "2", description: "Rent of MAY" });
  run({ amount: "3", externalId: "order-3" });
  shard.nowMs += 1_000;
  const items = ["4", "5"].map((amount) => ({ ...draft, amount }));
  shard.run(transferBatchCreate, { items });
  run({ amount: "6" }, KEY.toLowerCase());
  run({ amount: "1000", externalId: "order-7" });
  const other = openAccount(shard);
  run({ amount: "1", destinationAccountId: other });
  return { shard, source, destination, other };
}

/** Every item of a list, page by page; each page must fit its schema. */
export function listAll<T>(
  shard: TestShard,
  operation: ListOperation,
  input: Record<string, unknown>,
  limit = 2,
) {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 1_000; pages++) {
    const query = { ...input, limit: String(limit), ...(cursor && { cursor }) };
    const { reply, code } = shard.read(operation, query);
    assert.equal(code, undefined);
    assert.deepEqual([...Value.Errors(operation.output, reply)], []);
    items.push(...(reply as Page<T>).items);
    cursor = (reply as Page<T>).nextCursor;
    if (cursor === undefined) return items;
  }
  throw new Error("a walk ends");
}

/** Time on the wire, so many seconds after the shard was made. */
export const at = (seconds: number) => new Date(START_MS + seconds * 1_000).toISOString();
