/** account.freeze.list: the history of freezes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sandboxPlatformFreezeCreate } from "../sandbox/sandbox.platform_freeze.create.ts";
import { sandboxPlatformFreezeLift } from "../sandbox/sandbox.platform_freeze.lift.ts";
import { createAccount, createPartyShard } from "../testing_parties.ts";
import { accountFreezeList } from "./account.freeze.list.ts";
import { accountFreeze } from "./account.freeze.ts";
import { accountUnfreeze } from "./account.unfreeze.ts";

type Period = { freezeId: string; plane: string; mode: string; reason: string; from: string };

test("account.freeze.list: ended and standing freezes -> each once, newest first", () => {
  const parties = createPartyShard();
  const { accountId } = createAccount(parties);
  const other = createAccount(parties).accountId;
  const began = parties.run(accountFreeze, { accountId, mode: "debits", reason: "review" });
  parties.run(sandboxPlatformFreezeCreate, { accountId, mode: "all", reason: "court" });
  parties.run(sandboxPlatformFreezeCreate, { accountId: other, mode: "all" });
  const lifted = parties.run(sandboxPlatformFreezeLift, { accountId });
  const { items } = parties.read(accountFreezeList, { accountId });
  assert.deepEqual(
    items.map(({ freezeId: _id, from: _from, ...period }: Period) => period),
    [
      { plane: "platform", mode: "all", reason: "court", to: lifted.updatedAt },
      { plane: "tenant", mode: "debits", reason: "review" },
    ],
  );
  assert.equal(items[1].from, began.updatedAt);
  assert.equal(items[1].freezeId, began.freezes[0].freezeId);
  const page = parties.read(accountFreezeList, { accountId, limit: "1" });
  const rest = parties.read(accountFreezeList, { accountId, limit: "1", cursor: page.nextCursor });
  assert.deepEqual([...page.items, ...rest.items], items);
  assert.equal(rest.nextCursor, undefined);
});

test("account.freeze.list: cursor of another account -> invalid_request", () => {
  const parties = createPartyShard();
  const { accountId } = createAccount(parties);
  for (const reason of ["one", "two"]) {
    parties.run(accountFreeze, { accountId, mode: "all", reason });
    parties.run(accountUnfreeze, { accountId });
  }
  const { nextCursor } = parties.read(accountFreezeList, { accountId, limit: "1" });
  const other = createAccount(parties).accountId;
  const answer = parties.read(accountFreezeList, { accountId: other, cursor: nextCursor });
  assert.equal(answer.code, "invalid_request");
});

test("account.freeze.list: createdFrom after the freeze -> none", () => {
  const parties = createPartyShard();
  const { accountId } = createAccount(parties);
  parties.run(accountFreeze, { accountId, mode: "all", reason: "review" });
  const createdFrom = "2026-02-01T00:00:00Z";
  assert.deepEqual(parties.read(accountFreezeList, { accountId, createdFrom }).items, []);
});

test("account.freeze.list: unknown account -> account_not_found", () => {
  const answer = createPartyShard().read(accountFreezeList, { accountId: "acct_unknown" });
  assert.equal(answer.code, "account_not_found");
});
