/** account.retrieve: which accounts can be read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createAccount,
  createCustomer,
  createPartyShard,
  createPlatformAccount,
} from "../testing_parties.ts";
import { accountRetrieve } from "./account.retrieve.ts";

test("account.retrieve: own account or the platform's -> the account", () => {
  const shard = createPartyShard();
  const account = createAccount(shard);
  assert.deepEqual(shard.read(accountRetrieve, { accountId: account.accountId }), account);
  const accountId = createPlatformAccount(shard);
  assert.equal(shard.read(accountRetrieve, { accountId }).role, "suspense");
});

test("account.retrieve: malformed, unknown or another prefix -> account_not_found", () => {
  const shard = createPartyShard();
  const { customerId } = createCustomer(shard);
  const suffix = customerId.slice("cust_".length);
  for (const accountId of ["acct_", "nonsense", customerId, `acct_${suffix}`]) {
    const refusal = shard.read(accountRetrieve, { accountId });
    assert.equal(refusal.code, "account_not_found");
    assert.equal(refusal.details.accountId, accountId);
  }
});

test("account.retrieve: another scope, or none here -> account_not_found", () => {
  const parties = createPartyShard();
  const { accountId } = createAccount(parties);
  for (const scope of [2, undefined]) {
    const answer = parties.shard.read(accountRetrieve, { accountId }, { scope });
    assert.equal(answer.code, "account_not_found");
  }
});
