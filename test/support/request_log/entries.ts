/** For tests: entries of the log of requests, and a directory for them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { decodeIdSuffix, encodeIdSuffix } from "../../../src/base/id.ts";
import { invariant } from "../../../src/base/invariant.ts";
import {
  type RequestEntry,
  type RequestNote,
  shardOfEdge,
} from "../../../src/contract/messages/request_log.ts";
import { encodeEntry, entryBytesMax } from "../../../src/request_log/entry.ts";

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
    actor: "",
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

/** What an edge records so that a reader finds `entry`. `hasPath`: the profile has the path. */
export function noteOf(entry: RequestEntry, hasPath = false): RequestNote {
  const { suffix, operationId, path, ...kept } = entry;
  const origin = decodeIdSuffix(suffix);
  invariant(origin !== undefined, "an entry of a test has a suffix");
  const operationSuffix = operationId === `op_${suffix}` ? "" : operationId.slice("op_".length);
  return {
    ...kept,
    mark: { timeMs: origin.timeMs, shard: origin.shard, count: origin.place },
    profile: { ...kept, path: hasPath ? path : "", encoded: undefined },
    operationSuffix,
    path: hasPath ? "" : path,
  };
}

export function entryBytes(note: RequestNote): Buffer {
  const bytes = Buffer.alloc(entryBytesMax(note));
  return bytes.subarray(0, encodeEntry(note, bytes, 0));
}

/** The bytes that an edge would hand over. */
export function batchOf(entries: readonly RequestEntry[]): Uint8Array {
  return Buffer.concat(entries.map((entry) => entryBytes(noteOf(entry))));
}

/** The bytes of an entry of version 1, as earlier versions of this program wrote them. */
export function oldEntryBytes(entry: RequestEntry): Buffer {
  const fields = [
    ...[entry.operationId, entry.operation, entry.method, entry.path, entry.query],
    ...[entry.status, entry.errorCode, entry.durationMs, entry.principalId, entry.keyPrefix],
    ...[entry.ipAddress, entry.userAgent, entry.requestId, entry.idempotencyKey],
    ...[entry.contentType, entry.accept, entry.requestBytes, entry.responseBytes, entry.traceId],
  ];
  const sized = (text: string, lengthBytes: 2 | 4) => {
    const bytes = Buffer.from(text);
    const length = Buffer.alloc(lengthBytes);
    length.writeUIntLE(bytes.length, 0, lengthBytes);
    return Buffer.concat([length, bytes]);
  };
  const parts = [
    ...[Buffer.from(entry.suffix), sized(entry.realmKey, 2), sized(fields.join("\n"), 4)],
    ...[sized(entry.requestBody, 4), Buffer.from(entry.responseBody)],
  ];
  const all = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(all.length);
  return Buffer.concat([length, all]);
}

export function newDirectory(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "request-log-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return join(path, "requests");
}
