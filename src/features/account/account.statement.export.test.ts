/** A month as a file: columns, quoting, what no spreadsheet may run, and its JSON form. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { createMonthlyShard, DAY_MS, exported } from "../statement/testing_statements.ts";
import { createTransferShard, openAccount, transfer } from "../transfer/testing_transfers.ts";
import { accountStatementExport } from "./account.statement.export.ts";

const HEADER =
  "timestamp,transferId,kind,counterpartyAccountId,description,debit,credit,balance,currency,externalId\r\n";

test("account.statement.export: a month without entries -> the header alone", () => {
  const { shard, source } = createMonthlyShard(3);
  const { filename, text } = exported(shard, source, "2026-03");
  assert.equal(text, HEADER);
  assert.equal(filename, `statement-${source}-2026-03-partial.csv`);
});

test("account.statement.export: both sides of a transfer -> a debit there, a credit here", () => {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 10n });
  const destination = openAccount(shard);
  shard.nowMs += DAY_MS;
  const made = transfer(shard, source, destination, "3", { externalId: "order-1" });
  shard.nowMs += 60 * DAY_MS;
  const line = (account: string) => exported(shard, account, "2026-02").text.split("\r\n")[1];
  const { createdAt, transferId } = made;
  const start = `${createdAt},${transferId},book`;
  assert.equal(line(source), `${start},${destination},,3,,7,EUR,order-1`);
  assert.equal(line(destination), `${start},${source},,,3,3,EUR,order-1`);
  assert.match(exported(shard, source, "2026-02").filename, /-2026-02\.csv$/);
});

test("account.statement.export: text that a spreadsheet would run or misread -> text; amounts stay", () => {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 100n });
  const destination = openAccount(shard);
  const rows: [string, string][] = [
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ["＝1", "'＝1"],
    ['=cmd|"/c calc"', `"'=cmd|""/c calc"""`],
    ["a,b", '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ["two\nlines", '"two\nlines"'],
    ["-", "'-"],
    [" =1", " =1"],
    ["Zoë 😀", "Zoë 😀"],
  ];
  for (const [description] of rows) transfer(shard, source, destination, "1", { description });
  const { text } = exported(shard, source, "2026-01");
  for (const [, cell] of rows) assert.ok(text.includes(`,${cell},1,,`), cell);
  const [platformLine] = exported(shard, platformOf(shard), "2026-01").text.split("\r\n").slice(1);
  assert.match(platformLine ?? "", /,,100,,-100,EUR,$/);
});

test("account.statement.export: as JSON -> the same text, its name, digest and size", () => {
  const { shard, source } = createMonthlyShard(40);
  for (const month of ["2026-01", "2026-02", "2026-04"]) {
    const { filename, text, json } = exported(shard, source, month);
    const body = JSON.parse(json);
    assert.deepEqual([...Value.Errors(accountStatementExport.output, body)], []);
    assert.deepEqual(body, {
      csv: text,
      filename,
      sha256: createHash("sha256").update(text).digest("hex"),
      sizeBytes: Buffer.byteLength(text),
      partial: month === "2026-04",
    });
  }
});

test("account.statement.export: entries after a month was sealed -> the same text as before", () => {
  const { shard, source, destination } = createMonthlyShard(40);
  const before = exported(shard, source, "2026-02");
  for (let more = 0; more < 300; more++) transfer(shard, source, destination, "1");
  assert.deepEqual(exported(shard, source, "2026-02"), before);
});

test("account.statement.export: what the retrieve refuses -> refused alike", () => {
  const { shard, source } = createMonthlyShard(1);
  const code = (accountId: string, month: string) =>
    shard.read(accountStatementExport, { accountId, month }).code;
  assert.equal(code("acct_x", "2026-01"), "account_not_found");
  assert.equal(code(source, "2025-12"), "statement_evidence_incomplete");
  assert.equal(code(source, "2027-12"), "statement_evidence_incomplete");
});

function platformOf(shard: ReturnType<typeof createTransferShard>): string {
  const { accounts } = shard.state;
  for (let ordinal = 0; ordinal < accounts.count; ordinal++) {
    if (accounts.document(ordinal).ownerType === "platform") return accounts.accountId(ordinal);
  }
  throw new Error("money came from a platform account");
}
