/** Decision table of sandbox.platform_freeze.create. */
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

const CASES: {
  name: string;
  given?(shard: PartyShard, accountId: string): void;
  expected: string;
}[] = [
  { name: "open", expected: "accepted" },
  {
    name: "frozen by the tenant",
    given: (shard, accountId) =>
      shard.run(accountFreeze, { accountId, mode: "debits", reason: "review" }),
    expected: "accepted",
  },
  {
    name: "frozen by the platform",
    given: (shard, accountId) => shard.run(sandboxPlatformFreezeCreate, { accountId, mode: "all" }),
    expected: "account_status_forbidden",
  },
  {
    name: "closed",
    given: (shard, accountId) => shard.run(accountClose, { accountId }),
    expected: "account_status_forbidden",
  },
];

for (const { name, given, expected } of CASES) {
  test(`sandbox.platform_freeze.create: ${name} -> ${expected}`, () => {
    const shard = createPartyShard();
    const { accountId } = createAccount(shard);
    given?.(shard, accountId);
    const input = { accountId, mode: "debits" };
    assert.equal(shard.outcome(sandboxPlatformFreezeCreate, input), expected);
  });
}

test("sandbox.platform_freeze.create: unknown or the platform's own -> account_not_found", () => {
  const shard = createPartyShard();
  for (const accountId of ["acct_unknown", createPlatformAccount(shard)]) {
    const input = { accountId, mode: "all" };
    assert.equal(shard.outcome(sandboxPlatformFreezeCreate, input), "account_not_found");
  }
});

test("sandbox.platform_freeze.create: frozen by the tenant -> both freezes stand, as GET shows", () => {
  const shard = createPartyShard();
  const { accountId } = createAccount(shard);
  const frozen = shard.run(accountFreeze, { accountId, mode: "debits", reason: "review" });
  const after = shard.run(sandboxPlatformFreezeCreate, { accountId, mode: "all", reason: "court" });
  assert.equal(after.status, "frozen");
  const planes = after.freezes.map(({ plane, mode, reason }: Record<string, string>) => [
    plane,
    mode,
    reason,
  ]);
  assert.deepEqual(planes, [
    ["tenant", "debits", "review"],
    ["platform", "all", "court"],
  ]);
  assert.equal(after.statusTransitions.frozenAt, frozen.updatedAt);
  const read = shard.read(accountRetrieve, { accountId });
  assert.equal(JSON.stringify(read), JSON.stringify(after));
});
