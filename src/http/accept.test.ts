/** Which form of an answer an `accept` header asks for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { prefersJson } from "./accept.ts";

const ROWS: [string, boolean][] = [
  ["", false],
  ["*/*", false],
  ["text/csv", false],
  ["application/json", true],
  ["Application/JSON", true],
  ["application/json, */*", false],
  ["application/json, */*;q=0.5", true],
  ["application/json, text/csv", false],
  ["application/json, text/csv;q=0.9", true],
  ["application/json;q=0.8, text/csv;q=0.9", false],
  ["text/csv;q=0, */*", true],
  ["text/*;q=0.1, application/*", true],
  ["application/problem+json", false],
  ["image/png", false],
  ["application/json;q=abc", false],
  ["application/json;charset=utf-8;q=1", true],
  [",,;;=,q=", false],
];

test("accept: what clients send -> JSON where it is wanted more than the file", () => {
  for (const [accept, expected] of ROWS) {
    assert.equal(prefersJson(accept, "text/csv"), expected, accept);
  }
});
