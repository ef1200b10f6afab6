/** The shared value formats: both sides of each limit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { COUNTRIES, countryOf } from "./countries.ts";
import { CURRENCIES, isCurrency, minorUnitsOf } from "./currencies.ts";
import {
  Amount,
  BalanceAmount,
  Country,
  Currency,
  Cursor,
  Description,
  ExternalId,
  Id,
  Limit,
  ListQuery,
  listQuery,
  Metadata,
  StatusTransitions,
  Timestamp,
  Uuid,
} from "./formats.ts";
import { parseTimestamp } from "./timestamp_text.ts";

/** `count` values of metadata. */
function metadata(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, "value"]));
}

const TABLE: readonly {
  name: string;
  schema: TSchema;
  accepted: readonly unknown[];
  refused: readonly unknown[];
}[] = [
  {
    name: "Amount",
    schema: Amount,
    accepted: ["1", "9".repeat(18)],
    refused: ["", "0", "01", "-1", "+1", "1.0", "1e3", " 1", "1\n", "9".repeat(19), 1, null],
  },
  {
    name: "BalanceAmount",
    schema: BalanceAmount,
    accepted: ["0", "-1", "1", "9".repeat(39), `-${"9".repeat(39)}`],
    refused: ["-0", "00", "+1", "", "9".repeat(40), 0],
  },
  {
    name: "Currency",
    schema: Currency,
    accepted: ["EUR", "JPY", "KWD"],
    refused: ["eur", "EU", "EURO", "XXX", "XAU", "", 978],
  },
  {
    name: "Timestamp",
    schema: Timestamp,
    accepted: ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.123456789+05:30"],
    refused: ["2026-01-31", "2026-01-31T09:30:00", 1_769_851_800_000],
  },
  {
    name: "Uuid",
    schema: Uuid,
    accepted: ["018f3c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0f", "018F3C1E-7B2A-7C3D-9E4F-5A6B7C8D9E0F"],
    refused: [
      "018f3c1e7b2a7c3d9e4f5a6b7c8d9e0f",
      "018f3c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0",
      "018f3c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0g",
      "{018f3c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0f}",
    ],
  },
  {
    name: "Id",
    schema: Id("acct"),
    accepted: ["acct_1", "cust_1", "x", "a".repeat(64)],
    refused: ["", "a".repeat(65), "acct/1", "acct 1", "acct.1", "ä", 1],
  },
  {
    name: "ExternalId",
    schema: ExternalId,
    accepted: ["a", "order 1 / 2", "~".repeat(64)],
    refused: ["", "a".repeat(65), "a\n", "a\tb", "ä"],
  },
  {
    name: "Description",
    schema: Description,
    accepted: ["", "a".repeat(500)],
    refused: ["a".repeat(501), 1],
  },
  {
    name: "Metadata",
    schema: Metadata,
    accepted: [
      {},
      metadata(50),
      { ["k".repeat(40)]: "v".repeat(500) },
      { constructor: "a", "Größe €": "b", __proto__x: "c" },
    ],
    refused: [
      metadata(51),
      { ["k".repeat(41)]: "v" },
      { k: "v".repeat(501) },
      { "": "v" },
      { "a\nb": "v" },
      { k: 1 },
      { k: null },
      JSON.parse('{"__proto__": "v"}'),
      [],
    ],
  },
  {
    name: "Country",
    schema: Country,
    accepted: ["DE", "ZZ"],
    refused: ["de", "D", "DEU", ""],
  },
  {
    name: "Limit",
    schema: Limit,
    accepted: ["1", "50", "100"],
    refused: ["0", "101", "-1", "01", "1.5", "", "ten"],
  },
  {
    name: "Cursor",
    schema: Cursor,
    accepted: ["a", "eyJ2IjoxfQ.c2ln_-", "a".repeat(512)],
    refused: ["", "a".repeat(513), "a b", "a=b"],
  },
  {
    name: "StatusTransitions",
    schema: StatusTransitions,
    accepted: [{}, { postedAt: "2026-01-31T09:30:00Z" }],
    refused: [{ posted: "2026-01-31T09:30:00Z" }, { postedAt: "today" }],
  },
  {
    name: "ListQuery",
    schema: ListQuery,
    accepted: [{}, { limit: "1", cursor: "a", createdFrom: "2026-01-31T09:30:00Z" }],
    refused: [{ offset: "1" }, { createdTo: "yesterday" }],
  },
  {
    name: "listQuery with a filter",
    schema: listQuery({ productId: Id("prod") }),
    accepted: [{ productId: "prod_1" }, { productId: "prod_1", limit: "5" }],
    refused: [{}, { productId: "prod_1", status: "open" }],
  },
];

for (const { name, schema, accepted, refused } of TABLE) {
  const check = TypeCompiler.Compile(schema);
  test(`${name}: what fits -> accepted`, () => {
    for (const value of accepted) assert.ok(check.Check(value), JSON.stringify(value));
  });
  test(`${name}: what does not fit -> refused`, () => {
    for (const value of refused) assert.ok(!check.Check(value), JSON.stringify(value));
  });
}

test("Id: the example of the schema -> an id that passes it", () => {
  const schema = Id("tr");
  const { examples } = schema;
  const [example] = examples;
  assert.match(example, /^tr_[0-9A-Z]{26}$/);
  assert.ok(TypeCompiler.Compile(schema).Check(example));
  assert.equal(Id("tr"), schema);
});

const TIMESTAMPS: readonly [text: string, timeMs: number | undefined][] = [
  ["1970-01-01T00:00:00Z", 0],
  ["1970-01-01T00:00:00.001Z", 1],
  ["1970-01-01T00:00:00.0019Z", 1],
  ["1970-01-01T01:00:00+01:00", 0],
  ["1969-12-31T23:00:00-01:00", 0],
  ["1969-12-31T23:59:59Z", -1_000],
  ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
  ["2000-02-29T00:00:00Z", Date.UTC(2000, 1, 29)],
  ["9999-12-31T23:59:59.999Z", Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ["0001-01-01T00:00:00Z", -62_135_596_800_000],
  ["2026-02-29T00:00:00Z", undefined],
  ["1900-02-29T00:00:00Z", undefined],
  ["2026-04-31T00:00:00Z", undefined],
  ["2026-13-01T00:00:00Z", undefined],
  ["2026-00-01T00:00:00Z", undefined],
  ["2026-01-00T00:00:00Z", undefined],
  ["2026-01-32T00:00:00Z", undefined],
  ["0000-01-01T00:00:00Z", undefined],
  ["2026-01-01T24:00:00Z", undefined],
  ["2026-01-01T23:60:00Z", undefined],
  ["2026-01-01T23:59:60Z", undefined],
  ["2026-01-01T00:00:00", undefined],
  ["2026-01-01T00:00Z", undefined],
  ["2026-01-01 00:00:00Z", undefined],
  ["2026-01-01T00:00:00z", undefined],
  ["2026-01-01T00:00:00.Z", undefined],
  ["2026-01-01T00:00:00+0100", undefined],
  ["2026-01-01T00:00:00+24:00", undefined],
  ["2026-01-01T00:00:00Z ", undefined],
  ["2026-01-01T00:00:00Z\n", undefined],
  ["+002026-01-01T00:00:00Z", undefined],
  ["", undefined],
];
for (const [text, timeMs] of TIMESTAMPS) {
  test(`parseTimestamp: ${JSON.stringify(text)} -> ${timeMs}`, () => {
    assert.equal(parseTimestamp(text), timeMs);
  });
}

test("currencies: the table -> sorted, each once, minor units of ISO 4217", () => {
  const codes = CURRENCIES.map(({ code }) => code);
  assert.deepEqual(codes, [...new Set(codes)].sort());
  for (const code of codes) assert.match(code, /^[A-Z]{3}$/);
  assert.deepEqual(["JPY", "EUR", "KWD", "CLF"].map(minorUnitsOf), [0, 2, 3, 4]);
  assert.equal(minorUnitsOf("XXX"), undefined);
  assert.equal(isCurrency("EUR"), true);
  assert.equal(isCurrency("constructor"), false);
});

test("countries: the table -> all 249, sorted, six of them without identification", () => {
  const codes = COUNTRIES.map(({ country }) => country);
  assert.equal(codes.length, 249);
  assert.deepEqual(codes, [...new Set(codes)].sort());
  assert.deepEqual(
    COUNTRIES.filter(({ kycSupported }) => !kycSupported).map(({ country }) => country),
    ["BY", "CU", "IR", "KP", "RU", "SY"],
  );
  assert.equal(countryOf("DE")?.kycSupported, true);
  assert.equal(countryOf("ZZ"), undefined);
});
