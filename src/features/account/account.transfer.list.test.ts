/** The transfers of one account. Its pages and dates: transfer.list.test.ts, with `accountId`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, createListedShard, listAll } from "../transfer/testing_lists.ts";
import { openAccount } from "../transfer/testing_transfers.ts";
import type { Transfer } from "../transfer/transfer_schema.ts";
import { accountTransferList } from "./account.transfer.list.ts";

test("account.transfer.list: a status and dates -> the account's own, failed ones too", () => {
  const { shard, destination } = createListedShard();
  const query = { accountId: destination, createdFrom: at(5) };
  const amountsOf = (more: Record<string, unknown>) =>
    listAll<Transfer>(shard, accountTransferList, { ...query, ...more }).map(
      ({ amount }) => amount,
    );
  assert.deepEqual(amountsOf({}), ["1000", "6"]);
  assert.deepEqual(amountsOf({ status: "posted" }), ["6"]);
});

test("account.transfer.list: unknown, malformed and foreign accounts -> account_not_found", () => {
  const { shard } = createListedShard();
  const foreign = openAccount(shard, { scope: 2 });
  for (const accountId of ["acct_x", foreign, `${foreign.slice(0, -1)}!`]) {
    assert.equal(shard.read(accountTransferList, { accountId }).code, "account_not_found");
  }
});
