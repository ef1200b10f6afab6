/** Ranges of bytes: what RFC 9110 says of each form. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byteRangeOf } from "./byte_range.ts";

const ETAG = '"abc"';
const WHOLE = undefined;
const NONE = "unsatisfiable";
/** Of a file of ten bytes: the header, and the first byte and the number of bytes. */
const CASES: readonly [string, [number, number] | typeof NONE | typeof WHOLE][] = [
  ["bytes=0-0", [0, 1]],
  ["bytes=2-5", [2, 4]],
  ["bytes=2-", [2, 8]],
  ["bytes=9-", [9, 1]],
  ["bytes=2-99", [2, 8]],
  ["bytes=-3", [7, 3]],
  ["bytes=-99", [0, 10]],
  ["Bytes = 1 - 2", [1, 2]],
  ["bytes=10-", NONE],
  ["bytes=10-12", NONE],
  ["bytes=-0", NONE],
  ["bytes=99999999999999999999-", NONE],
  ["bytes=5-2", WHOLE],
  ["bytes=-", WHOLE],
  ["bytes=0-1,3-4", WHOLE],
  ["bytes=a-b", WHOLE],
  ["rows=0-1", WHOLE],
  ["bytes=0--1", WHOLE],
];

for (const [range, expected] of CASES) {
  test(`byte range: ${range} of 10 bytes -> ${JSON.stringify(expected) ?? "the whole"}`, () => {
    const found = byteRangeOf({ range, ifRange: "" }, { size: 10, etag: ETAG });
    const told = typeof found === "object" ? [found.from, found.size] : found;
    assert.deepEqual(told, expected);
  });
}

for (const [ifRange, isRange] of [
  [ETAG, true],
  ['"other"', false],
  [`W/${ETAG}`, false],
  ["Mon, 30 Mar 2026 08:00:00 GMT", false],
] as const) {
  test(`byte range: If-Range ${ifRange} -> ${isRange ? "the range" : "the whole"}`, () => {
    const found = byteRangeOf({ range: "bytes=0-0", ifRange }, { size: 10, etag: ETAG });
    assert.equal(found !== undefined, isRange);
  });
}

test("byte range: no header -> the whole; of an empty file no byte can be asked for", () => {
  assert.equal(byteRangeOf(undefined, { size: 10, etag: ETAG }), undefined);
  assert.equal(byteRangeOf({ range: "bytes=0-", ifRange: "" }, { size: 0, etag: ETAG }), NONE);
});
