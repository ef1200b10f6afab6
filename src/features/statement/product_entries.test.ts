/** The entries of a Product: both sides of every transfer, in the order of the log, of the month alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyCaller } from "../../../test/world/callers.ts";
import { listAll } from "../../../test/world/lists.ts";
import {
  cancel,
  clear,
  DAY_MS,
  holdFor,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { alteredView } from "../../../test/world/reading.ts";
import { openWorld } from "../../../test/world/world.ts";
import type { StatementEntry } from "../../contract/values/statement_csv.ts";
import { accountEntryList } from "../account/account.entry.list.ts";
import { dayKey } from "../ledger/day_totals.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { productEntries } from "./product_entries.ts";
import { GAP, rowsOfMonth, rowsOfRealmMonth } from "./row_range.ts";
import { statementList } from "./statement.list.ts";

const MONTHS = ["2026-01", "2026-02", "2026-03"];

test("product entries: accounts with transfers and holds over months -> each side once, as the accounts' lists have it", async () => {
  const world = await openWorld();
  const source = openAccount(world, { fundedMinor: 100_000n });
  const destination = openAccount(world);
  for (let at = 0; at < 900; at++) {
    if (at % 20 === 0) world.nowMs += DAY_MS;
    transfer(world, source, destination, "1");
  }
  clear(world, holdFor(world, destination).transferHoldId, "20");
  cancel(world, holdFor(world, destination).transferHoldId);
  const other = keyCaller({ environment: "live" });
  world.realmOf(other);
  const snapshot = await world.snapshot();
  const realm = world.realmOf(world.caller);
  const lists = await Promise.all(
    [source, destination].map((accountId) => listAll(world, accountEntryList, { accountId })),
  );
  for (const month of MONTHS) {
    const entries = [...productEntries(snapshot, realm, rowsOfMonth(month))];
    assert.ok(!entries.includes(GAP));
    const sides = entries as StatementEntry[];
    for (const [at, accountId] of [source, destination].entries()) {
      const own = sides.filter((side) => side.accountId === accountId);
      const listed = (lists[at] as { createdAt: string; transferId: string; balance: string }[])
        .filter(({ createdAt }) => createdAt.startsWith(month))
        .reverse();
      assert.deepEqual(
        own.map(({ transferId, balanceMinor }) => [transferId, String(balanceMinor)]),
        listed.map(({ transferId, balance }) => [transferId, balance]),
        `${month} of ${accountId}`,
      );
    }
    const sumOf = (direction: string) =>
      sides
        .filter((side) => side.direction === direction)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    assert.equal(sumOf("debit"), sumOf("credit"));
  }
});

test("product entries: the last month of all -> its rows, and none of them in the month before", async () => {
  const world = await openWorld();
  transfer(world, openAccount(world, { fundedMinor: 3n }), openAccount(world), "1");
  // A view knows the newest record of a realm that it was asked for by its name.
  await world.found(statementList, { productId: world.principal.productId });
  const view = await world.snapshot();
  const realm = world.realmOf(world.caller);
  const [day] = [...view.ascend(LEDGER_TABLE.dayTotals, realm, {})];
  assert.ok(day !== undefined);
  // As if the clock had stood in the month: to advance it so far takes 95,000 months that end.
  const key = dayKey("9999-12-05", "EUR");
  const last = alteredView(view, {
    ascend: (code, of, range) =>
      code !== LEDGER_TABLE.dayTotals
        ? view.ascend(code, of, range)
        : key >= (range.from ?? "")
          ? [{ ...day, key }]
          : [],
  });
  const sidesIn = (month: string) => {
    const range = rowsOfRealmMonth(last, realm, month);
    assert.ok(range !== GAP);
    return [...productEntries(last, realm, range)].length;
  };
  assert.deepEqual([sidesIn("9999-11"), sidesIn("9999-12")], [0, 4]);
});
