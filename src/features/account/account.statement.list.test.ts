/** The months of an account's statements. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SEAL_AFTER_MS } from "../calendar_month.ts";
import { createMonthlyShard } from "../statement/testing_statements.ts";
import { listAll } from "../transfer/testing_lists.ts";
import { openAccount } from "../transfer/testing_transfers.ts";
import { accountStatementList } from "./account.statement.list.ts";

type Row = { month: string; evidence: { status: string; sealedAt?: string } };

test("account.statement.list: an account of 100 days -> its months, newest first, by pages", () => {
  const { shard, source } = createMonthlyShard();
  const rows = listAll<Row>(shard, accountStatementList, { accountId: source });
  assert.deepEqual(
    rows.map(({ month, evidence }) => [month, evidence.status, evidence.sealedAt]),
    [
      ["2026-05", "open", undefined],
      ["2026-04", "sealed", "2026-05-01T00:05:00.000Z"],
      ["2026-03", "sealed", "2026-04-01T00:05:00.000Z"],
      ["2026-02", "sealed", "2026-03-01T00:05:00.000Z"],
      ["2026-01", "sealed", "2026-02-01T00:05:00.000Z"],
    ],
  );
});

test("account.statement.list: around the seal of a month -> open, sealed from its moment on", () => {
  const { shard, source } = createMonthlyShard();
  const end = Date.UTC(2026, 5, 1);
  for (const [nowMs, statuses] of [
    [end - 1, ["open", "sealed"]],
    [end, ["open", "open"]],
    [end + SEAL_AFTER_MS - 1, ["open", "open"]],
    [end + SEAL_AFTER_MS, ["open", "sealed"]],
  ] as const) {
    shard.nowMs = nowMs;
    const rows = listAll<Row>(shard, accountStatementList, { accountId: source });
    assert.deepEqual(
      rows.slice(0, 2).map(({ evidence }) => evidence.status),
      statuses,
    );
  }
});

test("account.statement.list: an unknown account, a foreign one -> account_not_found", () => {
  const { shard } = createMonthlyShard(1);
  const foreign = openAccount(shard, { scope: 2 });
  for (const accountId of ["acct_x", foreign]) {
    assert.equal(shard.read(accountStatementList, { accountId }).code, "account_not_found");
  }
});
