/** Which form of an answer an `accept` header asks for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { preferredType } from "./accept.ts";

const CSV = "text/csv";
const JSON_TYPE = "application/json";
const PROBLEM = "application/problem+json";
const GRAPHQL = "application/graphql-response+json";

/** A header, and which of CSV and JSON is sent; CSV is what is sent by default. */
const FILE_ROWS: readonly [accept: string, type: string][] = [
  ["", CSV],
  ["*/*", CSV],
  [" */* ", CSV],
  ["text/csv", CSV],
  ["TEXT/CSV", CSV],
  ["application/json", JSON_TYPE],
  ["Application/JSON", JSON_TYPE],
  ["application/json, text/plain, */*", JSON_TYPE],
  ["application/json, */*", JSON_TYPE],
  ["*/*, application/json", JSON_TYPE],
  ["application/json;q=0.5, */*", CSV],
  ["application/json, */*;q=0.5", JSON_TYPE],
  ["application/json, text/csv", JSON_TYPE],
  ["text/csv, application/json", CSV],
  ["application/json, text/csv;q=0.9", JSON_TYPE],
  ["application/json;q=0.8, text/csv;q=0.9", CSV],
  ["application/json;q=0.8, text/csv;Q=0.9", CSV],
  ["application/json;q=0.8,text/csv ; q=0.9", CSV],
  ["text/csv;q=0, */*", JSON_TYPE],
  ["text/csv;q=0", JSON_TYPE],
  ["application/json;q=0", CSV],
  ["*/*;q=0", CSV],
  ["text/*;q=0.1, application/*", JSON_TYPE],
  ["text/*, application/*", CSV],
  ["application/*, text/*", JSON_TYPE],
  ["text/*, application/json", JSON_TYPE],
  ["text/csv;q=0.001, application/json;q=0.000", CSV],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", CSV],
  ["application/problem+json", CSV],
  ["image/png", CSV],
  ["application/json;q=abc", CSV],
  ["application/json;q=2", CSV],
  ["application/json;q=-1, */*", CSV],
  ["application/json;q=0.1234", CSV],
  ["application/json;q=", CSV],
  ['application/json;q="1"', CSV],
  ["application/json;charset=utf-8;q=1", JSON_TYPE],
  ['application/json; charset="UTF-8"', JSON_TYPE],
  ["application/json;charset=utf-8;q=0.1, application/json, text/csv;q=0.5", CSV],
  ["application/json;version=1", JSON_TYPE],
  ["application/json;version=1;q=0.9, application/json;q=0.1, text/csv;q=0.5", CSV],
  ["application/json;version=1, */*;q=0.1", JSON_TYPE],
  ["text/csv;header=present, application/json;q=0.9", CSV],
  ['application/json;profile="a,b;q=0", text/csv;q=0.5', JSON_TYPE],
  ['application/json;profile="a\\"b,c", text/csv;q=0.5', JSON_TYPE],
  ['application/json;profile="never closed, text/csv', CSV],
  ["application/json;q=0.9;level=1, text/csv;q=0.8", JSON_TYPE],
  ["application/json;;q=0.9, text/csv;q=0.8", JSON_TYPE],
  ["application/json;level, text/csv;q=0.1", CSV],
  ["application /json", CSV],
  ["application/json/x", CSV],
  ["*/json", CSV],
  ["application", CSV],
  ["*", CSV],
  [",,;;=,q=", CSV],
  [",, ,application/json,,", JSON_TYPE],
];

/** A header, and the form of a refusal; the envelope is what is sent by default. */
const REFUSAL_ROWS: readonly [accept: string, type: string][] = [
  ["", JSON_TYPE],
  ["*/*", JSON_TYPE],
  ["application/*", JSON_TYPE],
  ["text/csv", JSON_TYPE],
  [PROBLEM, PROBLEM],
  ["Application/Problem+JSON", PROBLEM],
  ["application/problem+json;q=0", JSON_TYPE],
  ["application/problem+json;q=0, */*", JSON_TYPE],
  ["application/problem+json;q=0.4, application/json;q=0.5", JSON_TYPE],
  ["application/problem+json;q=0.5, application/json;q=0.4", PROBLEM],
  [`application/json, ${PROBLEM}`, JSON_TYPE],
  [`${PROBLEM}, application/json`, PROBLEM],
  [`${PROBLEM}, */*`, PROBLEM],
  [`text/csv, ${PROBLEM};q=0.1`, PROBLEM],
  ["application/problem+jsonx", JSON_TYPE],
  ["application/json;q=0, */*", PROBLEM],
];

test("accept: what clients send -> the type of the highest quality, named most exactly, first", () => {
  for (const [accept, expected] of FILE_ROWS) {
    assert.equal(preferredType(accept, [CSV, JSON_TYPE]), expected, accept);
  }
  for (const [accept, expected] of REFUSAL_ROWS) {
    assert.equal(preferredType(accept, [JSON_TYPE, PROBLEM]), expected, accept);
  }
});

test("accept: three offers -> the same rules", () => {
  const offered = [JSON_TYPE, GRAPHQL, PROBLEM] as const;
  const rows: readonly [accept: string, type: string][] = [
    ["application/*", JSON_TYPE],
    [`${PROBLEM};q=0.1, ${GRAPHQL};q=0.2`, GRAPHQL],
    [`${PROBLEM}, ${GRAPHQL}`, PROBLEM],
    [`application/json;q=0, ${GRAPHQL};q=0`, PROBLEM],
  ];
  for (const [accept, expected] of rows) {
    assert.equal(preferredType(accept, offered), expected, accept);
  }
});
