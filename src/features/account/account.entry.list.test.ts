/** The entries of one account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeTransfers } from "../../../test/support/features/transfer/transfers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at, clear, hold, holdFor, openAccount, transfer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { openWorld } from "../../../test/world/world.ts";
import { ENTRY_INDEX_EVERY } from "../ledger/ledger.ts";
import { accountEntryList } from "./account.entry.list.ts";
import type { AccountEntry } from "./account_entry.ts";

decisionTable(accountEntryList, {
  given: makeTransfers,
  input: ({ source }) => ({ accountId: source }),
  rows: [
    {
      title: "the side that pays",
      outcome: "debits, and the balance after each, by any pages",
      async check({ reply: { items }, input }, { world }) {
        assert.deepEqual(
          items.map(({ direction, amount, balance }: AccountEntry) => [direction, amount, balance]),
          [
            ["debit", "1", "78"],
            ["debit", "6", "79"],
            ["debit", "5", "85"],
            ["debit", "4", "90"],
            ["debit", "3", "94"],
            ["debit", "2", "97"],
            ["debit", "1", "99"],
            ["credit", "100", "100"],
          ],
        );
        assert.deepEqual(await listAll(world, accountEntryList, input), items);
      },
    },
    {
      title: "the side that is paid",
      input: ({ destination }) => ({ accountId: destination }),
      outcome: "credits, and who paid",
      check({ reply: { items } }, { source }) {
        const { direction, balance, counterpartyAccountId } = items[0] as AccountEntry;
        assert.deepEqual([direction, balance, counterpartyAccountId], ["credit", "21", source]);
      },
    },
    {
      title: "a hold that settled in part, and one that has not ended",
      given({ world, destination }) {
        const from = openAccount(world, { fundedMinor: 50n });
        const held = hold(world, from, destination, "50", { description: "Taxi" });
        clear(world, held.transferHoldId, "20");
        holdFor(world, destination);
      },
      input: ({ destination }) => ({ accountId: destination }),
      outcome: "one line, of the transfer that the first one reserved",
      check({ reply: { items } }) {
        const { transferId, transferHoldId, entryId, amount, balance, kind, description } =
          items[0];
        assert.deepEqual([amount, balance, kind, description], ["20", "41", "hold", "Taxi"]);
        assert.equal(transferHoldId, transferId.replace("tr_", "th_"));
        // The entry is of the record that settled the hold.
        assert.notEqual(entryId, transferId.replace("tr_", "le_"));
      },
    },
    ...UNKNOWN_ACCOUNTS,
    cursorOfOtherFilters(accountEntryList, { createdFrom: at(0) }),
  ],
});

test("account.entry.list: a date far back among many -> starts at the nearest index entry", async () => {
  const world = await openWorld();
  const source = openAccount(world, { fundedMinor: 10_000n });
  const destination = openAccount(world);
  for (let row = 0; row < ENTRY_INDEX_EVERY * 3; row++) {
    world.nowMs += 1_000;
    transfer(world, source, destination, "1");
  }
  let reads = 0;
  let pointed = 0;
  const { reply } = await world.read(
    accountEntryList,
    { accountId: destination, createdTo: at(11_000) },
    {
      altered: (view) => ({
        record(place) {
          reads++;
          return view.record(place);
        },
        pointAt(place, spot) {
          pointed++;
          return view.pointAt(place, spot);
        },
      }),
    },
  );
  assert.deepEqual([reply.items.length, reply.items[0].balance], [10, "10"]);
  for (const each of [reads, pointed]) {
    assert.ok(each > 0 && each <= ENTRY_INDEX_EVERY, `${each} records read`);
  }
});
