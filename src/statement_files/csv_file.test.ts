/** Statement files as CSV: everything that went in is read back; one file of several statements. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import {
  ACCOUNT,
  anyStatement,
  fileText,
  PRODUCT,
  statementWith,
} from "../../test/support/statement_files/statements.ts";
import { isoTime } from "../base/iso_time.ts";
import type { StatementEntry } from "../contract/values/statement_csv.ts";

/** RFC 4180: records end with CRLF, quotes are doubled. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let read = cell.exec(text); read !== null; read = cell.exec(text)) {
    cells.push(read[1] === undefined ? (read[2] ?? "") : read[1].replaceAll('""', '"'));
    if (read[3] === ",") continue;
    rows.push(cells);
    cells = [];
    if (cell.lastIndex === text.length) return rows;
  }
  throw new Error(`no CSV behind ${rows.length} rows`);
}

/** What a spreadsheet shows of a free text: an apostrophe in front says that it is text. */
const guarded = (text: string) => (/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text);

function cellsOf(entry: StatementEntry): string[] {
  const { amountMinor, balanceMinor, direction, description = "", externalId = "" } = entry;
  return [
    ...[isoTime(entry.bookedAtMs), entry.transferId, entry.kind, entry.counterpartyAccountId],
    guarded(description).toWellFormed(),
    direction === "debit" ? String(amountMinor) : "",
    direction === "credit" ? String(amountMinor) : "",
    ...[String(balanceMinor), entry.currency, guarded(externalId)],
  ];
}

test("csv file: any entries -> each cell read back, in order", () => {
  fc.assert(
    fc.property(anyStatement(2n ** 127n), (statement) => {
      const [header, ...rows] = readCsv(fileText("csv", statement));
      assert.equal(header?.[3], "counterpartyAccountId");
      assert.deepEqual(rows, statement.entries.map(cellsOf));
    }),
  );
});

test("csv file: of a Product, in two currencies -> one header, the account of each line", () => {
  const head = { scope: "product" as const, id: PRODUCT };
  const euros = statementWith({ ...head, movements: [{}, {}] });
  const yen = statementWith({ ...head, currency: "JPY", movements: [{}] });
  const [header, ...rows] = readCsv(fileText("csv", euros, yen));
  assert.equal(header?.[3], "accountId");
  assert.deepEqual(
    rows.map((cells) => [cells[3], cells[9]]),
    [
      [ACCOUNT, "EUR"],
      [ACCOUNT, "EUR"],
      [ACCOUNT, "JPY"],
    ],
  );
});
