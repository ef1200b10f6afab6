/**
 * An entry as bytes. Little endian:
 *
 *   u32 bytes of all that follows | 26 suffix | u16 bytes of the realm key | realm key, UTF-8
 *   | u32 bytes of the fields | fields, UTF-8, joined by line feeds
 *   | u32 bytes | request body, UTF-8 | the rest: response body, UTF-8
 *
 * Suffix and realm key stand in front because the writer sorts by them and reads nothing else.
 */
import { ID_SUFFIX_LENGTH } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { RequestEntry } from "../contract/request_log.ts";

const SUFFIX_AT = 4;
const REALM_AT = SUFFIX_AT + ID_SUFFIX_LENGTH;
/** The most bytes of UTF-8 that one UTF-16 unit can take. */
const UNIT_BYTES_MAX = 3;
const LENGTHS_BYTES = REALM_AT + 2 + 4 + 4;

/** An upper bound of the bytes that `encodeEntry` writes; `fields` is `fieldsOf(entry)`. */
export function entryBytesMax(entry: RequestEntry, fields: string): number {
  const units = entry.realmKey.length + fields.length;
  const bodies = entry.requestBody.length + entry.responseBody.length;
  return LENGTHS_BYTES + UNIT_BYTES_MAX * (units + bodies);
}

/**
 * Everything but suffix, realm key and bodies, as one text. A line feed in a field becomes a space.
 */
export function fieldsOf(entry: RequestEntry): string {
  const { operationId, operation, method, path, query, status, errorCode, durationMs } = entry;
  const fields =
    `${operationId}\n${operation}\n${method}\n${oneLine(path)}\n${oneLine(query)}\n${status}\n` +
    `${errorCode}\n${hundredths(durationMs)}\n${entry.principalId}\n${entry.keyPrefix}\n${entry.ipAddress}\n` +
    `${oneLine(entry.userAgent)}\n${entry.requestId}\n${oneLine(entry.idempotencyKey)}\n` +
    `${oneLine(entry.contentType)}\n${oneLine(entry.accept)}\n${entry.requestBytes}\n`;
  return `${fields}${entry.responseBytes}\n${entry.traceId}`;
}

/** The same text as `String(value)` for a value of two decimals, made faster from whole numbers. */
export function hundredths(value: number): string {
  const count = Math.round(value * 100);
  const rest = count % 100;
  const whole = (count - rest) / 100;
  if (rest === 0) return `${whole}`;
  if (rest % 10 === 0) return `${whole}.${rest / 10}`;
  return rest < 10 ? `${whole}.0${rest}` : `${whole}.${rest}`;
}

function oneLine(text: string): string {
  return text.includes("\n") ? text.replaceAll("\n", " ") : text;
}

/**
 * Writes the entry at `offset`; returns the offset after it. An entry that is all ASCII, as nearly
 * all are, takes one call into native code (a call costs 0.2 us, and an entry has five texts).
 */
export function encodeEntry(
  entry: RequestEntry,
  fields: string,
  into: Buffer,
  offset: number,
): number {
  const { suffix, realmKey, requestBody, responseBody } = entry;
  const text = `${suffix}..${realmKey}....${fields}....${requestBody}${responseBody}`;
  const bytes = into.write(text, offset + SUFFIX_AT);
  if (bytes !== text.length) return encodeParts(entry, fields, into, offset);
  into.writeUInt16LE(realmKey.length, offset + REALM_AT);
  const fieldsAt = offset + REALM_AT + 2 + realmKey.length;
  into.writeUInt32LE(fields.length, fieldsAt);
  into.writeUInt32LE(requestBody.length, fieldsAt + 4 + fields.length);
  into.writeUInt32LE(bytes, offset);
  return offset + SUFFIX_AT + bytes;
}

/** The plain twin of `encodeEntry`, for any text. */
export function encodeParts(
  entry: RequestEntry,
  fields: string,
  into: Buffer,
  offset: number,
): number {
  into.write(entry.suffix, offset + SUFFIX_AT, "latin1");
  let at = offset + REALM_AT + 2;
  const realmBytes = into.write(entry.realmKey, at);
  into.writeUInt16LE(realmBytes, at - 2);
  at += realmBytes;
  at = writeText(fields, into, at);
  at = writeText(entry.requestBody, into, at);
  at += into.write(entry.responseBody, at);
  into.writeUInt32LE(at - offset - SUFFIX_AT, offset);
  return at;
}

function writeText(text: string, into: Buffer, at: number): number {
  const bytes = into.write(text, at + 4);
  into.writeUInt32LE(bytes, at);
  return at + 4 + bytes;
}

/** Where an entry stands in a block, and the suffix that entries are sorted by. */
export type EntryPlace = { suffix: string; from: number; below: number };

/** The entries of a block in their order. Throws when the bytes are not whole entries. */
export function* entriesOf(block: Buffer): Generator<EntryPlace> {
  let from = 0;
  while (from < block.length) {
    invariant(from + REALM_AT <= block.length, "an entry of a block has its head");
    const below = from + SUFFIX_AT + block.readUInt32LE(from);
    invariant(below <= block.length && below > from + REALM_AT, "an entry of a block is whole");
    yield { suffix: block.toString("latin1", from + SUFFIX_AT, from + REALM_AT), from, below };
    from = below;
  }
}

export function realmKeyAt(block: Buffer, from: number): string {
  const bytes = block.readUInt16LE(from + REALM_AT);
  return block.toString("utf8", from + REALM_AT + 2, from + REALM_AT + 2 + bytes);
}

export function decodeEntry(block: Buffer, { suffix, from, below }: EntryPlace): RequestEntry {
  let at = from + REALM_AT + 2 + block.readUInt16LE(from + REALM_AT);
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
    realmKey: realmKeyAt(block, from),
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
    ipAddress: field(10),
    userAgent: field(11),
    requestId: field(12),
    idempotencyKey: field(13),
    contentType: field(14),
    accept: field(15),
    requestBytes: Number(field(16)),
    responseBytes: Number(field(17)),
    // Entries of earlier versions end before this field.
    traceId: field(18),
    requestBody,
    responseBody: block.toString("utf8", at, below),
  };
}
