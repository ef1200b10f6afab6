/** Decision table of account.unfreeze. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sandboxPlatformFreezeCreate } from "../sandbox/sandbox.platform_freeze.create.ts";
import { sandboxPlatformFreezeLift } from "../sandbox/sandbox.platform_freeze.lift.ts";
import {
  createAccount,
  createPartyShard,
  createPlatformAccount,
  type PartyShard,
} from "../testing_parties.ts";
import { accountClose } from "./account.close.ts";
import { accountFreeze } from "./account.freeze.ts";
import { accountRetrieve } from "./account.retrieve.ts";
import { accountUnfreeze } from "./account.unfreeze.ts";

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
  { name: "frozen by the tenant", given: freeze, expected: "accepted" },
  {
    name: "frozen by the platform",
    given: freezeAsPlatform,
    expected: "account_freeze_plane_forbidden",
  },
  {
    name: "frozen by both",
    given(shard, accountId) {
      freeze(shard, accountId);
      freezeAsPlatform(shard, accountId);
    },
    expected: "account_freeze_plane_forbidden",
  },
  {
    name: "frozen by the tenant after the platform lifted its own",
    given(shard, accountId) {
      freeze(shard, accountId);
      freezeAsPlatform(shard, accountId);
      shard.run(sandboxPlatformFreezeLift, { accountId });
    },
    expected: "accepted",
  },
  { name: "open", expected: "account_status_forbidden" },
  {
    name: "closed",
    given: (shard, accountId) => shard.run(accountClose, { accountId }),
    expected: "account_status_forbidden",
  },
];

for (const { name, given, expected } of CASES) {
  test(`account.unfreeze: ${name} -> ${expected}`, () => {
    const shard = createPartyShard();
    const { accountId } = createAccount(shard);
    given?.(shard, accountId);
    assert.equal(shard.outcome(accountUnfreeze, { accountId }), expected);
  });
}

test("account.unfreeze: unknown account or one of the platform -> account_not_found", () => {
  const shard = createPartyShard();
  for (const accountId of ["acct_unknown", createPlatformAccount(shard)]) {
    assert.equal(shard.outcome(accountUnfreeze, { accountId }), "account_not_found");
  }
});

test("account.unfreeze: frozen by the platform -> details name the plane", () => {
  const shard = createPartyShard();
  const { accountId } = createAccount(shard);
  freezeAsPlatform(shard, accountId);
  const { details } = shard.refusal(accountUnfreeze, { accountId });
  assert.deepEqual(details, { accountId, plane: "platform" });
});

test("account.unfreeze: frozen by the tenant -> open without freezes, as GET shows it", () => {
  const shard = createPartyShard();
  const { accountId } = createAccount(shard);
  freeze(shard, accountId);
  const after = shard.run(accountUnfreeze, { accountId });
  assert.equal(after.status, "open");
  assert.deepEqual(after.freezes, []);
  assert.equal(after.statusTransitions.openAt, after.updatedAt);
  assert.equal(after.revision, 3);
  const read = shard.read(accountRetrieve, { accountId });
  assert.equal(JSON.stringify(read), JSON.stringify(after));
});
