/** What a key was used for. The place is found by the actor's table; here it is given. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { createTransferShard, openAccount } from "../transfer/testing_transfers.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { type IdempotencyKey, idempotencyKeyRetrieve } from "./idempotency_key.retrieve.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

function given(amount: string) {
  const shard = createTransferShard();
  const draft = {
    sourceAccountId: openAccount(shard, { fundedMinor: 100n }),
    destinationAccountId: openAccount(shard),
    amount,
    currency: "EUR",
  };
  shard.run(transferCreate, draft, { idempotencyKey: KEY });
  return { shard, located: shard.snapshot().newestRecord(1) };
}

const OUTCOMES = [
  { amount: "10", state: "succeeded", httpStatus: 201 },
  { amount: "101", state: "refused", httpStatus: 409 },
];
for (const { amount, state, httpStatus } of OUTCOMES) {
  test(`idempotency_key.retrieve: a transfer of ${amount} of 100 -> ${state}`, () => {
    const { shard, located } = given(amount);
    const input = { idempotencyKey: KEY.toUpperCase() };
    const key = shard.read(idempotencyKeyRetrieve, input, { located }).reply as IdempotencyKey;
    assert.deepEqual([...Value.Errors(idempotencyKeyRetrieve.output, key)], []);
    assert.deepEqual(
      [key.idempotencyKey, key.state, key.httpStatus, key.operation],
      [KEY, state, httpStatus, "transfer.create"],
    );
    assert.equal(key.operationId.slice(3), key.receiptId.slice(5));
  });
}

test("idempotency_key.retrieve: any spelling of a key -> looked up in lower case", () => {
  assert.equal(idempotencyKeyRetrieve.locate?.({ idempotencyKey: KEY.toUpperCase() }), KEY);
});

test("idempotency_key.retrieve: nothing located, no UUID, another key or scope -> not found", () => {
  const { shard, located } = given("10");
  const other = KEY.replace("0f", "1f");
  const rows = [
    { idempotencyKey: KEY, context: { located: 0 } },
    { idempotencyKey: "order-1", context: { located } },
    { idempotencyKey: other, context: { located } },
    { idempotencyKey: KEY, context: { located, scope: 2 } },
  ];
  for (const { idempotencyKey, context } of rows) {
    const { code, refusal } = shard.read(idempotencyKeyRetrieve, { idempotencyKey }, context);
    assert.equal(code, "resource_not_found");
    assert.deepEqual(refusal?.details, { resourceType: "idempotency_key", idempotencyKey });
  }
});
