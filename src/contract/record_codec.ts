/**
 * The bytes of a record. Version 1 is read for ever (golden bytes in record_codec.test.ts).
 *
 * offset  0 u8  version                 8 f64 time, ms UTC       32 16 bytes idempotency key
 *         1 u8  flags                  16 f64 previous place     48 16 bytes request digest
 *         2 u16 status                 24 f64 parent place       64 texts: operation, request id,
 *         4 u32 scope                                               principal, [refusal code]
 * Little endian. A text is a length byte and UTF-8. After the texts: a byte for the cause, u16
 * count of facts; each fact a codec byte, u32 length and its bytes; and, where the reply is stored,
 * u32 length and its JSON text.
 * The place is not in the bytes: it is where they stand.
 */

import { viewOf, writeText } from "../base/byte_view.ts";
import type { Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { Cause, Fact, FactCodec, RecordHead, StoredRecord } from "./record.ts";

const CAUSES: readonly Cause[] = ["api", "clock", "platform"];
/** Its layout, for those who read it in place: offsets of the fixed part, flags, causes. */
export const RECORD = {
  version: 1,
  flags: 1,
  status: 2,
  scope: 4,
  timeMs: 8,
  previousPlace: 16,
  parentPlace: 24,
  idempotencyKey: 32,
  requestDigest: 48,
  texts: 64,
  isRefused: 1,
  hasKey: 2,
  hasReply: 4,
  causes: CAUSES,
} as const;
const FLAG_REFUSED = RECORD.isRefused;
const FLAG_KEY = RECORD.hasKey;
const FLAG_REPLY = RECORD.hasReply;
const FIXED_BYTES = RECORD.texts;
/** Codec byte of a fact that is stored as JSON, its kind inside. */
const JSON_FACT = 0;

export class FactCodecs {
  readonly #byKind = new Map<string, FactCodec>();
  readonly #byCode: (FactCodec | undefined)[] = [];

  constructor(codecs: readonly FactCodec[]) {
    for (const codec of codecs) {
      invariant(codec.code > JSON_FACT && codec.code < 256, "a fact codec has a code of one byte");
      this.#byKind.set(codec.kind, codec);
      this.#byCode[codec.code] = codec;
    }
  }
  ofKind(kind: string): FactCodec | undefined {
    return this.#byKind.get(kind);
  }
  ofCode(code: number): FactCodec {
    const codec = this.#byCode[code];
    invariant(codec !== undefined, "a stored fact has a known codec");
    return codec;
  }
}

/** Bytes that `encodeRecord` may need at the most. */
export function recordBytesMax(record: StoredRecord, codecs: FactCodecs): number {
  let bytes = FIXED_BYTES + 5 * 256 + 16;
  for (const fact of record.facts) {
    const codec = codecs.ofKind(fact.kind);
    bytes += 5 + (codec === undefined ? jsonBytesMax(fact) : codec.bytesMax(fact));
  }
  return bytes + (record.reply === undefined ? 0 : record.reply.length * 3 + 4);
}

let measuredFact: Fact | undefined;
let measuredText = "";
function jsonBytesMax(fact: Fact): number {
  return jsonOf(fact).length * 3;
}
/** JSON of a fact; remembers the last, as it is asked for twice in a row. */
function jsonOf(fact: Fact): string {
  if (fact !== measuredFact) {
    measuredText = JSON.stringify(fact);
    measuredFact = fact;
  }
  return measuredText;
}

/** Writes the record at `offset`; returns the offset after it. */
export function encodeRecord(
  record: StoredRecord,
  codecs: FactCodecs,
  into: Buffer,
  offset: number,
): number {
  const { idempotencyKey, reply, refusalCode } = record;
  const view = viewOf(into);
  into[offset] = 1;
  into[offset + 1] =
    (refusalCode === undefined ? 0 : FLAG_REFUSED) |
    (idempotencyKey === undefined ? 0 : FLAG_KEY) |
    (reply === undefined ? 0 : FLAG_REPLY);
  view.setUint16(offset + 2, record.status, true);
  view.setUint32(offset + 4, record.scope, true);
  view.setFloat64(offset + 8, record.timeMs, true);
  view.setFloat64(offset + 16, record.previousPlace, true);
  view.setFloat64(offset + 24, record.parentPlace, true);
  if (idempotencyKey === undefined) into.fill(0, offset + 32, offset + 48);
  else writeUuid(idempotencyKey, into, offset + 32);
  into.write(record.requestDigest, offset + 48, 16, "hex");
  let at = writeShort(record.operation, into, offset + FIXED_BYTES);
  at = writeShort(record.requestId, into, at);
  at = writeShort(record.principalId, into, at);
  if (refusalCode !== undefined) at = writeShort(refusalCode, into, at);
  into[at] = CAUSES.indexOf(record.cause);
  into.writeUInt16LE(record.facts.length, at + 1);
  at += 3;
  for (const fact of record.facts) at = encodeFact(fact, codecs, into, at);
  if (reply !== undefined) {
    const bytes = into.write(reply, at + 4, "utf8");
    into.writeUInt32LE(bytes, at);
    at += 4 + bytes;
  }
  return at;
}

/** The record in `from`, which starts at its first byte. Throws on an unknown version. */
export function decodeRecord(from: Buffer, codecs: FactCodecs, where: Where): StoredRecord {
  const cursor = { at: 0 };
  const record = readHead(from, cursor, where);
  const factCount = from.readUInt16LE(cursor.at);
  cursor.at += 2;
  const facts: Fact[] = [];
  for (let count = 0; count < factCount; count++) facts.push(decodeFact(from, codecs, cursor));
  record.facts = facts;
  if (((from[1] as number) & FLAG_REPLY) !== 0) {
    const bytes = from.readUInt32LE(cursor.at);
    record.reply = from.toString("utf8", cursor.at + 4, cursor.at + 4 + bytes);
  }
  return record;
}

/**
 * The record whose first bytes are `head`: everything but facts and reply, which are left out.
 * Throws when `head` is not exactly the part before them.
 */
export function decodeRecordHead(head: Buffer, where: Where): RecordHead {
  const cursor = { at: 0 };
  const { facts: _, reply: __, ...decoded } = readHead(head, cursor, where);
  invariant(cursor.at === head.length, "the head of a record ends where its facts begin");
  return decoded;
}

/** Bytes of a record before its facts: what it is about, without what it holds. */
export function recordHeadBytes(record: Uint8Array): number {
  const texts = ((record[1] as number) & FLAG_REFUSED) === 0 ? 3 : 4;
  let at = FIXED_BYTES;
  for (let text = 0; text < texts; text++) at += 1 + (record[at] as number);
  return at + 1;
}

type Where = { shard: number; place: Place };

/** Reads up to the count of facts; `facts` and `reply` are still to be filled in. */
function readHead(from: Buffer, cursor: { at: number }, where: Where): StoredRecord {
  invariant(from[0] === 1, "a record is of a known version");
  const view = viewOf(from);
  const flags = from[1] as number;
  cursor.at = FIXED_BYTES;
  const operation = readText(from, cursor);
  const requestId = readText(from, cursor);
  const principalId = readText(from, cursor);
  const refusalCode = (flags & FLAG_REFUSED) === 0 ? undefined : readText(from, cursor);
  const cause = CAUSES[from[cursor.at++] as number] as Cause;
  return {
    place: where.place,
    shard: where.shard,
    timeMs: view.getFloat64(8, true),
    operation,
    requestId,
    scope: view.getUint32(4, true),
    principalId,
    cause,
    previousPlace: view.getFloat64(16, true),
    parentPlace: view.getFloat64(24, true),
    idempotencyKey: (flags & FLAG_KEY) === 0 ? undefined : readUuid(from, 32),
    requestDigest: from.toString("hex", 48, 64),
    status: view.getUint16(2, true),
    refusalCode,
    facts: NO_FACTS,
    reply: undefined,
  };
}

const NO_FACTS: readonly Fact[] = [];

function encodeFact(fact: Fact, codecs: FactCodecs, into: Buffer, offset: number): number {
  const codec = codecs.ofKind(fact.kind);
  let end: number;
  if (codec === undefined) {
    into[offset] = JSON_FACT;
    end = offset + 5 + into.write(jsonOf(fact), offset + 5, "utf8");
  } else {
    into[offset] = codec.code;
    end = codec.encode(fact, into, offset + 5);
  }
  into.writeUInt32LE(end - offset - 5, offset + 1);
  return end;
}

/** The fact at the cursor, which moves behind it. */
export function decodeFact(from: Buffer, codecs: FactCodecs, cursor: { at: number }): Fact {
  const code = from[cursor.at] as number;
  const bytes = viewOf(from).getUint32(cursor.at + 1, true);
  const start = cursor.at + 5;
  cursor.at = start + bytes;
  if (code === JSON_FACT) return JSON.parse(from.toString("utf8", start, start + bytes)) as Fact;
  return codecs.ofCode(code).decode(from, start);
}

function writeShort(text: string, into: Buffer, offset: number): number {
  const bytes = writeText(text, into, offset + 1);
  invariant(bytes < 256, "a text of a record has fewer than 256 bytes");
  into[offset] = bytes;
  return offset + 1 + bytes;
}

function readText(from: Buffer, cursor: { at: number }): string {
  const start = cursor.at + 1;
  cursor.at = start + (from[cursor.at] as number);
  return from.toString("utf8", start, cursor.at);
}

/** Writes the 16 bytes of a lower-case UUID. */
export function writeUuid(uuid: string, into: Uint8Array, offset: number): void {
  let at = offset;
  for (let character = 0; character < 36; character += 2) {
    if (uuid.charCodeAt(character) === 45) character++;
    into[at++] =
      (hexDigit(uuid.charCodeAt(character)) << 4) | hexDigit(uuid.charCodeAt(character + 1));
  }
}

/** The lower-case UUID of the 16 bytes at `offset`. */
export function readUuid(from: Buffer, offset: number): string {
  const hex = from.toString("hex", offset, offset + 16);
  return (
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-` +
    `${hex.slice(16, 20)}-${hex.slice(20)}`
  );
}

function hexDigit(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}
