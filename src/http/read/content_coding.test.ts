/** The coding that a client prefers, by its header. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type ContentCoding, preferredCoding } from "./content_coding.ts";

const HEADERS: readonly [acceptEncoding: string, coding: ContentCoding][] = [
  ["", "identity"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["br ; q=0.4,gzip ;q=0.400", "br"],
  ["deflate", "identity"],
  ["*", "br"],
  ["*;q=0.1", "br"],
  ["br;q=0, *", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["identity;q=0", "identity"],
  ["identity;q=0, gzip;q=0.001", "gzip"],
  ["identity, gzip;q=0.9", "identity"],
  ["*;q=0", "identity"],
  ["br;q=2, gzip;q=x, ;, =", "identity"],
  ["br;q=0.0001, gzip", "gzip"],
  [",,gzip,,", "gzip"],
];
for (const [header, coding] of HEADERS) {
  test(`preferredCoding: "${header}" -> ${coding}`, () => {
    assert.equal(preferredCoding(header), coding);
  });
}
