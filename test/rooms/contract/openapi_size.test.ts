/** How large the published contract is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { documentText, openApiDocument } from "../../../src/contract/document/openapi.ts";
import { ABOUT } from "../../../src/features/published.ts";
import { operations } from "../../../src/features/registry.ts";

/**
 * The most bytes of the contract for each operation, on average, as it is and compressed. A webhook is an
 * operation of OpenAPI too: the request that a receiver of events has to answer.
 */
const BYTES_AN_OPERATION_MAX = 6_000;
const CODED_BYTES_AN_OPERATION_MAX = 900;

test(`contract size: all operations and webhooks -> at most ${BYTES_AN_OPERATION_MAX} bytes each`, () => {
  const called = operations.filter(({ inContract }) => inContract !== false);
  const count = called.length + (ABOUT.webhooks ?? []).length;
  const text = documentText(openApiDocument(operations, ABOUT, { serverUrl: "/v1" }));
  const most = (bytes: number) => `${bytes} bytes, ${Math.round(bytes / count)} an operation`;
  const bytes = Buffer.byteLength(text);
  assert.ok(bytes <= BYTES_AN_OPERATION_MAX * count, most(bytes));
  for (const coded of [gzipSync(text), brotliCompressSync(text)]) {
    assert.ok(coded.length <= CODED_BYTES_AN_OPERATION_MAX * count, most(coded.length));
  }
});
