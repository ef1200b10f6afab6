/** Decision table of account.freeze. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sandboxPlatformFreezeCreate } from "../sandbox/sandbox.platform_freeze.create.ts";
import {
  createAccount,
  createPartyShard,
  createPlatformAccount,
  type PartyShard,
} from "../testing_parties.ts";
import { accountClose } from "./account.close.ts";
import { accountFreeze } from "./account.freeze.ts";
import { accountRetrieve } from "./account.retrieve.ts";

const FREEZE = { mode: "debits", reason: "chargeback" };

const CASES: {
  name: string;
  given?(shard: PartyShard, accountId: string): void;
  expected: string;
}[] = [
  { name: "open", expected: "accepted" },
  {
    name: "frozen by the tenant",
    given: (shard, accountId) => shard.run(accountFreeze, { accountId, ...FREEZE }),
    expected: "account_status_forbidden",
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
  test(`account.freeze: ${name} -> ${expected}`, () => {
    const shard = createPartyShard();
    const { accountId } = createAccount(shard);
    given?.(shard, accountId);
    assert.equal(shard.outcome(accountFreeze, { accountId, ...FREEZE }), expected);
  });
}

test("account.freeze: unknown account or one of the platform -> account_not_found", () => {
  const shard = createPartyShard();
  for (const accountId of ["acct_unknown", createPlatformAccount(shard)]) {
    assert.equal(shard.outcome(accountFreeze, { accountId, ...FREEZE }), "account_not_found");
  }
});

test("account.freeze: closed -> details say what it is and what is allowed", () => {
  const shard = createPartyShard();
  const { accountId } = createAccount(shard);
  shard.run(accountClose, { accountId });
  const { details } = shard.refusal(accountFreeze, { accountId, ...FREEZE });
  assert.deepEqual(details, { accountId, status: "closed", allowed: ["open"] });
});

test("account.freeze: open -> frozen on the tenant's plane, as GET shows it", () => {
  const shard = createPartyShard();
  const { accountId, createdAt } = createAccount(shard);
  const after = shard.run(accountFreeze, { accountId, ...FREEZE });
  assert.equal(after.status, "frozen");
  const [{ freezeId, ...freeze }] = after.freezes;
  assert.match(freezeId, /^frz_/);
  assert.deepEqual(freeze, { plane: "tenant", ...FREEZE, since: after.updatedAt });
  assert.deepEqual(after.statusTransitions, { openAt: createdAt, frozenAt: after.updatedAt });
  const read = shard.read(accountRetrieve, { accountId });
  assert.equal(JSON.stringify(read), JSON.stringify(after));
});
