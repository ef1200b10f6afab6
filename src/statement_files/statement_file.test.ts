/** Statement files of every format: read as they are written, the same bytes again, and refused where a format cannot say them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import {
  anyStatement,
  fileBytes,
  minorOf,
  statementWith,
} from "../../test/support/statement_files/statements.ts";
import type { StatementEntry } from "../contract/values/statement_csv.ts";
import {
  STATEMENT_FORMAT_NAMES,
  type StatementFormat,
} from "../contract/values/statement_formats.ts";
import { faultOfStatement } from "./format_limits.ts";
import type { FileStatement } from "./statement.ts";
import { statementFile } from "./statement_file.ts";

const FORMATS = STATEMENT_FORMAT_NAMES;
/** The most entries that are read before bytes of them are given: those of one part. */
const HELD_MAX = 4_000;

for (const format of FORMATS) {
  const count = format === "pdf" ? 5_000 : 20_000;
  test(`statement file: ${format}, ${count} entries -> given while they are read, never all held`, () => {
    const { head, entries } = statementWith({ movements: [{}] });
    let read = 0;
    let given = 0;
    let heldMax = 0;
    function* stream(): Generator<StatementEntry> {
      for (; read < count; read++) {
        heldMax = Math.max(heldMax, read - given);
        yield { ...(entries[0] as StatementEntry), transferId: `tr_${read}` };
      }
    }
    const statement: FileStatement = { head: { ...head, entryCount: count }, entries: stream() };
    let bytes = 0;
    for (const part of statementFile(format, [statement])) {
      bytes += part.length;
      given = read;
    }
    assert.equal(read, count);
    assert.ok(bytes > 400_000, `${bytes}`);
    assert.ok(heldMax <= HELD_MAX, `${heldMax} entries were held`);
  });

  test(`statement file: ${format}, the same statements again -> the same bytes`, () => {
    fc.assert(
      fc.property(anyStatement(10n ** 10n), (statement) => {
        assert.ok(fileBytes(format, statement).equals(fileBytes(format, statement)));
      }),
      { numRuns: format === "pdf" ? 5 : 50 },
    );
  });

  test(`statement file: ${format}, no statement -> throws`, () => {
    assert.throws(() => [...statementFile(format, [])], /at least one statement/);
  });
}

const EDGES: [format: StatementFormat, currency: string, largest: string][] = [
  ["camt053", "EUR", "9999999999999999.99"],
  ["camt053", "JPY", "999999999999999999"],
  ["camt053", "KWD", "999999999999999.999"],
  ["mt940", "EUR", "999999999999.99"],
  ["mt940", "JPY", "99999999999999"],
  ["mt940", "KWD", "99999999999.999"],
  ["ofx", "EUR", "99999999999999999999999999999.99"],
  ["ofx", "JPY", "99999999999999999999999999999999"],
];
for (const [format, currency, largest] of EDGES) {
  test(`statement file: ${format} with ${largest} ${currency} -> written; one unit more -> refused`, () => {
    const amountMinor = minorOf(largest, currency);
    const largestOne = statementWith({ currency, movements: [{ amountMinor }] });
    const tooLarge = statementWith({ currency, movements: [{ amountMinor: amountMinor + 1n }] });
    assert.equal(faultOfStatement(format, largestOne.head), undefined);
    const text = fileBytes(format, largestOne).toString();
    assert.ok(text.includes(largest) || text.includes(largest.replace(".", ",")));
    assert.match(
      faultOfStatement(format, tooLarge.head) ?? "",
      new RegExp(`at most .* ${currency} of 2026-11`),
    );
    assert.throws(() => fileBytes(format, tooLarge), /can say the amounts/);
  });
}

for (const format of ["csv", "pdf"] as const) {
  test(`statement file: ${format} with 2^127 minor units -> written`, () => {
    const movements = [
      { amountMinor: 2n ** 127n },
      { amountMinor: 1n, direction: "debit" as const },
    ];
    const statement = statementWith({ openingMinor: -(2n ** 127n), movements });
    assert.equal(faultOfStatement(format, statement.head), undefined);
    assert.ok(fileBytes(format, statement).length > 0);
  });
}
