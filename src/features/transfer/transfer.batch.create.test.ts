/** Decision table of transfer.batch.create: items one by one, and all or nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { TRANSFER_ROW } from "../ledger/transfer_row.ts";
import { type Outcome, PRODUCT_ID, type TestShard } from "../testing.ts";
import {
  close,
  createTransferShard,
  freeze,
  fund,
  made,
  openAccount,
  openPlatformAccount,
} from "./testing_transfers.ts";
import { transferBatchCreate } from "./transfer.batch.create.ts";
import { transferCreate } from "./transfer.create.ts";
import { transferList } from "./transfer.list.ts";
import { transferRetrieve } from "./transfer.retrieve.ts";
import { BATCH_ITEMS_MAX, type TransferBatch, TransferBatchDraft } from "./transfer_batch.ts";
import { TRANSFER_REFUSALS } from "./transfer_plan.ts";
import type { Transfer, TransferDraft } from "./transfer_schema.ts";

const LARGEST = 10n ** 18n - 1n;

/** A source with 100, an empty destination, and an account with nothing to spend. */
type Given = { shard: TestShard; source: string; destination: string };

function given(): Given & { item(more?: Partial<TransferDraft>): TransferDraft } {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 100n });
  const destination = openAccount(shard);
  const item = (more: Partial<TransferDraft> = {}): TransferDraft => ({
    sourceAccountId: source,
    destinationAccountId: destination,
    amount: "60",
    currency: "EUR",
    ...more,
  });
  return { shard, source, destination, item };
}

function batchOf(outcome: Outcome): TransferBatch {
  const batch = made(outcome);
  assert.deepEqual([...Value.Errors(transferBatchCreate.output, batch)], []);
  return batch as TransferBatch;
}

function statusesOf({ results }: TransferBatch) {
  return results.map(({ status, error }) => [status, error?.code]);
}

/** What makes one item refused, by code. */
const ITEM_REFUSALS: Record<
  (typeof TRANSFER_REFUSALS)[number],
  (given: Given) => Partial<TransferDraft>
> = {
  account_not_found: () => ({ sourceAccountId: "acct_x" }),
  currency_mismatch: () => ({ currency: "USD" }),
  source_account_status_forbidden({ shard, source }) {
    freeze(shard, source, "debits");
    return {};
  },
  destination_account_status_forbidden({ shard, destination }) {
    close(shard, destination);
    return {};
  },
  ledger_transfer_rejected: ({ shard }) => ({ sourceAccountId: openPlatformAccount(shard) }),
  state_conflict({ shard, source, destination }) {
    const draft = { sourceAccountId: source, destinationAccountId: destination, currency: "EUR" };
    shard.run(transferCreate, { ...draft, amount: "1", externalId: "taken" });
    return { externalId: "taken" };
  },
  exposure_cap_exceeded({ shard, destination }) {
    for (let times = 0; times < 9; times++) fund(shard, destination, LARGEST);
    return { amount: String(LARGEST) };
  },
  insufficient_balance: () => ({ amount: "101" }),
};

for (const code of TRANSFER_REFUSALS) {
  const isMoney = code === "insufficient_balance" || code === "exposure_cap_exceeded";

  test(`transfer.batch.create: atomic, an item is ${code} -> the batch is, nothing moves`, () => {
    const world = given();
    const broken = world.item(ITEM_REFUSALS[code](world));
    const ok = openAccount(world.shard, { fundedMinor: 5n });
    const first = world.item({
      sourceAccountId: ok,
      amount: "5",
      destinationAccountId: openAccount(world.shard),
    });
    const outcome = world.shard.run(transferBatchCreate, { items: [first, broken], atomic: true });
    assert.equal(outcome.code, code);
    assert.equal(outcome.details["itemIndex"], 1);
    const [issue] = outcome.details["issues"] as { path: unknown[] }[];
    assert.deepEqual(issue?.path.slice(0, 2), ["items", 1]);
    assert.deepEqual(
      outcome.facts.map((fact) => [fact.kind, "step" in fact && fact.step]),
      isMoney ? [[TRANSFER_ROW, "failed"]] : [],
    );
    const { accounts } = world.shard.state;
    assert.equal(accounts.debitsPosted(accounts.ordinalOf(1, ok)), 0n);
  });

  test(`transfer.batch.create: an item is ${code} -> its result alone`, () => {
    const world = given();
    const broken = world.item(ITEM_REFUSALS[code](world));
    const alone = world.shard.run(transferBatchCreate, { items: [broken] });
    assert.deepEqual(statusesOf(batchOf(alone)), [[isMoney ? "failed" : "refused", code]]);
  });
}

test("transfer.batch.create: each item -> sees the effects of those before it", () => {
  const { shard, source, destination, item } = given();
  const back = item({ sourceAccountId: destination, destinationAccountId: source, amount: "30" });
  const items = [item(), item(), back, item(), item({ amount: "11" }), item({ amount: "10" })];
  const batch = batchOf(shard.run(transferBatchCreate, { items }));
  assert.deepEqual(statusesOf(batch), [
    ["posted", undefined],
    ["failed", "insufficient_balance"],
    ["posted", undefined],
    ["posted", undefined],
    ["failed", "insufficient_balance"],
    ["posted", undefined],
  ]);
  assert.deepEqual([batch.posted, batch.failed], [4, 2]);
  assert.equal(batch.results[1]?.error?.details["available"], "40");
});

test("transfer.batch.create: ids of its results -> the transfers, in order", () => {
  const { shard, item } = given();
  const items = [item({ amount: "1" }), item({ amount: "101" }), item({ currency: "USD" })];
  const { results, operationId } = batchOf(shard.run(transferBatchCreate, { items }));
  const amounts = results.slice(0, 2).map(({ transferId }) => {
    const { reply } = shard.read(transferRetrieve, { transferId });
    assert.equal((reply as Transfer).operationId, operationId);
    return [(reply as Transfer).amount, (reply as Transfer).status];
  });
  assert.deepEqual(amounts, [
    ["1", "posted"],
    ["101", "failed"],
  ]);
  assert.equal(results[2]?.transferId, undefined);
});

test("transfer.batch.create: one external id twice -> the second is refused, a failed one is not", () => {
  const { shard, item } = given();
  const items = [
    item({ amount: "101", externalId: "o-1" }),
    item({ amount: "1", externalId: "o-1" }),
    item({ amount: "1", externalId: "o-1" }),
  ];
  const batch = batchOf(shard.run(transferBatchCreate, { items }));
  assert.deepEqual(statusesOf(batch), [
    ["failed", "insufficient_balance"],
    ["posted", undefined],
    ["refused", "state_conflict"],
  ]);
  const holder = { type: "transfer", id: batch.results[1]?.transferId };
  assert.deepEqual(batch.results[2]?.error?.details["resource"], holder);
  const taken = shard.run(transferBatchCreate, {
    items: [item({ amount: "1", externalId: "o-1" })],
  });
  assert.deepEqual(statusesOf(batchOf(taken)), [["refused", "state_conflict"]]);
});

test("transfer.batch.create: atomic and all possible -> as without atomic", () => {
  const { shard, item } = given();
  const items = [item({ amount: "50" }), item({ amount: "50" })];
  const batch = batchOf(shard.run(transferBatchCreate, { items, atomic: true }));
  assert.deepEqual([batch.posted, batch.failed], [2, 0]);
});

test("transfer.batch.create: the largest batch -> every transfer listed, newest first", () => {
  const { shard, item } = given();
  fund(shard, item().sourceAccountId, 10_000n);
  const items = Array.from({ length: BATCH_ITEMS_MAX }, () => item({ amount: "1" }));
  const { results } = batchOf(shard.run(transferBatchCreate, { items }));
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { productId: PRODUCT_ID, limit: "100", ...(cursor && { cursor }) };
    const page = shard.read(transferList, query);
    const list = page.reply as { items: Transfer[]; nextCursor?: string };
    ids.push(...list.items.map(({ transferId }) => transferId));
    cursor = list.nextCursor;
  } while (cursor !== undefined);
  const made = results.map(({ transferId }) => transferId).reverse();
  assert.deepEqual(ids.slice(0, BATCH_ITEMS_MAX), made);
});

const LENGTHS = [
  [0, false],
  [1, true],
  [BATCH_ITEMS_MAX, true],
  [BATCH_ITEMS_MAX + 1, false],
] as const;
for (const [length, isValid] of LENGTHS) {
  test(`transfer.batch.create: ${length} items -> ${isValid ? "valid" : "invalid"}`, () => {
    const { item } = given();
    const items = Array.from({ length }, () => item());
    assert.equal(Value.Check(TransferBatchDraft, { items }), isValid);
  });
}

test("transfer.batch.create: an item with one account on both sides -> an issue that names it", () => {
  const { item, source } = given();
  const items = [item(), item({ destinationAccountId: source })];
  assert.deepEqual(
    transferBatchCreate.check?.({ items }).map(({ path }) => path),
    [["items", 1, "destinationAccountId"]],
  );
});
