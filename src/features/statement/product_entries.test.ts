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
import { openWorld } from "../../../test/world/world.ts";
import type { StatementEntry } from "../../contract/values/statement_csv.ts";
import { accountEntryList } from "../account/account.entry.list.ts";
import { productEntries } from "./product_entries.ts";
import { GAP, rowsOfMonth } from "./row_range.ts";

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
