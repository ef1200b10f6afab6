/** A Product's books against the balances and entries of its accounts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import type { ReadOperation } from "../../contract/operation.ts";
import { accountCreatedFact } from "../account/account_facts.ts";
import { postedOf } from "../ledger/balance_block.ts";
import { roleOf } from "../ledger/roles.ts";
import { PRODUCT_ID, START_MS, type TestShard } from "../testing.ts";
import { listAll } from "../transfer/testing_lists.ts";
import { createTransferShard, hold, openAccount, transfer } from "../transfer/testing_transfers.ts";
import { productBooksEntryList } from "./product.books.entry.list.ts";
import { productBooksMonthRetrieve } from "./product.books.month.retrieve.ts";
import { productBooksRetrieve } from "./product.books.retrieve.ts";

const DAY_MS = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the operation under test says
type Answer = any;
// biome-ignore lint/suspicious/noExplicitAny: runs operations of every input type
type AnyRead = ReadOperation<any, any, any>;

function read(shard: TestShard, operation: AnyRead, input: Record<string, unknown> = {}): Answer {
  const { code, reply } = shard.read(operation, { productId: PRODUCT_ID, ...input });
  assert.equal(code, undefined);
  assert.deepEqual([...Value.Errors(operation.output, reply)], []);
  return reply;
}

/** Two customers who pay the Product 1, 2, 3 … over three months, in two currencies. */
function createSoldShard() {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 10_000n });
  openAccount(shard, { currency: "JPY", fundedMinor: 70n });
  const revenue = shard.nextId("acct");
  const owner = { type: "product", id: PRODUCT_ID } as const;
  const account = { accountId: revenue, role: "product_revenue", currency: "EUR", owner } as const;
  shard.apply([accountCreatedFact(account)]);
  for (let day = 1; day <= 60; day++) {
    shard.nowMs += DAY_MS;
    transfer(shard, source, revenue, String(day));
  }
  hold(shard, source, { status: "cleared", clearedMinor: 20n });
  transfer(shard, revenue, source, "100");
  return { shard, source, revenue };
}

test("product.books.retrieve: months of sales and a refund -> revenue by month, and in all", () => {
  const { shard } = createSoldShard();
  const books = read(shard, productBooksRetrieve);
  const sum = (from: number, to: number) => ((to - from + 1) * (from + to)) / 2;
  assert.equal(books.currency, "EUR");
  assert.deepEqual(books.currencies, ["EUR", "JPY"]);
  assert.equal(books.revenueToDate, String(sum(1, 60) - 100));
  assert.deepEqual(
    books.months.map(({ month, revenue }: Answer) => [month, revenue]),
    [
      ["2026-04", String(sum(60, 60) - 100)],
      ["2026-03", String(sum(29, 59))],
      ["2026-02", String(sum(1, 28))],
      ["2026-01", "0"],
    ],
  );
  const yen = read(shard, productBooksRetrieve, { currency: "JPY" });
  assert.deepEqual([yen.revenueToDate, yen.months.length], ["0", 1]);
  const none = read(shard, productBooksRetrieve, { currency: "USD" });
  assert.deepEqual([none.position, none.months, none.revenueToDate], [[], [], "0"]);
});

test("product.books.retrieve: position -> the accounts' balances by role, which add up to zero", () => {
  const { shard } = createSoldShard();
  const { accounts } = shard.state;
  for (const currency of ["EUR", "JPY"]) {
    const byRole: Record<string, bigint> = {};
    for (let ordinal = 0; ordinal < accounts.count; ordinal++) {
      const account = accounts.document(ordinal);
      if (account.currency !== currency || accounts.rowCount(ordinal) === 0) continue;
      const { role } = roleOf(account.roleCode);
      byRole[role] = (byRole[role] ?? 0n) + postedOf(accounts.balances.balance(ordinal));
    }
    const { position } = read(shard, productBooksRetrieve, { currency });
    assert.deepEqual(
      Object.fromEntries(position.map(({ role, balance }: Answer) => [role, BigInt(balance)])),
      byRole,
    );
    const total = position.reduce((all: bigint, row: Answer) => all + BigInt(row.balance), 0n);
    assert.equal(total, 0n);
  }
});

test("product.books.month.retrieve: each month -> opens where the one before closed, zero in sum", () => {
  const { shard } = createSoldShard();
  let closed: Record<string, string> = {};
  for (const month of ["2026-01", "2026-02", "2026-03", "2026-04"]) {
    const { rows } = read(shard, productBooksMonthRetrieve, { month });
    const sums: Record<string, bigint> = {};
    for (const { currency, role, opening, debits, credits, closing } of rows) {
      assert.equal(opening, closed[currency + role] ?? "0", `${month} ${role}`);
      assert.equal(BigInt(opening) + BigInt(credits) - BigInt(debits), BigInt(closing));
      sums[currency] = (sums[currency] ?? 0n) + BigInt(closing);
    }
    closed = Object.fromEntries(rows.map((row: Answer) => [row.currency + row.role, row.closing]));
    assert.deepEqual(sums, { EUR: 0n, JPY: 0n }, month);
  }
});

test("product.books.month.retrieve: to come, before the Product, books that do not add up -> refused", () => {
  const { shard } = createSoldShard();
  const missing = (month: string) => {
    const { code, refusal } = shard.read(productBooksMonthRetrieve, {
      productId: PRODUCT_ID,
      month,
    });
    return [code, refusal?.details["missing"]];
  };
  assert.deepEqual(missing("2026-05"), ["statement_evidence_incomplete", ["month"]]);
  assert.deepEqual(missing("2025-12"), ["statement_evidence_incomplete", ["product"]]);
  shard.state.books.load(
    1,
    "EUR2026-0400",
    new TextEncoder().encode('{"debits":"1","credits":"0","entries":1}'),
    1,
  );
  openAccount(shard, { fundedMinor: 5n });
  assert.deepEqual(missing("2026-04"), ["statement_evidence_incomplete", ["reconciliation"]]);
});

test("product.books.entry.list: all of it -> what posted, both sides with role and balance", () => {
  const { shard, source, revenue } = createSoldShard();
  const entries = listAll<Answer>(shard, productBooksEntryList, { productId: PRODUCT_ID }, 7);
  assert.equal(entries.length, 65);
  const [refund, cleared, , sale] = entries;
  assert.deepEqual(
    [refund.amount, refund.debit, refund.credit.accountId, refund.kind],
    ["100", { accountId: revenue, role: "product_revenue", balance: "1730" }, source, "book"],
  );
  assert.deepEqual([cleared.amount, cleared.kind], ["20", "hold"]);
  assert.deepEqual([sale.amount, sale.credit.balance], ["60", "1830"]);
  const from = new Date(START_MS + 59.5 * DAY_MS).toISOString();
  const late = { productId: PRODUCT_ID, createdFrom: from };
  assert.equal(listAll<Answer>(shard, productBooksEntryList, late).length, 4);
});

test("product.books: another Product's id -> resource_not_found; a Product without a scope -> empty", () => {
  const { shard } = createSoldShard();
  const month = "2026-02";
  for (const operation of [
    productBooksRetrieve,
    productBooksMonthRetrieve,
    productBooksEntryList,
  ]) {
    const other = shard.read(operation, { productId: "prod_x", month });
    assert.equal(other.code, "resource_not_found");
    const input = { productId: PRODUCT_ID, month };
    const empty = shard.read(operation, input, { scope: undefined }).reply as Answer;
    assert.deepEqual(empty.items ?? empty.rows ?? empty.months, []);
  }
});
