/** The ledger lines of one account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ENTRY_INDEX_EVERY } from "../ledger/ledger.ts";
import { at, createListedShard, listAll, type Page } from "../transfer/testing_lists.ts";
import { createTransferShard, hold, openAccount, transfer } from "../transfer/testing_transfers.ts";
import { accountEntryList } from "./account.entry.list.ts";
import type { AccountEntry } from "./account_entry.ts";

test("account.entry.list: unknown, malformed and foreign accounts -> account_not_found", () => {
  const { shard } = createListedShard();
  const foreign = openAccount(shard, { scope: 2 });
  for (const accountId of ["acct_x", foreign, `${foreign.slice(0, -1)}!`]) {
    assert.equal(shard.read(accountEntryList, { accountId }).code, "account_not_found");
  }
});

test("account.entry.list: both sides -> direction, counterparty and the balance after each", () => {
  const { shard, source, destination } = createListedShard();
  const debits = listAll<AccountEntry>(shard, accountEntryList, { accountId: source });
  assert.deepEqual(
    debits.map(({ direction, amount, balance }) => [direction, amount, balance]),
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
  const [credit] = listAll<AccountEntry>(shard, accountEntryList, { accountId: destination });
  assert.deepEqual(
    [credit?.direction, credit?.balance, credit?.counterpartyAccountId],
    ["credit", "21", source],
  );
});

test("account.entry.list: a date far back among many -> starts at the nearest index entry", () => {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 10_000n });
  const destination = openAccount(shard);
  const rows = ENTRY_INDEX_EVERY * 3;
  for (let row = 0; row < rows; row++) {
    shard.nowMs += 1_000;
    transfer(shard, source, destination, "1");
  }
  let reads = 0;
  const snapshot = shard.snapshot();
  const counting = {
    ...snapshot,
    record: (place: number) => {
      reads++;
      return snapshot.record(place);
    },
  };
  const context = { scope: 1, cursors: { encode: () => "c", decode: () => undefined } };
  const input = { accountId: destination, createdTo: at(11) };
  const answer = accountEntryList.read(counting, input, context as never);
  assert.equal(answer.refused, false);
  const { items } = JSON.parse(answer.refused ? "{}" : answer.json) as Page<AccountEntry>;
  assert.deepEqual([items.length, items[0]?.balance], [10, "10"]);
  assert.ok(reads <= ENTRY_INDEX_EVERY, `${reads} records read`);
});

test("account.entry.list: a hold that settled in part -> one line, of the transfer it reserved", () => {
  const { shard, destination } = createListedShard();
  const transferId = hold(shard, destination, { status: "cleared", clearedMinor: 20n });
  hold(shard, destination);
  const [line] = listAll<AccountEntry>(shard, accountEntryList, { accountId: destination });
  assert.deepEqual(
    [line?.transferId, line?.amount, line?.balance, line?.kind],
    [transferId, "20", "41", "hold"],
  );
  assert.equal(line?.transferHoldId, transferId.replace("tr_", "th_"));
  assert.notEqual(line?.entryId, transferId.replace("tr_", "le_"));
});
