/** Decision table of sandbox.platform_freeze.lift. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accountClose } from "../account/account.close.ts";
import { accountFreeze } from "../account/account.freeze.ts";
import { accountRetrieve } from "../account/account.retrieve.ts";
import {
  createAccount,
  createPartyShard,
  createPlatformAccount,
  type PartyShard,
} from "../testing_parties.ts";
import { sandboxPlatformFreezeCreate } from "./sandbox.platform_freeze.create.ts";
import { sandboxPlatformFreezeLift } from "./sandbox.platform_freeze.lift.ts";

function freeze(shard: PartyShard, accountId: string): void {
  shard.run(accountFreeze, { accountId, mode: "debits", reason: "review" });
}
function freezeAsPlatform(shard: PartyShard, accountId: string): void {
  shard.run(sandboxPlatformFreezeCreate, { accountId, mode: "all" });
}

const CASES: {
  name: string;
  given?(shard: PartyShard, accountId: string): void;
  expected: string;
}[] = [
  { name: "frozen by the platform", given: freezeAsPlatform, expected: "accepted" },
  { name: "frozen by the tenant only", given: freeze, expected: "account_status_forbidden" },
  { name: "open", expected: "account_status_forbidden" },
  {
    name: "closed",
    given: (shard, accountId) => shard.run(accountClose, { accountId }),
    expected: "account_status_forbidden",
  },
  {
    name: "lifted already",
    given(shard, accountId) {
      freezeAsPlatform(shard, accountId);
      shard.run(sandboxPlatformFreezeLift, { accountId });
    },
    expected: "account_status_forbidden",
  },
];

for (const { name, given, expected } of CASES) {
  test(`sandbox.platform_freeze.lift: ${name} -> ${expected}`, () => {
    const shard = createPartyShard();
    const { accountId } = createAccount(shard);
    given?.(shard, accountId);
    assert.equal(shard.outcome(sandboxPlatformFreezeLift, { accountId }), expected);
  });
}

test("sandbox.platform_freeze.lift: unknown or the platform's own -> account_not_found", () => {
  const shard = createPartyShard();
  for (const accountId of ["acct_unknown", createPlatformAccount(shard)]) {
    assert.equal(shard.outcome(sandboxPlatformFreezeLift, { accountId }), "account_not_found");
  }
});

for (const { isFrozenByTenant, status } of [
  { isFrozenByTenant: false, status: "open" },
  { isFrozenByTenant: true, status: "frozen" },
]) {
  test(`sandbox.platform_freeze.lift: tenant's freeze ${isFrozenByTenant} -> ${status}`, () => {
    const shard = createPartyShard();
    const { accountId } = createAccount(shard);
    if (isFrozenByTenant) freeze(shard, accountId);
    freezeAsPlatform(shard, accountId);
    const after = shard.run(sandboxPlatformFreezeLift, { accountId });
    assert.equal(after.status, status);
    assert.equal(after.freezes.length, isFrozenByTenant ? 1 : 0);
    const read = shard.read(accountRetrieve, { accountId });
    assert.equal(JSON.stringify(read), JSON.stringify(after));
  });
}
