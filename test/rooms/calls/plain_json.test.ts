/** The reader of plain JSON against the reader of any JSON. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "../../../src/calls/json_input.ts";
import { plainJsonReader } from "../../../src/calls/plain_json.ts";
import { transferBatchCreate } from "../../../src/features/transfer/transfer.batch.create.ts";
import { transferCreate } from "../../../src/features/transfer/transfer.create.ts";
import { CODE_POINT, fc } from "../../support/properties.ts";

const FIELDS = transferCreate.plain?.fields ?? [];
const read = plainJsonReader(transferCreate.plain);
assert.ok(read !== undefined);

const textOf = (values: readonly string[]) =>
  JSON.stringify(Object.fromEntries(FIELDS.map((name, at) => [name, values[at]])));
const values = (unit: fc.Arbitrary<string>) =>
  fc.array(unit, { minLength: FIELDS.length, maxLength: FIELDS.length });
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: CODE_POINT, maxLength: 12 }),
);

test("plain json: all fields in their order, without an escape -> the value that JSON.parse gives", () => {
  fc.assert(
    fc.property(values(fc.string({ unit: "grapheme", maxLength: 40 })), (drawn) => {
      const text = textOf(drawn);
      if (text.includes("\\")) assert.equal(read(text), undefined);
      else assert.deepEqual(read(text), JSON.parse(text));
    }),
  );
});

/** What stands in a body, and what must not be taken for it. */
const PIECES = ['"', "\\", "\\u0000", "\\ud800", "\n", "\u0000", " ", ",", ":", "{", "}", "[", "1"];
const PARTS = [
  ...PIECES,
  ...FIELDS.map((name) => `"${name}":"x",`),
  '"amount":1',
  "null",
  "\u2028",
];

test("plain json: a body with a part put in, taken out or repeated -> never read in another way", () => {
  const edit = fc.record({
    part: fc.constantFrom("", ...PARTS),
    at: fc.nat(200),
    without: fc.nat(12),
  });
  fc.assert(
    fc.property(values(anyText), fc.array(edit, { maxLength: 2 }), (drawn, edits) => {
      let text = textOf(drawn);
      for (const { part, at, without } of edits) {
        const from = at % (text.length + 1);
        text = text.slice(0, from) + part + text.slice(from + without);
      }
      // A body is decoded from UTF-8, which holds no half of a surrogate pair.
      text = text.toWellFormed();
      const value = read(text);
      if (value !== undefined) assert.deepEqual(readJson(text), { value });
    }),
    { numRuns: 2_000 },
  );
});

test("plain json: another order, a field more or less, white space, another type -> not read", () => {
  const [first = "", second = "", ...rest] = FIELDS.map((name) => `"${name}":"1"`);
  for (const members of [
    [second, first, ...rest],
    [first, ...rest],
    [first, second, ...rest, '"x":"1"'],
  ]) {
    assert.equal(read(`{${members.join(",")}}`), undefined);
  }
  const whole = `{${[first, second, ...rest].join(",")}}`;
  assert.ok(read(whole) !== undefined);
  for (const text of [
    ` ${whole}`,
    `${whole}\n`,
    whole.replace(":", ": "),
    whole.replace('"1"', "1"),
  ]) {
    assert.equal(read(text), undefined);
  }
});

test("plain json: an operation with a list, and one without plain fields -> no reader", () => {
  assert.equal(plainJsonReader(transferBatchCreate.plain), undefined);
  assert.equal(plainJsonReader(undefined), undefined);
});
