/**
 * Accounts whose totals are past 64 bits, over a real log: what reads show is exact, and after the test
 * the log alone gives the same tables.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { exported } from "../../../test/support/features/statement/statements.ts";
import {
  balanceOf,
  fund,
  LARGEST,
  openAccount,
  platformAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { decodeIdSuffix } from "../../base/id.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { accountBalanceHistoryList } from "../account/account.balance.history.list.ts";
import { accountBalanceRetrieve } from "../account/account.balance.retrieve.ts";
import { accountEntryList } from "../account/account.entry.list.ts";
import { accountStatementRetrieve } from "../account/account.statement.retrieve.ts";
import { newestEvent, placeOfEvent } from "../event/realm_moments.ts";
import { productBooksMonthRetrieve } from "../product/product.books.month.retrieve.ts";
import { productBooksRetrieve } from "../product/product.books.retrieve.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { type Leg, Plan } from "./ledger.ts";

const MONTH = "2026-01";
const TURNOVER = 10n ** 24n;
/** The largest amount of a row here: less than the largest balance. */
const ROW_MINOR = 9n * 10n ** 18n;
/** Rows of one record. */
const ROWS_MAX = 999;

/** Moves TURNOVER from each of the accounts to the next, and from the last to the first. */
function turnOver(world: World, accountIds: readonly string[]): void {
  const { accounts } = world.state;
  const ordinals = accountIds.map((accountId) => accounts.ordinalOf(1, accountId));
  let leftMinor = TURNOVER;
  while (leftMinor > 0n) {
    const place = decodeIdSuffix(world.nextId("tr").slice(3))?.place as number;
    const plan = new Plan(accounts, place);
    while (leftMinor > 0n && plan.rows.length + ordinals.length <= ROWS_MAX) {
      const amountMinor = leftMinor < ROW_MINOR ? leftMinor : ROW_MINOR;
      leftMinor -= amountMinor;
      ordinals.forEach((sourceOrdinal, at) => {
        const destinationOrdinal = ordinals[(at + 1) % ordinals.length] as number;
        const leg: Leg = {
          step: "posted",
          transferKind: "book",
          sub: plan.rows.length,
          sourceOrdinal,
          destinationOrdinal,
          amountMinor,
          reservedMinor: 0n,
        };
        assert.equal(plan.add(leg), undefined);
      });
    }
    assert.equal(world.apply(plan.rows), place);
  }
}

test("turnover: 10^24 through an account and the external account -> balances, statement and books are exact", async () => {
  const world = await openWorld();
  const external = platformAccount(world);
  const account = openAccount(world, { role: "product_revenue" });
  turnOver(world, [external, account]);
  const { accounts } = world.state;
  const { debitsPosted, creditsPosted } = accounts.balances.balance(accounts.ordinalOf(1, account));
  assert.deepEqual([debitsPosted, creditsPosted], [TURNOVER, TURNOVER]);
  const balance = await world.found(accountBalanceRetrieve, { accountId: account });
  assert.deepEqual([balance.posted, balance.available, balance.held], ["0", "0", "0"]);
  const input = { accountId: account, month: MONTH };
  const { evidence: _, ...statement } = await world.found(accountStatementRetrieve, input);
  assert.deepEqual(statement, {
    ...input,
    currency: "EUR",
    opening: "0",
    closing: "0",
    totalDebits: String(TURNOVER),
    totalCredits: String(TURNOVER),
    entryCount: 2 * 111_112,
  });
  const { productId } = world.principal;
  const { position, revenueToDate, months } = await world.found(productBooksRetrieve, {
    productId,
  });
  // One unit was funded, to make the external account.
  assert.deepEqual(position, [
    { role: "product_operating", debits: "0", credits: "1", balance: "1" },
    { role: "product_revenue", debits: `${TURNOVER}`, credits: `${TURNOVER}`, balance: "0" },
    { role: "suspense", debits: `${TURNOVER + 1n}`, credits: `${TURNOVER}`, balance: "-1" },
  ]);
  assert.deepEqual([revenueToDate, months[0].volume], ["0", `${2n * TURNOVER + 1n}`]);
  // The account takes money as on its first day.
  transfer(world, openAccount(world, { fundedMinor: LARGEST }), account, String(LARGEST));
  assert.equal(balanceOf(world, account).posted, String(LARGEST));
});

test("turnover: 45 largest amounts that stay in the realm -> the external account's balance is exact", async () => {
  const world = await openWorld();
  const holders = Array.from({ length: 5 }, () => openAccount(world));
  const fundings = holders.flatMap((holder) =>
    Array.from({ length: 9 }, () => fund(world, holder, LARGEST)),
  );
  const external = platformAccount(world);
  const owed = -45n * LARGEST;
  const shown = async () =>
    (await world.found(accountBalanceRetrieve, { accountId: external })).posted;
  assert.equal(await shown(), String(owed));
  const snapshot = await world.snapshot();
  const realmKey = realmKeyOf(world.principal);
  const number = newestEvent(snapshot, realmKey);
  const past = { place: placeOfEvent(snapshot, realmKey, number) };
  world.made(transferReverse, { transferId: fundings[0], reason: "mistake" });
  assert.equal(await shown(), String(owed + LARGEST));
  const then = await world.found(accountBalanceRetrieve, { accountId: external }, { past });
  assert.equal(then.posted, String(owed));
  const entries = await world.found(accountEntryList, { accountId: external, limit: "100" });
  const balances = entries.items.map(({ balance }: { balance: string }) => balance);
  const steps = Array.from({ length: 45 }, (_, at) => String(-BigInt(at + 1) * LARGEST));
  assert.deepEqual(balances, [...steps, String(owed + LARGEST)].reverse());
  const { items } = await world.found(accountBalanceHistoryList, { accountId: external });
  assert.equal(items.at(0).posted, String(owed + LARGEST));
  const statement = await world.found(accountStatementRetrieve, {
    accountId: external,
    month: MONTH,
  });
  assert.deepEqual(
    [statement.closing, statement.totalDebits, statement.totalCredits],
    [String(owed + LARGEST), String(-owed), String(LARGEST)],
  );
  const { text } = await exported(world, external, MONTH);
  const written = text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",").at(-3));
  assert.deepEqual(written, balances.reverse());
  const books = await world.found(productBooksMonthRetrieve, {
    productId: world.principal.productId,
    month: MONTH,
  });
  assert.deepEqual(
    books.rows.map(({ role, closing }: { role: string; closing: string }) => [role, closing]),
    [
      ["product_operating", String(-owed - LARGEST)],
      ["suspense", String(owed + LARGEST)],
    ],
  );
});
