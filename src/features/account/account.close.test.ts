/** Decision table of account.close: plane, then status, then balance. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sandboxPlatformFreezeCreate } from "../sandbox/sandbox.platform_freeze.create.ts";
import {
  createAccount,
  createPartyShard,
  createPlatformAccount,
  fund,
  moveMoney,
  type PartyShard,
} from "../testing_parties.ts";
import { accountClose } from "./account.close.ts";
import { accountFreeze } from "./account.freeze.ts";
import { accountRetrieve } from "./account.retrieve.ts";

function freeze(shard: PartyShard, accountId: string): void {
  shard.run(accountFreeze, { accountId, mode: "debits", reason: "review" });
}
function freezeAsPlatform(shard: PartyShard, accountId: string): void {
  shard.run(sandboxPlatformFreezeCreate, { accountId, mode: "all" });
}
function empty(shard: PartyShard, accountId: string, amountMinor: bigint): void {
  moveMoney(shard, { from: accountId, to: createPlatformAccount(shard), amountMinor });
}

const CASES: {
  name: string;
  given?(shard: PartyShard, accountId: string): void;
  expected: string;
}[] = [
  { name: "never used", expected: "accepted" },
  {
    name: "drained to zero",
    given(shard, accountId) {
      fund(shard, accountId, 5n);
      empty(shard, accountId, 5n);
    },
    expected: "accepted",
  },
  {
    name: "one minor unit left",
    given(shard, accountId) {
      fund(shard, accountId, 5n);
      empty(shard, accountId, 4n);
    },
    expected: "account_close_balance_nonzero",
  },
  {
    name: "money reserved for it",
    given: (shard, accountId) =>
      moveMoney(shard, {
        from: createPlatformAccount(shard),
        to: accountId,
        amountMinor: 1n,
        step: "reserved",
      }),
    expected: "account_close_balance_nonzero",
  },
  { name: "frozen by the tenant", given: freeze, expected: "account_status_forbidden" },
  {
    name: "status comes before the balance",
    given(shard, accountId) {
      fund(shard, accountId, 5n);
      freeze(shard, accountId);
    },
    expected: "account_status_forbidden",
  },
  {
    name: "plane comes before status and balance",
    given(shard, accountId) {
      fund(shard, accountId, 5n);
      freeze(shard, accountId);
      freezeAsPlatform(shard, accountId);
    },
    expected: "account_freeze_plane_forbidden",
  },
  {
    name: "closed already",
    given: (shard, accountId) => shard.run(accountClose, { accountId }),
    expected: "account_status_forbidden",
  },
];

for (const { name, given, expected } of CASES) {
  test(`account.close: ${name} -> ${expected}`, () => {
    const shard = createPartyShard();
    const { accountId } = createAccount(shard);
    given?.(shard, accountId);
    assert.equal(shard.outcome(accountClose, { accountId }), expected);
  });
}

test("account.close: unknown account or one of the platform -> account_not_found", () => {
  const shard = createPartyShard();
  for (const accountId of ["acct_unknown", createPlatformAccount(shard)]) {
    assert.equal(shard.outcome(accountClose, { accountId }), "account_not_found");
  }
});

test("account.close: money and a hold -> details say how much of each", () => {
  const shard = createPartyShard();
  const { accountId } = createAccount(shard);
  fund(shard, accountId, 70n);
  const to = createPlatformAccount(shard);
  moveMoney(shard, { from: accountId, to, amountMinor: 20n, step: "reserved" });
  const { details } = shard.refusal(accountClose, { accountId });
  assert.deepEqual(details, { accountId, balance: "70", held: "20", incoming: "0" });
});

test("account.close: empty -> closed, as GET shows it", () => {
  const shard = createPartyShard();
  const { accountId } = createAccount(shard);
  const after = shard.run(accountClose, { accountId });
  assert.equal(after.status, "closed");
  assert.equal(after.statusTransitions.closedAt, after.updatedAt);
  const read = shard.read(accountRetrieve, { accountId });
  assert.equal(JSON.stringify(read), JSON.stringify(after));
});
