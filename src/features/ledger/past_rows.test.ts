/** Balances and entries as of the past, against what they were when it was the present. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PastPoint } from "../../contract/operation.ts";
import { accountBalanceRetrieve } from "../account/account.balance.retrieve.ts";
import { accountEntryList } from "../account/account.entry.list.ts";
import type { AccountEntry } from "../account/account_entry.ts";
import { START_MS, type TestShard } from "../testing.ts";
import { createTransferShard, hold, openAccount, transfer } from "../transfer/testing_transfers.ts";

type Shown = { balance: unknown; entries: string[] };

function shown(shard: TestShard, accountId: string, past?: PastPoint): Shown | string {
  const context = past === undefined ? {} : { past };
  const balance = shard.read(accountBalanceRetrieve, { accountId }, context);
  if (balance.code !== undefined) return balance.code;
  const { asOf: _, ...figures } = balance.reply as { asOf: string };
  const { reply } = shard.read(accountEntryList, { accountId, limit: "100" }, context);
  const entries = (reply as { items: AccountEntry[] }).items.map(({ entryId }) => entryId);
  return { balance: figures, entries };
}

test("asOf: each earlier sequence, each earlier time -> what was shown then", () => {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 1_000n });
  const destination = openAccount(shard);
  const then: { sequence: number; timeMs: number; seen: unknown[] }[] = [];
  const note = () => {
    const seen = [source, destination].map((accountId) => shown(shard, accountId));
    then.push({ sequence: shard.snapshot().sequence, timeMs: shard.nowMs, seen });
  };
  note();
  for (let step = 1; step <= 12; step++) {
    // Two of three records share a millisecond with the one before.
    if (step % 3 === 0) shard.nowMs += 1;
    if (step % 4 === 0) hold(shard, source);
    else transfer(shard, source, destination, String(step));
    note();
  }
  for (const { sequence, timeMs, seen } of then) {
    const [bySequence, byTime] = [{ sequence }, { timeMs }].map((past) =>
      [source, destination].map((accountId) => shown(shard, accountId, past)),
    );
    assert.deepEqual(bySequence, seen, `sequence ${sequence}`);
    const lastOfTime = then.findLast((moment) => moment.timeMs === timeMs);
    assert.deepEqual(byTime, lastOfTime?.seen, `time ${timeMs}`);
  }
});

test("asOf: before the account was opened, and past the newest -> not found; as now", () => {
  const shard = createTransferShard();
  openAccount(shard, { fundedMinor: 5n });
  const { sequence } = shard.snapshot();
  shard.nowMs += 1_000;
  const later = openAccount(shard, { fundedMinor: 7n });
  for (const past of [{ sequence }, { timeMs: START_MS }, { sequence: 0 }]) {
    assert.equal(shown(shard, later, past), "account_not_found");
  }
  const now = shown(shard, later);
  assert.deepEqual(shown(shard, later, { sequence: sequence + 1_000 }), now);
  assert.deepEqual(shown(shard, later, { timeMs: shard.nowMs + 1_000 }), now);
});

test("asOf: entries page by page -> the cursor holds to the moment it was made for", () => {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 100n });
  const destination = openAccount(shard);
  for (let step = 0; step < 4; step++) transfer(shard, source, destination, "1");
  const past = { sequence: shard.snapshot().sequence - 1 };
  const input = { accountId: destination, limit: "2" };
  const first = shard.read(accountEntryList, input, { past }).reply as { nextCursor: string };
  const next = { ...input, cursor: first.nextCursor };
  const second = shard.read(accountEntryList, next, { past }).reply as { items: unknown[] };
  assert.equal(second.items.length, 1);
  assert.equal(shard.read(accountEntryList, next).code, "invalid_request");
});
