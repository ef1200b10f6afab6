/** A month of an account against a naive sum over its entries, and what is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import type { Snapshot } from "../../contract/snapshot.ts";
import { ENTRY_INDEX_EVERY } from "../ledger/ledger.ts";
import { createMonthlyShard, DAY_MS, exported } from "../statement/testing_statements.ts";
import { listAll } from "../transfer/testing_lists.ts";
import { createTransferShard, hold, openAccount, transfer } from "../transfer/testing_transfers.ts";
import { accountEntryList } from "./account.entry.list.ts";
import { accountStatementRetrieve } from "./account.statement.retrieve.ts";
import type { AccountEntry } from "./account_entry.ts";

type Shard = ReturnType<typeof createMonthlyShard>["shard"];
type Statement = Record<"opening" | "closing" | "totalDebits" | "totalCredits", string> & {
  entryCount: number;
  evidence: { status: string; entriesDigest: string };
};

function statementOf(shard: Shard, accountId: string, month: string): Statement {
  const { reply, code } = shard.read(accountStatementRetrieve, { accountId, month });
  assert.equal(code, undefined, month);
  assert.deepEqual([...Value.Errors(accountStatementRetrieve.output, reply)], []);
  return reply as Statement;
}

/** What the entries of the list say of a month: the plain twin. */
function naive(entries: readonly AccountEntry[], month: string) {
  const signed = ({ direction, amount }: AccountEntry) =>
    direction === "debit" ? -BigInt(amount) : BigInt(amount);
  const sum = (some: readonly AccountEntry[]) => some.reduce((all, one) => all + signed(one), 0n);
  const own = entries.filter(({ createdAt }) => createdAt.startsWith(month));
  const opening = sum(entries.filter(({ createdAt }) => createdAt.slice(0, 7) < month));
  const debits = sum(own.filter(({ direction }) => direction === "debit"));
  return {
    opening: String(opening),
    closing: String(opening + sum(own)),
    totalDebits: String(-debits),
    totalCredits: String(sum(own) - debits),
    entryCount: own.length,
  };
}

function assertAgrees(shard: Shard, accountId: string, months: readonly string[]): void {
  const entries = listAll<AccountEntry>(shard, accountEntryList, { accountId }, 100);
  for (const month of months) {
    const { opening, closing, totalDebits, totalCredits, entryCount } = statementOf(
      shard,
      accountId,
      month,
    );
    const statement = { opening, closing, totalDebits, totalCredits, entryCount };
    assert.deepEqual(statement, naive(entries, month), month);
    const lines = exported(shard, accountId, month).text.split("\r\n").slice(1, -1);
    const own = entries.filter(({ createdAt }) => createdAt.startsWith(month)).reverse();
    assert.deepEqual(
      lines.map((line) => line.split(",").slice(0, 2)),
      own.map(({ createdAt, transferId }) => [createdAt, transferId]),
      month,
    );
  }
}

const MONTHS = ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"];

test("account.statement.retrieve: months with and without entries -> what the entries add up to", () => {
  const { shard, source, destination } = createMonthlyShard();
  hold(shard, destination, { status: "cleared", clearedMinor: 20n });
  hold(shard, destination, { status: "cancelled", clearedMinor: 0n });
  assertAgrees(shard, source, MONTHS);
  assertAgrees(shard, destination, MONTHS);
  assertAgrees(shard, openAccount(shard), ["2026-05"]);
});

test("account.statement.retrieve: entries at random times, many and few -> what they add up to", () => {
  const gaps = fc.array(fc.constantFrom(0, 1, 60_000, DAY_MS, 9 * DAY_MS, 40 * DAY_MS), {
    minLength: 0,
    maxLength: 40,
  });
  fc.assert(
    fc.property(gaps, fc.boolean(), (waits, many) => {
      const shard = createTransferShard();
      const source = openAccount(shard, { fundedMinor: 100_000n });
      const destination = openAccount(shard);
      waits.forEach((wait, index) => {
        shard.nowMs += Math.min(wait, 20 * DAY_MS);
        const times = many && index % 10 === 0 ? 70 : 1;
        for (let time = 0; time < times; time++) transfer(shard, source, destination, "3");
      });
      const months: string[] = [];
      for (let at = Date.UTC(2026, 0); at <= shard.nowMs; ) {
        months.push(new Date(at).toISOString().slice(0, 7));
        const { year, month } = {
          year: new Date(at).getUTCFullYear(),
          month: new Date(at).getUTCMonth(),
        };
        at = Date.UTC(year, month + 1);
      }
      assertAgrees(shard, source, months);
    }),
    { numRuns: 12 },
  );
});

test("account.statement.retrieve: more rows than an index block in one month -> each once, in order", () => {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 10_000n });
  const destination = openAccount(shard);
  for (let row = 0; row < ENTRY_INDEX_EVERY * 2 + 5; row++) {
    shard.nowMs += 10_000;
    transfer(shard, source, destination, "1");
  }
  assertAgrees(shard, destination, ["2026-01"]);
});

test("account.statement.retrieve: not begun, before the account, one that is over -> by its evidence", () => {
  const { shard, source } = createMonthlyShard(3);
  const missing = (month: string) => {
    const { code, refusal } = shard.read(accountStatementRetrieve, { accountId: source, month });
    return [code, refusal?.details["missing"]];
  };
  assert.deepEqual(missing("2025-12"), ["statement_evidence_incomplete", ["account"]]);
  assert.deepEqual(missing("2026-04"), ["statement_evidence_incomplete", ["month"]]);
  assert.equal(statementOf(shard, source, "2026-02").evidence.status, "sealed");
  assert.equal(statementOf(shard, source, "2026-03").evidence.status, "open");
});

test("account.statement.retrieve: an unknown account, a foreign one -> account_not_found", () => {
  const { shard } = createMonthlyShard(1);
  const foreign = openAccount(shard, { scope: 2 });
  for (const accountId of ["acct_x", foreign]) {
    const input = { accountId, month: "2026-01" };
    assert.equal(shard.read(accountStatementRetrieve, input).code, "account_not_found");
  }
});

test("account.statement.retrieve: a row that is gone, a row that does not follow -> refused as incomplete", () => {
  const { shard, source } = createMonthlyShard(3);
  const snapshot = shard.snapshot();
  const context = { nowMs: shard.nowMs, scope: 1 } as never;
  const input = { accountId: source, month: "2026-02" };
  const asked = (record: Snapshot["record"]) => {
    const answer = accountStatementRetrieve.read({ ...snapshot, record }, input, context);
    return answer.refused ? [answer.code, answer.details["missing"]] : "answered";
  };
  const places: number[] = [];
  const all = asked((place) => {
    places.push(place);
    return snapshot.record(place);
  });
  assert.equal(all, "answered");
  const middle = places[1] as number;
  const code = "statement_evidence_incomplete";
  assert.deepEqual(
    asked((place) => (place === middle ? undefined : snapshot.record(place))),
    [code, ["rows"]],
  );
  const tampered = asked((place) => {
    const record = snapshot.record(place);
    if (place !== middle || record === undefined) return record;
    return { ...record, facts: record.facts.map((fact) => ({ ...fact, amountMinor: 2n })) };
  });
  assert.deepEqual(tampered, [code, ["reconciliation"]]);
});
