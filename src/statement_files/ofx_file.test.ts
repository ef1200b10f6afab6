/** Statement files as OFX: everything that went in is read back, by a parser of somebody else, too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readByPython, skipParsers } from "../../test/support/iso20022/outside.ts";
import { fc } from "../../test/support/properties.ts";
import {
  anyStatement,
  coreOf,
  fileText,
  inOneLine,
  minorOf,
  OTHER,
  statementWith,
} from "../../test/support/statement_files/statements.ts";
import { allAt, textAt, treeOf } from "../../test/support/statement_files/xml_tree.ts";

const LARGEST = 10n ** 26n;

/** "20261130235959.999[+5.5]" */
function momentOf(text: string | undefined): number {
  const [, year, month, day, hours, minutes, seconds, offset = ""] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d\.\d{3})\[([-+]?[\d.]+)(?::GMT)?\]$/.exec(text ?? "") ??
    [];
  const local = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return local - Math.round(Number(offset) * 3_600_000);
}

const statementsIn = (text: string) =>
  allAt(treeOf(text), "OFX", "BANKMSGSRSV1", "STMTTRNRS", "STMTRS").map((statement) => ({
    currency: textAt(statement, "CURDEF") ?? "",
    account: textAt(statement, "BANKACCTFROM", "ACCTID") ?? "",
    closing: textAt(statement, "LEDGERBAL", "BALAMT") ?? "",
    available: textAt(statement, "AVAILBAL"),
    entries: allAt(statement, "BANKTRANLIST", "STMTTRN").map((entry) => ({
      transferId: textAt(entry, "FITID") ?? "",
      amount: textAt(entry, "TRNAMT") ?? "",
      atMs: momentOf(textAt(entry, "DTPOSTED")),
      type: textAt(entry, "TRNTYPE"),
      memo: textAt(entry, "MEMO") ?? "",
      reference: textAt(entry, "REFNUM"),
      name: textAt(entry, "NAME"),
    })),
  }));

/** Up to 255 characters as they are, else the first 252. */
const memoOf = (said: string) => {
  const characters = Array.from(inOneLine(said));
  return characters.length <= 255 ? characters.join("") : `${characters.slice(0, 252).join("")}...`;
};

test("ofx file: any entries -> each read back, in order, and they lead to the balance", () => {
  fc.assert(
    fc.property(anyStatement(LARGEST), (statement) => {
      const { head, entries } = statement;
      const [read, ...others] = statementsIn(fileText("ofx", statement));
      assert.ok(read);
      assert.equal(others.length, 0);
      assert.equal(read.currency, head.currency);
      assert.equal(minorOf(read.closing, head.currency), head.closingMinor);
      assert.equal(read.available, undefined);
      assert.deepEqual(
        read.entries.map(({ transferId, amount, atMs, memo, name }) => [
          ...[transferId, minorOf(amount, head.currency), atMs, memo, name],
        ]),
        entries.map((entry) => [
          ...[entry.transferId, coreOf(entry).minor, entry.bookedAtMs],
          ...[memoOf(entry.description ?? ""), OTHER],
        ]),
      );
      read.entries.forEach(({ reference }, at) => {
        const { externalId = "" } = entries[at] ?? {};
        if (externalId.length <= 32) assert.equal(reference ?? "", externalId);
        else assert.match(reference ?? "", /^.{23}-[0-9a-f]{8}$/);
      });
    }),
  );
});

const KINDS = [
  ["book", "debit", "XFER"],
  ["funding", "credit", "DEP"],
  ["payout", "debit", "PAYMENT"],
  ["payout", "credit", "CREDIT"],
  ["fee", "debit", "FEE"],
  ["reversal", "debit", "DEBIT"],
  ["something new", "credit", "CREDIT"],
] as const;
for (const [kind, direction, type] of KINDS) {
  test(`ofx file: ${kind}, ${direction} -> ${type}`, () => {
    const statement = statementWith({ movements: [{ kind, direction }] });
    assert.equal(statementsIn(fileText("ofx", statement))[0]?.entries[0]?.type, type);
  });
}

const ZONES = [
  ["UTC", "20261101233000.000[0:GMT]"],
  ["Europe/Berlin", "20261102003000.000[+1]"],
  ["America/New_York", "20261101183000.000[-5]"],
  ["America/St_Johns", "20261101203000.000[-3]"],
  ["Asia/Kathmandu", "20261102043000.000[+5]"],
] as const;
for (const [timeZone, expected] of ZONES) {
  test(`ofx file: half past eleven in the evening of UTC, for ${timeZone} -> ${expected}`, () => {
    const bookedAtMs = Date.parse("2026-11-01T23:30:00.000Z");
    const text = fileText("ofx", statementWith({ timeZone, movements: [{ bookedAtMs }] }));
    assert.ok(text.includes(`<DTPOSTED>${expected}</DTPOSTED>`));
  });
}

test("ofx file: both sides of a transfer in a Product -> the same transfer in the statements of two accounts", () => {
  const scope = "product" as const;
  const transferId = "tr_1";
  const [paid, got] = statementsIn(
    fileText(
      "ofx",
      statementWith({ scope, movements: [{ transferId, direction: "debit" }] }),
      statementWith({ scope, accountId: OTHER, movements: [{ transferId }] }),
    ),
  );
  assert.deepEqual(
    [paid, got].map((one) => one?.entries.map((entry) => [entry.transferId, entry.amount])),
    [[[transferId, "-0.01"]], [[transferId, "0.01"]]],
  );
  assert.notEqual(paid?.account, got?.account);
  assert.equal(paid?.account.length, 22);
});

const READ = `
import sys, json, io
from ofxtools.Parser import OFXTree
found = []
for text in json.load(sys.stdin):
    tree = OFXTree()
    tree.parse(io.BytesIO(text.encode()))
    [one] = tree.convert().statements
    entries = [[t.fitid, str(t.trnamt), t.memo or "", t.dtposted.timestamp() * 1000] for t in one.transactions]
    found.append({"currency": one.curdef, "balance": str(one.ledgerbal.balamt), "entries": entries})
print(json.dumps(found))
`;

type Read = {
  currency: string;
  balance: string;
  entries: [id: string, amount: string, memo: string, atMs: number][];
};

test("ofx file: a parser of somebody else reads it -> the same entries", {
  skip: skipParsers,
}, () => {
  const statements = fc.sample(anyStatement(LARGEST), 10);
  const texts = JSON.stringify(statements.map((statement) => fileText("ofx", statement)));
  const found = readByPython(READ, texts) as Read[];
  statements.forEach(({ head, entries }, at) => {
    const { currency, balance = "", entries: read = [] } = found[at] ?? {};
    assert.equal(currency, head.currency);
    assert.equal(minorOf(balance, head.currency), head.closingMinor);
    // That parser takes spaces off both ends of a text.
    assert.deepEqual(
      read.map(([id, amount, memo, atMs]) => [
        ...[id, minorOf(amount, head.currency), memo.trim(), Math.round(atMs)],
      ]),
      entries.map((entry) => [
        ...[entry.transferId, coreOf(entry).minor],
        ...[memoOf(entry.description ?? "").trim(), entry.bookedAtMs],
      ]),
    );
  });
});
