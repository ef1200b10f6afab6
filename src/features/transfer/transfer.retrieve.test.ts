/** One transfer as it stands. That a fresh one equals its reply: transfer.create.test.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTransferShard,
  hold,
  openAccount,
  readTransfer,
  transfer,
} from "./testing_transfers.ts";
import { transferRetrieve } from "./transfer.retrieve.ts";

function given() {
  const shard = createTransferShard();
  const destination = openAccount(shard);
  const { transferId } = transfer(shard, openAccount(shard, { fundedMinor: 1n }), destination, "1");
  return { shard, destination, transferId };
}

test("transfer.retrieve: a hold that has not ended -> pending", () => {
  const { shard, destination } = given();
  const pending = readTransfer(shard, hold(shard, destination));
  assert.deepEqual([pending.status, pending.reservedAmount], ["pending", "50"]);
});

test("transfer.retrieve: a hold that was cancelled -> voided, the amount stays", () => {
  const { shard, destination } = given();
  const transferId = hold(shard, destination, { status: "cancelled", clearedMinor: 0n });
  const voided = readTransfer(shard, transferId);
  assert.deepEqual([voided.status, voided.amount], ["voided", "50"]);
  assert.deepEqual(Object.keys(voided.statusTransitions), ["pendingAt", "voidedAt"]);
});

const UNKNOWN = ["tr_x", "acct_x", ""];
for (const transferId of UNKNOWN) {
  test(`transfer.retrieve: "${transferId}" -> transfer_not_found`, () => {
    assert.equal(given().shard.read(transferRetrieve, { transferId }).code, "transfer_not_found");
  });
}

test("transfer.retrieve: a shard without the scope -> transfer_not_found", () => {
  const { shard, transferId } = given();
  for (const scope of [undefined, 2]) {
    const context = { scope } as { scope: number };
    assert.equal(shard.read(transferRetrieve, { transferId }, context).code, "transfer_not_found");
  }
});
