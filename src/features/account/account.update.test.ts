/** Decision table of account.update. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount, createPartyShard, createPlatformAccount } from "../testing_parties.ts";
import { accountClose } from "./account.close.ts";
import { accountFreeze } from "./account.freeze.ts";
import { accountRetrieve } from "./account.retrieve.ts";
import { accountUpdate } from "./account.update.ts";

const CASES: {
  name: string;
  status?: "open" | "frozen" | "closed";
  input: Record<string, unknown>;
  expected: string;
}[] = [
  { name: "open", input: { name: "Main" }, expected: "accepted" },
  { name: "frozen", status: "frozen", input: { name: "Main" }, expected: "accepted" },
  { name: "unknown account", input: { accountId: "acct_unknown" }, expected: "account_not_found" },
  {
    name: "closed",
    status: "closed",
    input: { name: "Main" },
    expected: "account_status_forbidden",
  },
  {
    name: "closed comes before the revision",
    status: "closed",
    input: { expectedRevision: 9 },
    expected: "account_status_forbidden",
  },
  { name: "expected revision", input: { expectedRevision: 1 }, expected: "accepted" },
  { name: "other revision", input: { expectedRevision: 2 }, expected: "state_conflict" },
  { name: "own external id again", input: { externalId: "own" }, expected: "accepted" },
  { name: "free external id", input: { externalId: "free" }, expected: "accepted" },
  { name: "external id that is taken", input: { externalId: "taken" }, expected: "state_conflict" },
];

for (const { name, status, input, expected } of CASES) {
  test(`account.update: ${name} -> ${expected}`, () => {
    const shard = createPartyShard();
    createAccount(shard, { externalId: "taken" });
    const { accountId } = createAccount(shard, { externalId: "own" });
    if (status === "frozen") shard.run(accountFreeze, { accountId, mode: "all", reason: "review" });
    if (status === "closed") shard.run(accountClose, { accountId });
    assert.equal(shard.outcome(accountUpdate, { accountId, ...input }), expected);
  });
}

test("account.update: account of the platform -> account_not_found", () => {
  const shard = createPartyShard();
  const accountId = createPlatformAccount(shard);
  assert.equal(shard.outcome(accountUpdate, { accountId, name: "x" }), "account_not_found");
});

test("account.update: name and metadata -> replaced, the rest stays, as GET shows it", () => {
  const shard = createPartyShard();
  const before = createAccount(shard, { name: "Old", metadata: { a: "1" }, externalId: "acc-1" });
  const { accountId } = before;
  const after = shard.run(accountUpdate, { accountId, name: "New", metadata: { b: "2" } });
  assert.equal(after.name, "New");
  assert.deepEqual(after.metadata, { b: "2" });
  assert.equal(after.externalId, "acc-1");
  assert.equal(after.revision, 2);
  assert.equal(after.createdAt, before.createdAt);
  assert.notEqual(after.updatedAt, before.updatedAt);
  const read = shard.read(accountRetrieve, { accountId });
  assert.equal(JSON.stringify(read), JSON.stringify(after));
});
