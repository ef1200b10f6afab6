/** Arguments of an agent as rows that a person reads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hiddenAt, ROWS_MAX, shownValuesOf, withWords } from "./browser/shown_values.ts";

const wordsOf = (document: object) =>
  shownValuesOf(document).rows.map(({ names, text, money }) => [
    names.join(" / "),
    text,
    ...(money === undefined ? [] : [money.replaceAll("\u00a0", " ")]),
  ]);

test("shown values: nested, lists, empty, of every type -> one row each, in their order", () => {
  const document = {
    productId: "prod_1",
    test: false,
    entity: { displayName: "Ada", tags: ["a", "b"], note: null },
    limit: 5,
    metadata: {},
    list: [],
  };
  assert.deepEqual(wordsOf(document), [
    ["productId", "prod_1"],
    ["test", "false"],
    ["entity / displayName", "Ada"],
    ["entity / tags / 1", "a"],
    ["entity / tags / 2", "b"],
    ["entity / note", "null"],
    ["limit", "5"],
    ["metadata", "{}"],
    ["list", "[]"],
  ]);
});

test("shown values: an amount beside its currency -> in the units that people count in too", () => {
  const transfers = [{ amount: "5000", currency: "EUR", reference: "5000" }];
  assert.deepEqual(wordsOf({ transfers, amount: "7" }), [
    ["transfers / 1 / amount", "5000", "50.00 EUR"],
    ["transfers / 1 / currency", "EUR"],
    ["transfers / 1 / reference", "5000"],
    ["amount", "7"],
  ]);
});

for (const more of [0, 1]) {
  test(`shown values: ${more} beyond the most -> counted, not shown`, () => {
    const list = Array.from({ length: ROWS_MAX + more }, (_, index) => index);
    const { rows, left } = shownValuesOf({ list });
    assert.deepEqual([rows.length, left], [ROWS_MAX, more]);
  });
}

const HIDDEN = [
  { path: ["people", "0", "name"], why: "personal" },
  { path: ["person"], why: "personal" },
  { path: ["person", "pin"], why: "secret" },
] as const;

test("shown values: places of hidden ones -> found from the rows, and of their parts; secrets first", () => {
  const document = { people: [{ name: "Ada" }, { name: "Bob" }], person: { pin: "1", city: "B" } };
  const { rows } = shownValuesOf(document);
  assert.deepEqual(
    rows.map(({ names, path }) => [names.join("."), hiddenAt(path, HIDDEN)]),
    [
      ["people.1.name", "personal"],
      ["people.2.name", undefined],
      ["person.pin", "secret"],
      ["person.city", "personal"],
    ],
  );
});

test("shown values: words in the place of hidden ones -> in a copy; a place that is not there is left alone", () => {
  const document = { people: [{ name: "[redacted]" }], note: "[redacted]" };
  const shown = withWords(document, [...HIDDEN, { path: [], why: "secret" }], (why) => `<${why}>`);
  assert.deepEqual(shown, { people: [{ name: "<personal>" }], note: "[redacted]" });
  assert.equal(document.people[0]?.name, "[redacted]");
});
