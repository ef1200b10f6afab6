/**
 * Encodes records as bytes and decodes them; `record_layout.ts` describes the layout. Golden bytes
 * of both versions are in record_codec.test.ts.
 */
import { viewOf, writeText } from "../../base/byte_view.ts";
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { readUuid, writeUuid } from "../../base/uuid.ts";
import { actorTypeOfId } from "./actor.ts";
import type { Fact, FactCodec, RecordHead, StoredRecord } from "./record.ts";
import {
  actorTypeByte,
  actorTypeIn,
  causeByte,
  causeIn,
  firstEventIn,
  headEndOf,
  RECORD,
  TEXTS_MAX,
  textsStartOf,
} from "./record_layout.ts";

/** Codec byte of a fact that is stored as JSON, its kind included. */
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

/** Upper bound of the bytes that `encodeRecord` writes. */
export function recordBytesMax(record: StoredRecord, codecs: FactCodecs): number {
  let bytes = RECORD.texts + TEXTS_MAX * 256 + 16;
  measuredFacts = record.facts;
  measuredTexts = [];
  for (const fact of record.facts) {
    const codec = codecs.ofKind(fact.kind);
    bytes += 5 + (codec === undefined ? jsonBytesMax(fact) : codec.bytesMax(fact));
  }
  return bytes + (record.reply === undefined ? 0 : record.reply.length * 3 + 4);
}

/** The facts that were measured last, which are encoded next, and the JSON of those without a codec. */
let measuredFacts: readonly Fact[] | undefined;
let measuredTexts: string[] = [];

function jsonBytesMax(fact: Fact): number {
  const text = JSON.stringify(fact);
  measuredTexts.push(text);
  return text.length * 3;
}

/** Writes the record at `offset`; returns the offset after it. */
export function encodeRecord(
  record: StoredRecord,
  codecs: FactCodecs,
  into: Buffer,
  offset: number,
): number {
  const { idempotencyKey, reply, refusalCode, principalId, actorId } = record;
  const view = viewOf(into);
  into[offset] = RECORD.version;
  into[offset + 1] =
    (refusalCode === undefined ? 0 : RECORD.isRefused) |
    (idempotencyKey === undefined ? 0 : RECORD.hasKey) |
    (reply === undefined ? 0 : RECORD.hasReply) |
    (actorId === principalId ? 0 : RECORD.hasActorId);
  view.setUint16(offset + 2, record.status, true);
  view.setUint32(offset + 4, record.realm, true);
  view.setFloat64(offset + 8, record.timeMs, true);
  view.setFloat64(offset + 16, record.previousPlace, true);
  view.setFloat64(offset + 24, record.parentPlace, true);
  if (idempotencyKey === undefined) into.fill(0, offset + 32, offset + 48);
  else writeUuid(idempotencyKey, into, offset + 32);
  into.write(record.requestDigest, offset + 48, 16, "hex");
  invariant(record.firstEvent !== undefined, "a record that is written numbers its events");
  view.setFloat64(offset + 64, record.firstEvent, true);
  into[offset + 72] = actorTypeByte(record.actorType);
  into[offset + 73] = causeByte(record.cause);
  let at = writeShort(record.operation, into, offset + RECORD.texts);
  at = writeShort(record.requestId, into, at);
  at = writeShort(principalId, into, at);
  if (refusalCode !== undefined) at = writeShort(refusalCode, into, at);
  if (actorId !== principalId) at = writeShort(actorId, into, at);
  into.writeUInt16LE(record.facts.length, at);
  at += 2;
  at = encodeFacts(record.facts, codecs, into, at);
  if (reply !== undefined) {
    const bytes = into.write(reply, at + 4, "utf8");
    into.writeUInt32LE(bytes, at);
    at += 4 + bytes;
  }
  return at;
}

/** The record whose first byte is the first byte of `from`. Throws on an unknown version. */
export function decodeRecord(from: Buffer, codecs: FactCodecs, where: Where): StoredRecord {
  const cursor = { at: 0 };
  const record = readHead(from, cursor, where);
  const factCount = from.readUInt16LE(cursor.at);
  cursor.at += 2;
  const facts: Fact[] = [];
  for (let count = 0; count < factCount; count++) facts.push(decodeFact(from, codecs, cursor));
  record.facts = facts;
  if (((from[1] as number) & RECORD.hasReply) !== 0) {
    const bytes = from.readUInt32LE(cursor.at);
    record.reply = from.toString("utf8", cursor.at + 4, cursor.at + 4 + bytes);
  }
  return record;
}

/**
 * The head of the record whose first bytes are `head`: everything but facts and reply. Throws when
 * `head` is not exactly the part before the facts.
 */
export function decodeRecordHead(head: Buffer, where: Where): RecordHead {
  const cursor = { at: 0 };
  const { facts: _, reply: __, ...decoded } = readHead(head, cursor, where);
  invariant(cursor.at === head.length, "the head of a record ends where its facts begin");
  return decoded;
}

/** Number of bytes of a record's head, which is the part before its facts. */
export function recordHeadBytes(record: Uint8Array): number {
  return headEndOf(record, 0);
}

type Where = { shard: number; place: Place };

/** Reads the head, up to the count of facts; the caller fills in `facts` and `reply`. */
function readHead(from: Buffer, cursor: { at: number }, where: Where): StoredRecord {
  const view = viewOf(from);
  const flags = from[1] as number;
  cursor.at = textsStartOf(from, 0);
  const operation = readText(from, cursor);
  const requestId = readText(from, cursor);
  const principalId = readText(from, cursor);
  const refusalCode = (flags & RECORD.isRefused) === 0 ? undefined : readText(from, cursor);
  const actorId = (flags & RECORD.hasActorId) === 0 ? principalId : readText(from, cursor);
  if (from[0] === 1) cursor.at++;
  return {
    place: where.place,
    shard: where.shard,
    timeMs: view.getFloat64(8, true),
    operation,
    requestId,
    realm: view.getUint32(4, true),
    principalId,
    actorType: actorTypeIn(from, 0) ?? actorTypeOfId(principalId),
    actorId,
    cause: causeIn(from, 0, cursor.at),
    previousPlace: view.getFloat64(16, true),
    parentPlace: view.getFloat64(24, true),
    idempotencyKey: (flags & RECORD.hasKey) === 0 ? undefined : readUuid(from, 32),
    requestDigest: from.toString("hex", 48, 64),
    status: view.getUint16(2, true),
    refusalCode,
    firstEvent: firstEventIn(view, 0),
    facts: NO_FACTS,
    reply: undefined,
  };
}

const NO_FACTS: readonly Fact[] = [];

function encodeFacts(
  facts: readonly Fact[],
  codecs: FactCodecs,
  into: Buffer,
  offset: number,
): number {
  const texts = facts === measuredFacts ? measuredTexts : [];
  measuredFacts = undefined;
  measuredTexts = [];
  let at = offset;
  let textCount = 0;
  for (const fact of facts) {
    const codec = codecs.ofKind(fact.kind);
    const start = at + 5;
    let end: number;
    if (codec === undefined) {
      into[at] = JSON_FACT;
      end = start + into.write(texts[textCount++] ?? JSON.stringify(fact), start, "utf8");
    } else {
      into[at] = codec.code;
      end = codec.encode(fact, into, start);
    }
    into.writeUInt32LE(end - start, at + 1);
    at = end;
  }
  return at;
}

/** The fact at the cursor; moves the cursor behind the fact. */
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
