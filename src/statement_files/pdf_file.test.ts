/** Statement files as PDF: what stands on the pages, read by a program of somebody else, and what they look like where no font has a character. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { pagesIn, skipPages as skip } from "../../test/support/statement_files/pdf_pages.ts";
import {
  ACCOUNT,
  anyStatement,
  fileBytes,
  type Movement,
  OTHER,
  PRODUCT,
  statementWith,
} from "../../test/support/statement_files/statements.ts";
import { shownAmount } from "./pdf_values.ts";
import type { FileStatement } from "./statement.ts";

/** The texts of the pages of a file of the statements. */
const pagesOf = (...statements: FileStatement[]) => pagesIn(fileBytes("pdf", ...statements));

test("pdf file: some hundred entries -> each on a page, in order, under the header; pages counted", {
  skip,
}, () => {
  const movements = Array.from(
    { length: 300 },
    (_, at): Movement => ({
      direction: at % 3 === 0 ? "debit" : "credit",
      amountMinor: BigInt(at * 1_234_567 + 1),
      kind: at % 2 === 0 ? "payout" : "book",
      description: `Number ${at}`,
      externalId: `INV-${at}`,
    }),
  );
  const { head, entries } = statementWith({
    movements,
    name: "Zoë Müller",
    openingMinor: -12_345n,
  });
  const pages = pagesOf({ head, entries });
  assert.ok(pages.length > 10);
  pages.forEach((page, at) => {
    assert.match(page, /Date +Entry +Debit +Credit +Balance EUR/);
    assert.match(page, new RegExp(`${head.entriesDigest} +Page ${at + 1} of ${pages.length}\n`));
  });
  assert.match(pages[0] ?? "", /Account statement\nNovember 2026, EUR/);
  for (const said of [ACCOUNT, PRODUCT, "Zoë Müller", "-123.45", "UTC"]) {
    assert.ok(pages[0]?.includes(said), said);
  }
  const rows = pages.join("").match(/^2026-11-01 .*$/gm) ?? [];
  assert.deepEqual(
    rows.map((row) => row.trim().split(/ {2,}/)),
    entries.map(({ description, amountMinor, balanceMinor }) => [
      ...["2026-11-01", description, shownAmount(amountMinor, "EUR")],
      shownAmount(balanceMinor, "EUR"),
    ]),
  );
  for (const { transferId, externalId } of entries) {
    assert.ok(pages.some((page) => page.includes(`${transferId} · Reference ${externalId}`)));
  }
  assert.match(
    pages.at(-1) ?? "",
    new RegExp(`Closing balance on 30 November 2026 +${shownAmount(head.closingMinor, "EUR")}`),
  );
});

const TEXTS = [
  ["Greek, Polish, Czech, Ukrainian", "Ελληνικά Łódź Čeština Київ"],
  ["Chinese, Japanese, Korean", "中文描述 日本語 한국어"],
  ["emoji", "😀💰"],
  ["Arabic", "مرحبا بالعالم"],
  ["Hebrew", "שלום עולם"],
  ["a control character, a lone surrogate", "a\u0001b\ud800c", "a\ufffdb\ufffdc"],
  ["a character that no font has", "x\u{1F9FF}\u{10FFFD}y", /x(?:🧿|\[U\+1F9FF\])\[U\+10FFFD\]y/u],
  ["line breaks", "one\r\ntwo\nthree", "one two three"],
] as const;
for (const [what, said, expected = said] of TEXTS) {
  test(`pdf file: ${what} -> read as it was written`, { skip }, () => {
    const statement = statementWith({
      name: said,
      productName: said,
      movements: [{ description: said }],
    });
    // The tool says by marks that a text is read from right to left.
    const page = pagesOf(statement)[0]?.replaceAll(/[\u202a-\u202e]/g, "") ?? "";
    const found =
      typeof expected === "string"
        ? page.split(expected).length - 1
        : page.match(new RegExp(expected, "gu"))?.length;
    assert.equal(found, 3, page);
  });
}

test("pdf file: 500 characters without a space -> all of them, in lines", { skip }, () => {
  const description = Array.from({ length: 500 }, (_, at) =>
    String.fromCharCode(97 + (at % 26)),
  ).join("");
  const [page = ""] = pagesOf(statementWith({ movements: [{ description }] }));
  const letters = [...page.matchAll(/(?:^| )([a-z]{10,})(?: |$)/gm)].map(([, run]) => run).join("");
  assert.equal(letters, description);
});

test("pdf file: a description that is longer than a page -> goes on over pages", { skip }, () => {
  const shown = (description: string) =>
    pagesOf(statementWith({ movements: [{ description }, { description: "the next" }] })).join("");
  const count = (text: string, letter: string) => text.split(letter).length - 1;
  const text = shown("\u{10FFFD}".repeat(500));
  // Of each character its number is shown, which has one U; the statement has some beside.
  assert.equal(count(text, "U") - count(shown("x"), "U"), 500 + count(text, "EUR") - 2);
  assert.match(text, /the next/);
});

test("pdf file: a name of more than 20 lines -> cut, and says so", { skip }, () => {
  const [page = ""] = pagesOf(statementWith({ name: "\u{10FFFD}".repeat(500) }));
  assert.match(page, /^ +\.\.\.$/m);
  assert.match(page, /End of the statement/);
});

test("pdf file: accounts of a Product, an open month without entries, another currency -> pages of its own for each, counted over the file", {
  skip,
}, () => {
  const head = {
    scope: "product" as const,
    partial: true,
    createdAtMs: Date.parse("2026-11-20T10:00:00.000Z"),
  };
  const movements = Array.from({ length: 30 }, () => ({ amountMinor: 1_234_567n }));
  const more = { accountId: OTHER, currency: "KWD", name: "Till", movements };
  const [first = "", second = "", third = "", ...others] = pagesOf(
    statementWith({ ...head, currency: "JPY" }),
    statementWith({ ...head, ...more }),
  );
  assert.equal(others.length, 0);
  assert.match(first, new RegExp(`Account statement\nNovember 2026, JPY[^]*Account +${ACCOUNT}`));
  assert.match(first, /Partial: the month is still open/);
  assert.match(first, /No entries in this month/);
  assert.match(first, /Until +20 November 2026, 10:00:00/);
  assert.match(second, new RegExp(`Account statement\n[^]*Name +Till[^]*Account +${OTHER}`));
  assert.match(second, /1,234\.567 +1,234\.567\n/);
  assert.ok(third.startsWith(`Account statement, November 2026, ${OTHER}, continued\n`), third);
  [first, second, third].forEach((page, at) => {
    assert.match(page, new RegExp(`Page ${at + 1} of 3\n`));
  });
});

test("pdf file: any entries -> a file that is read without a complaint, with every transfer", {
  skip,
}, () => {
  fc.assert(
    fc.property(anyStatement(2n ** 127n), (statement) => {
      const text = pagesOf(statement).join("");
      for (const { transferId } of statement.entries) assert.ok(text.includes(transferId));
    }),
    { numRuns: 15 },
  );
});
