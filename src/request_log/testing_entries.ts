/** For tests: entries of the log of requests, and a directory for them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { encodeIdSuffix } from "../base/id.ts";
import { type RequestEntry, shardOfEdge } from "../contract/request_log.ts";
import { encodeEntry, entryBytesMax, fieldsOf } from "./entry.ts";

/** 2026-01-31T23:59:00Z: a minute before a day ends. */
export const BASE_MS = Date.UTC(2026, 0, 31, 23, 59);
export const REALM = "prod_1/sandbox";

let count = 0;

export function newEntry(timeMs: number, more: Partial<RequestEntry> = {}, edge = 0): RequestEntry {
  const suffix = encodeIdSuffix(timeMs, shardOfEdge(edge), ++count, 0);
  return {
    suffix,
    realmKey: REALM,
    operationId: `op_${suffix}`,
    operation: "account.list",
    method: "GET",
    path: "/v1/accounts",
    query: "limit=2",
    status: 200,
    errorCode: "",
    durationMs: 1.25,
    principalId: "key_1",
    keyPrefix: "service_test_1",
    ipAddress: "127.0.0.1",
    userAgent: "test",
    requestId: `req_${count}`,
    traceId: "",
    idempotencyKey: "",
    contentType: "",
    accept: "*/*",
    requestBytes: 0,
    responseBytes: 12,
    requestBody: "",
    responseBody: "",
    ...more,
  };
}

/** The bytes that an edge would hand over. */
export function batchOf(entries: readonly RequestEntry[]): Uint8Array {
  const parts = entries.map((entry) => {
    const fields = fieldsOf(entry);
    const bytes = Buffer.alloc(entryBytesMax(entry, fields));
    return bytes.subarray(0, encodeEntry(entry, fields, bytes, 0));
  });
  return Buffer.concat(parts);
}

export function newDirectory(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "request-log-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return join(path, "requests");
}
