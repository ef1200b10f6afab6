/**
 * Entries of version 1, which are read until their days are over and never written. Little endian:
 *
 *   u32 bytes of all that follows | 26 suffix | u16 bytes of the realm key | realm key, UTF-8
 *   | u32 bytes of the fields | fields, UTF-8, joined by line feeds
 *   | u32 bytes | request body, UTF-8 | the rest: response body, UTF-8
 */
import { ID_SUFFIX_LENGTH } from "../base/id.ts";
import type { RequestEntry } from "../contract/messages/request_log.ts";

const SUFFIX_AT = 4;
const REALM_AT = SUFFIX_AT + ID_SUFFIX_LENGTH;

/** `realmAt`: where the length of the realm's key stands, from the entry's first byte. */
export const OLD_ENTRY = {
  headBytes: REALM_AT,
  realmAt: REALM_AT,
  suffixAt: (block: Buffer, from: number): string =>
    block.toString("latin1", from + SUFFIX_AT, from + REALM_AT),
} as const;

export function decodeOldEntry(
  block: Buffer,
  { suffix, from, below }: { suffix: string; from: number; below: number },
): RequestEntry {
  const realmBytes = block.readUInt16LE(from + REALM_AT);
  let at = from + REALM_AT + 2 + realmBytes;
  const realmKey = block.toString("utf8", at - realmBytes, at);
  const text = (): string => {
    const start = at + 4;
    at = start + block.readUInt32LE(at);
    return block.toString("utf8", start, at);
  };
  const fields = text().split("\n");
  const requestBody = text();
  const field = (index: number) => fields[index] ?? "";
  return {
    suffix,
    realmKey,
    operationId: field(0),
    operation: field(1),
    method: field(2),
    path: field(3),
    query: field(4),
    status: Number(field(5)),
    errorCode: field(6),
    durationMs: Number(field(7)),
    principalId: field(8),
    keyPrefix: field(9),
    actor: "",
    ipAddress: field(10),
    userAgent: field(11),
    requestId: field(12),
    idempotencyKey: field(13),
    contentType: field(14),
    accept: field(15),
    requestBytes: Number(field(16)),
    responseBytes: Number(field(17)),
    // The oldest entries end before this field.
    traceId: field(18),
    requestBody,
    responseBody: block.toString("utf8", at, below),
  };
}
