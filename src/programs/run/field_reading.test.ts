/** What callers give: values by type, issues by fault, and the way back to JSON. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import type { FieldSource } from "../field_schema.ts";
import { ISSUES_MAX, readFields } from "./field_reading.ts";
import { type FieldSources, fieldsFromJson, fieldsToJson, type Value } from "./values.ts";

const READING = { at: "fields" as const, currencies: ["EUR", "USD"] };

function read(sources: FieldSources, given: unknown) {
  return readFields(sources, given, READING);
}

const GOOD: [source: FieldSource, given: unknown, value: Value, json?: unknown][] = [
  [{ type: "amount" }, "0", 0n],
  [{ type: "amount" }, "999999999999999999", 999_999_999_999_999_999n],
  [{ type: "amount", min: "5", max: "7" }, "5", 5n],
  [{ type: "int" }, -999_999_999, -999_999_999],
  [{ type: "bps", max: 1000 }, 1000, 1000],
  [{ type: "bool" }, false, false],
  [{ type: "text", max: 2 }, "😀😀", "😀😀"],
  [{ type: "text" }, "", ""],
  [{ type: "currency" }, "USD", "USD"],
  [{ type: "enum", values: ["red", "green"] }, "red", "red"],
  [{ type: "date" }, "1955-02-28", "1955-02-28"],
  [
    { type: "time" },
    "2026-01-31T10:30:00+01:00",
    Date.UTC(2026, 0, 31, 9, 30),
    "2026-01-31T09:30:00.000Z",
  ],
  [{ type: "duration" }, "PT48H", 172_800_000, "P2D"],
  [{ type: "customer" }, "cust_1", "cust_1"],
  [
    { type: "list", of: { label: "text", amount: { type: "amount", min: "1" } } },
    [{ label: "a", amount: "1" }],
    [
      new Map<string, Value>([
        ["label", "a"],
        ["amount", 1n],
      ]),
    ],
  ],
];
for (const [source, given, value, json = given] of GOOD) {
  test(`fields: ${source.type} ${JSON.stringify(given)} -> its value, and JSON again`, () => {
    const sources = { toString: source };
    const answer = read(sources, { toString: given });
    assert.ok("fields" in answer, JSON.stringify(answer));
    assert.deepEqual(answer.fields.get("toString"), value);
    const written = fieldsToJson(answer.fields, sources);
    assert.deepEqual(written, { toString: json });
    assert.deepEqual(fieldsFromJson(written, sources), answer.fields);
  });
}

const BAD: [source: FieldSource, given: unknown, code: string, says: RegExp][] = [
  [{ type: "amount" }, 5, "type", /is a number; it must be a string of 1 to 18 digits/],
  [{ type: "amount" }, "1.00", "format", /has a decimal point/],
  [{ type: "amount" }, "-1", "format", /has a sign/],
  [{ type: "amount" }, "01", "format", /begins with a zero/],
  [{ type: "amount" }, "", "format", /is empty/],
  [{ type: "amount" }, "1000000000000000000", "range", /has 19 digits/],
  [{ type: "amount", min: "5" }, "4", "range", /is too small/],
  [{ type: "amount", max: "5" }, "6", "range", /is too large/],
  [{ type: "int" }, 1.5, "format", /is no whole number/],
  [{ type: "int" }, 1_000_000_000, "range", /is too large/],
  [{ type: "int" }, "1", "type", /is a string/],
  [{ type: "bps" }, 10_001, "range", /is too large/],
  [{ type: "bps" }, -1, "range", /is too small/],
  [{ type: "bool" }, "true", "type", /must be true or false/],
  [{ type: "text", max: 1 }, "ab", "length", /has more than 1 characters/],
  [{ type: "text" }, "a\0", "text", /NUL/],
  [{ type: "text" }, null, "type", /is null/],
  [{ type: "currency" }, "GBP", "enum", /must be one of EUR, USD/],
  [{ type: "enum", values: ["red"] }, "toString", "enum", /must be one of red/],
  [{ type: "date" }, "2026-02-30", "format", /is no date/],
  [{ type: "time" }, "2026-02-28", "format", /is no time/],
  [{ type: "time" }, "1969-12-31T23:59:59Z", "range", /years 1970 to 9999/],
  [{ type: "duration" }, "P1M", "format", /is no duration/],
  [{ type: "customer" }, "a b", "format", /is no id/],
  [{ type: "ref", kind: "order" }, 5, "type", /is a number/],
  [{ type: "list", of: { a: "text" } }, { a: "b" }, "type", /must be an array/],
  [{ type: "list", of: { a: "text" }, max: 1 }, [{ a: "" }, { a: "" }], "length", /has 2 items/],
];
for (const [source, given, code, says] of BAD) {
  test(`fields: ${source.type} ${JSON.stringify(given)} -> an issue with the code ${code}`, () => {
    const answer = read({ one: source }, { one: given });
    assert.ok("issues" in answer);
    const [issue] = answer.issues;
    assert.equal(issue?.code, code);
    assert.deepEqual(issue?.path, ["fields", "one"]);
    assert.match(issue?.message ?? "", says);
    assert.match(issue?.message ?? "", /^fields\.one /);
  });
}

const LIST = { lines: { type: "list", of: { label: "text", amount: "amount" } } } as const;
const PATHS: [
  what: string,
  sources: FieldSources,
  given: unknown,
  path: unknown[],
  code: string,
][] = [
  [
    "a field that is missing",
    { one: { type: "int", required: true } },
    {},
    ["fields", "one"],
    "required",
  ],
  ["no object", { one: { type: "int" } }, [], ["fields"], "type"],
  ["null", { one: { type: "int" } }, null, ["fields"], "type"],
  ["another name", { one: { type: "int" } }, { on: 1 }, ["fields", "on"], "unknown_field"],
  [
    "__proto__",
    { one: { type: "int" } },
    JSON.parse('{"__proto__":1}'),
    ["fields", "__proto__"],
    "unknown_field",
  ],
  ["an item that is none", LIST, { lines: [5] }, ["fields", "lines", 0], "type"],
  [
    "an item's field",
    LIST,
    { lines: [{ label: "a", amount: 1 }] },
    ["fields", "lines", 0, "amount"],
    "type",
  ],
  [
    "a missing field of an item",
    LIST,
    { lines: [{ label: "a" }] },
    ["fields", "lines", 0, "amount"],
    "required",
  ],
  [
    "another field of an item",
    LIST,
    { lines: [{ label: "a", amount: "1", note: "" }] },
    ["fields", "lines", 0, "note"],
    "unknown_field",
  ],
];
for (const [what, sources, given, path, code] of PATHS) {
  test(`fields: ${what} -> an issue ${code} at its place`, () => {
    const answer = read(sources, given);
    assert.ok("issues" in answer);
    assert.deepEqual(
      answer.issues.map((issue) => [issue.code, issue.path]),
      [[code, path]],
    );
  });
}

test("fields: absent ones -> defaults, lists and references as they are, and nothing else", () => {
  const answer = read(
    {
      fee: { type: "bps", default: 250 },
      least: { type: "amount", default: "5" },
      note: { type: "text" },
      lines: { type: "list", of: { a: "int" } },
      order: { type: "ref", kind: "order", required: true },
    },
    undefined,
  );
  assert.ok("fields" in answer);
  assert.deepEqual(
    [...answer.fields],
    [
      ["fee", 250],
      ["least", 5n],
    ],
  );
});

test("fields: a name near a missing one -> the message asks whether it was meant", () => {
  const answer = read({ amount: { type: "amount" } }, { amuont: "1" });
  assert.ok("issues" in answer);
  assert.match(answer.issues[0]?.message ?? "", /did you mean amount\?/);
});

test(`fields: a hostile object -> at most ${ISSUES_MAX} issues, and no value in a message`, () => {
  const given = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`secret${index}`, 1]),
  );
  const answer = read({ one: { type: "int" } }, given);
  assert.ok("issues" in answer);
  assert.equal(answer.issues.length, ISSUES_MAX);
});

test("fields: any JSON -> values or issues, never an exception", () => {
  const sources: FieldSources = {
    ...Object.fromEntries(GOOD.map(([source], index) => [`field${index}`, source])),
    ...LIST,
  };
  const anything = fc.dictionary(fc.constantFrom(...Object.keys(sources), "other"), fc.jsonValue());
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), anything), (given) => {
      const answer = read(sources, given);
      if ("fields" in answer) {
        const written = fieldsToJson(answer.fields, sources);
        assert.deepEqual(read(sources, written), answer);
      } else for (const { message } of answer.issues) assert.ok(message.length < 700, message);
    }),
  );
});
