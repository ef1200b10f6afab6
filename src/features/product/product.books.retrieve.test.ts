/** product.books.retrieve: position and revenue of a Product, compared with its accounts' balances. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sell } from "../../../test/support/features/books/books.ts";
import { fundedInvoice, runProgram } from "../../../test/support/features/object/objects.ts";
import { runningIn } from "../../../test/support/features/product/installed.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS, openAccount } from "../../../test/world/parties.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { postedOf } from "../ledger/balance_block.ts";
import { roleOf } from "../ledger/roles.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { productBooksRetrieve } from "./product.books.retrieve.ts";

/** The posted balances of all accounts in a currency, added up by role; without accounts never used. */
function postedByRole({ state: { accounts } }: World, currency: string): Record<string, bigint> {
  const byRole: Record<string, bigint> = {};
  for (let ordinal = 0; ordinal < accounts.count; ordinal++) {
    const account = accounts.document(ordinal);
    if (account.currency !== currency || accounts.rowCount(ordinal) === 0) continue;
    const { role } = roleOf(account.roleCode);
    byRole[role] = (byRole[role] ?? 0n) + postedOf(accounts.balances.balance(ordinal));
  }
  return byRole;
}

function runningAccount(world: World, name: string): string {
  const accountId = runningIn(world)?.accounts[name];
  assert.ok(accountId !== undefined);
  return accountId;
}

const sum = (from: number, to: number) => ((to - from + 1) * (from + to)) / 2;

decisionTable(productBooksRetrieve, {
  given: sell,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    {
      title: "months of sales and a refund",
      outcome: "revenue by month, and in all",
      reply: {
        currency: "EUR",
        currencies: ["EUR", "JPY"],
        revenueToDate: String(sum(1, 60) - 100),
      },
      check: ({ reply: { months } }) =>
        assert.deepEqual(
          months.map(({ month, revenue }: Answer) => [month, revenue]),
          [
            ["2026-04", String(sum(60, 60) - 100)],
            ["2026-03", String(sum(29, 59))],
            ["2026-02", String(sum(1, 28))],
            ["2026-01", "0"],
          ],
        ),
    },
    {
      title: "a currency without sales",
      input: { currency: "JPY" },
      outcome: "no revenue in its one month",
      reply: { revenueToDate: "0" },
      check: ({ reply }) => assert.equal(reply.months.length, 1),
    },
    {
      title: "a currency without money",
      input: { currency: "USD" },
      outcome: "nothing",
      reply: { position: [], months: [], revenueToDate: "0" },
    },
    ...["EUR", "JPY"].map((currency) => ({
      title: `position in ${currency}`,
      input: { currency },
      outcome: "the accounts' balances by role, which add up to zero",
      check({ reply: { position } }: Answer, { world }: { world: World }) {
        const rows = position.map(({ role, balance }: Answer) => [role, BigInt(balance)]);
        assert.deepEqual(Object.fromEntries(rows), postedByRole(world, currency));
        const total = position.reduce((all: bigint, row: Answer) => all + BigInt(row.balance), 0n);
        assert.equal(total, 0n);
      },
    })),
    {
      title: "a program that labels its movements",
      given({ world }) {
        runProgram(world);
        fundedInvoice(world);
        advanceClock(world, at(100 * DAY_MS));
        const from = openAccount(world, { currency: "USD", fundedMinor: 9n });
        world.made(transferCreate, {
          sourceAccountId: from,
          destinationAccountId: runningAccount(world, "revenue.USD"),
          amount: "9",
          currency: "USD",
        });
      },
      input: { currency: "USD" },
      outcome: "revenue by label, and without one; labels add up to their roles",
      reply: {
        revenueToDate: "259",
        revenueByLabel: [{ label: "revenue.invoice_fee", revenue: "250" }, { revenue: "9" }],
      },
      check({ reply: { position, months } }) {
        const labelled = position.filter(({ labels }: Answer) => labels !== undefined);
        assert.deepEqual(
          labelled.map(({ role }: Answer) => role),
          ["product_revenue", "object_balance"],
        );
        for (const row of labelled) {
          for (const field of ["debits", "credits", "balance"]) {
            const sum = row.labels.reduce(
              (all: bigint, one: Answer) => all + BigInt(one[field]),
              0n,
            );
            assert.equal(String(sum), row[field], `${row.role} ${field}`);
          }
        }
        for (const { revenue, revenueByLabel = [{ revenue }] } of months) {
          const sum = revenueByLabel.reduce(
            (all: bigint, one: Answer) => all + BigInt(one.revenue),
            0n,
          );
          assert.equal(String(sum), revenue);
        }
      },
    },
    {
      title: "a Product without a realm",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "no months",
      reply: { months: [] },
    },
    OTHER_PRODUCT,
  ],
});

test("product.books.retrieve: the first account's currency has no books -> the first one that has", async () => {
  const world = await openWorld();
  openAccount(world, { currency: "USD" });
  const { productId } = world.principal;
  const empty = await world.found(productBooksRetrieve, { productId });
  assert.deepEqual([empty.currency, empty.currencies], ["USD", []]);
  openAccount(world, { currency: "EUR", fundedMinor: 5n });
  const books = await world.found(productBooksRetrieve, { productId });
  assert.deepEqual([books.currency, books.currencies], ["EUR", ["EUR"]]);
});
