/** Lines of statements against csv-stringify, the plain twin: any texts, any amounts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stringify } from "csv-stringify/sync";
import { fc } from "../../../test/support/properties.ts";
import { isoTime } from "../../base/iso_time.ts";
import {
  csvColumns,
  type StatementEntry,
  type StatementScope,
  statementCsv,
} from "./statement_csv.ts";

/** `quoted_match`: an older version of the library quoted no cell with only CR or LF. */
const FORM = {
  eof: true,
  record_delimiter: "\r\n",
  escape_formulas: true,
  quoted_match: /[\r\n]/,
} as const;

/** As the library writes it. */
function twin(scope: StatementScope, entries: readonly StatementEntry[]): string {
  const lines = entries.map((entry) => [
    isoTime(entry.bookedAtMs),
    entry.transferId,
    entry.kind,
    ...(scope === "product" ? [entry.accountId] : []),
    entry.counterpartyAccountId,
    entry.description,
    entry.direction === "debit" ? entry.amountMinor : undefined,
    entry.direction === "credit" ? entry.amountMinor : undefined,
    entry.balanceMinor,
    entry.currency,
    entry.externalId,
  ]);
  return stringify([csvColumns(scope), ...lines], FORM);
}

const specials = [
  ..."=+-@\t\r\n\",';|",
  "\uFF1D",
  "\uFF0B",
  "\uFF0D",
  "\uFF20",
  "\u0000",
  "é",
  "𝄞",
  " ",
];
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...specials, "a"), { maxLength: 6 }).map((parts) => parts.join("")),
);
const entry = fc.record<StatementEntry>({
  bookedAtMs: fc.integer({ min: 0, max: 4e12 }),
  transferId: fc.constant("tr_01ARZ3NDEKTSV4RRFFQ69G5FAV"),
  kind: fc.constantFrom("book", "payout"),
  accountId: fc.constant("acct_01ARZ3NDEKTSV4RRFFQ69G5FAV"),
  counterpartyAccountId: fc.constant("acct_01ARZ3NDEKTSV4RRFFQ69G5FAW"),
  description: fc.option(text, { nil: undefined }),
  direction: fc.constantFrom("debit", "credit"),
  amountMinor: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
  balanceMinor: fc.bigInt({ min: -(2n ** 126n), max: 2n ** 126n }),
  currency: fc.constantFrom("EUR", "JPY"),
  externalId: fc.option(text, { nil: undefined }),
});

for (const scope of ["account", "product"] as const) {
  test(`statement csv: any entries of scope ${scope} -> the text that csv-stringify gives`, () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        assert.equal([...statementCsv(scope, entries)].join(""), twin(scope, entries));
      }),
      { numRuns: 1_000 },
    );
  });
}

test("statement csv: more entries than one part has -> parts, together the same text", () => {
  const [one] = fc.sample(entry, 1) as [StatementEntry];
  const entries = Array.from({ length: 1_201 }, () => one);
  const parts = [...statementCsv("account", entries)];
  assert.ok(parts.length >= 4);
  assert.equal(parts.join(""), twin("account", entries));
});
