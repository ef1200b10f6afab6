/**
 * An entry as bytes. Little endian:
 *
 *   offset  0 u32  bytes of all that follows; bit 31 is set, which tells the entry from version 1
 *           4 u16  number of the edge in ids        40 u32  bytes of the request's body on the wire
 *           6 u16  status                           44 u16  bytes of the profile
 *           8 f64  time, milliseconds UTC           46 u8   flags
 *          16 f64  count among the edge's requests  47 u8   bytes of the request id
 *          24 f64  duration, milliseconds           48 16   idempotency key, where a flag says so
 *          32 f64  bytes of the answer's body       64 u32  bytes of the texts
 *                                                   68 u32  bytes of the kept request body
 *          72 profile | request id | suffix of the operation's id, where a flag says so
 *             | texts, UTF-8, joined by line feeds | request body, UTF-8 | the rest: response body
 *
 *   profile: u16 bytes of the realm key | realm key | fields, UTF-8, joined by line feeds
 *
 * Time, edge and count make the suffix that entries are sorted by: it is written as numbers, because
 * nobody reads the text of nearly all suffixes. A profile is copied as bytes that were made once.
 */
import { viewOf, writeText } from "../base/byte_view.ts";
import { encodeIdSuffix, ID_SUFFIX_LENGTH, timeMsOfSuffix } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { readUuid, writeUuid } from "../base/uuid.ts";
import type {
  RequestEntry,
  RequestNote,
  RequestProfile,
} from "../contract/messages/request_log.ts";
import { decodeOldEntry, OLD_ENTRY } from "./entry_version_1.ts";

const HEAD_BYTES = 72;
const VERSION_2 = 0x8000_0000;
const HAS_UUID = 1;
const HAS_OPERATION = 2;
/** The most bytes of UTF-8 that one UTF-16 unit can take. */
const UNIT_BYTES_MAX = 3;
/** The line feeds between the texts. */
const TEXTS_JOINTS = 4;

/** An upper bound of the bytes that `encodeEntry` writes. */
export function entryBytesMax(note: RequestNote): number {
  const { path, query, errorCode, traceId, idempotencyKey, requestBody, responseBody } = note;
  const units =
    note.requestId.length +
    ID_SUFFIX_LENGTH +
    (path.length + query.length + errorCode.length + traceId.length + idempotencyKey.length) +
    (TEXTS_JOINTS + requestBody.length + responseBody.length);
  return HEAD_BYTES + profileBytes(note.profile).length + UNIT_BYTES_MAX * units;
}

/**
 * Writes the entry at `offset`; returns the offset after it. A line feed in a text of one line becomes
 * a space. Plain twin: the entry itself, which `decodeEntry` gives back (entry.test.ts).
 */
export function encodeEntry(note: RequestNote, into: Buffer, offset: number): number {
  const { mark, profile, idempotencyKey, operationSuffix, requestId, requestBody, responseBody } =
    note;
  const view = viewOf(into);
  const head = profileBytes(profile);
  const hasUuid = writeUuid(idempotencyKey, into, offset + 48);
  view.setUint16(offset + 4, mark.shard, true);
  view.setUint16(offset + 6, note.status, true);
  view.setFloat64(offset + 8, mark.timeMs, true);
  view.setFloat64(offset + 16, mark.count, true);
  view.setFloat64(offset + 24, note.durationMs, true);
  view.setFloat64(offset + 32, note.responseBytes, true);
  view.setUint32(offset + 40, note.requestBytes, true);
  view.setUint16(offset + 44, head.length, true);
  into[offset + 46] = (hasUuid ? HAS_UUID : 0) | (operationSuffix === "" ? 0 : HAS_OPERATION);
  let at = offset + HEAD_BYTES;
  into.set(head, at);
  at += head.length;
  const idBytes = writeText(requestId, into, at);
  invariant(idBytes < 256, "a request id is short");
  into[offset + 47] = idBytes;
  at += idBytes;
  if (operationSuffix !== "") at += writeText(operationSuffix, into, at);
  const texts = textsOf(note, hasUuid ? "" : idempotencyKey);
  const textsBytes = texts === "" ? 0 : into.write(texts, at);
  view.setUint32(offset + 64, textsBytes, true);
  at += textsBytes;
  const bodyBytes = requestBody === "" ? 0 : into.write(requestBody, at);
  view.setUint32(offset + 68, bodyBytes, true);
  at += bodyBytes;
  if (responseBody !== "") at += into.write(responseBody, at);
  view.setUint32(offset, (VERSION_2 | (at - offset - 4)) >>> 0, true);
  return at;
}

/** The texts that few entries have, as one; "" where the entry has none of them. */
function textsOf({ path, query, errorCode, traceId }: RequestNote, key: string): string {
  if (path === "" && query === "" && errorCode === "" && traceId === "" && key === "") return "";
  return `${oneLine(path)}\n${oneLine(query)}\n${errorCode}\n${traceId}\n${oneLine(key)}`;
}

function profileBytes(profile: RequestProfile): Uint8Array {
  profile.encoded ??= encodedProfile(profile);
  return profile.encoded;
}

function encodedProfile(profile: RequestProfile): Uint8Array {
  const realmKey = Buffer.from(profile.realmKey);
  const fields = [
    ...[profile.operation, profile.method, profile.path, profile.principalId],
    ...[profile.keyPrefix, profile.ipAddress, profile.userAgent],
    ...[profile.contentType, profile.accept],
    // The entries of Product keys end before this field, as they did before there was another caller.
    ...(profile.actor === "" ? [] : [profile.actor]),
  ];
  const length = Buffer.alloc(2);
  length.writeUInt16LE(realmKey.length);
  return Buffer.concat([length, realmKey, Buffer.from(fields.map(oneLine).join("\n"))]);
}

function oneLine(text: string): string {
  return text.includes("\n") ? text.replaceAll("\n", " ") : text;
}

/** Where an entry stands in a block, and the suffix that entries are sorted by. */
export type EntryPlace = { suffix: string; from: number; below: number };

/** The entries of a block in their order. Throws when the bytes are not whole entries. */
export function* entriesOf(block: Buffer): Generator<EntryPlace> {
  for (let from = 0; from < block.length; ) {
    const below = entryEnd(block, from);
    yield { suffix: suffixAt(block, from), from, below };
    from = below;
  }
}

/** The end of the entry that begins at `from`. Throws where no whole entry begins. */
export function entryEnd(block: Buffer, from: number): number {
  invariant(from + OLD_ENTRY.headBytes <= block.length, "an entry of a block has its head");
  const word = block.readUInt32LE(from);
  const below = from + 4 + (word & ~VERSION_2);
  const headBytes = isNew(word) ? HEAD_BYTES : OLD_ENTRY.headBytes;
  invariant(below <= block.length && below > from + headBytes, "an entry of a block is whole");
  return below;
}

/** When the request of the entry at `from` ended, milliseconds UTC. */
export function timeMsAt(block: Buffer, from: number): number {
  if (isNewAt(block, from)) return block.readDoubleLE(from + 8);
  return timeMsOfSuffix(suffixAt(block, from));
}

export function suffixAt(block: Buffer, from: number): string {
  if (!isNewAt(block, from)) return OLD_ENTRY.suffixAt(block, from);
  const edge = block.readUInt16LE(from + 4);
  return encodeIdSuffix(block.readDoubleLE(from + 8), edge, block.readDoubleLE(from + 16), 0);
}

export function realmKeyAt(block: Buffer, from: number): string {
  const at = realmAt(block, from);
  return block.toString("utf8", at + 2, at + 2 + block.readUInt16LE(at));
}

/** Whether two entries are of one realm, without a text of its key. */
export function isSameRealm(block: Buffer, one: number, other: number): boolean {
  const a = realmAt(block, one);
  const b = realmAt(block, other);
  const bytes = 2 + block.readUInt16LE(a);
  for (let at = 0; at < bytes; at++) if (block[a + at] !== block[b + at]) return false;
  return true;
}

/** Where the length of the realm's key stands; the key follows. */
function realmAt(block: Buffer, from: number): number {
  return from + (isNewAt(block, from) ? HEAD_BYTES : OLD_ENTRY.realmAt);
}

function isNewAt(block: Buffer, from: number): boolean {
  return isNew(block.readUInt32LE(from));
}

function isNew(word: number): boolean {
  return (word & VERSION_2) !== 0;
}

export function decodeEntry(block: Buffer, place: EntryPlace): RequestEntry {
  const { suffix, from, below } = place;
  if (!isNewAt(block, from)) return decodeOldEntry(block, place);
  const flags = block[from + 46] as number;
  let at = from + HEAD_BYTES;
  const text = (bytes: number): string => {
    at += bytes;
    return block.toString("utf8", at - bytes, at);
  };
  const profileEnd = at + block.readUInt16LE(from + 44);
  const realmKey = realmKeyAt(block, from);
  at += 2 + block.readUInt16LE(at);
  const profile = text(profileEnd - at).split("\n");
  const requestId = text(block[from + 47] as number);
  const operation = (flags & HAS_OPERATION) === 0 ? suffix : text(ID_SUFFIX_LENGTH);
  const texts = text(block.readUInt32LE(from + 64)).split("\n");
  const requestBody = text(block.readUInt32LE(from + 68));
  const responseBody = text(below - at);
  const [own = "", query = "", errorCode = "", traceId = "", key = ""] = texts;
  const field = (index: number) => profile[index] ?? "";
  return {
    suffix,
    realmKey,
    operationId: `op_${operation}`,
    operation: field(0),
    method: field(1),
    path: own === "" ? field(2) : own,
    query,
    status: block.readUInt16LE(from + 6),
    errorCode,
    durationMs: block.readDoubleLE(from + 24),
    principalId: field(3),
    keyPrefix: field(4),
    actor: field(9),
    ipAddress: field(5),
    userAgent: field(6),
    requestId,
    idempotencyKey: (flags & HAS_UUID) === 0 ? key : readUuid(block, from + 48),
    contentType: field(7),
    accept: field(8),
    requestBytes: block.readUInt32LE(from + 40),
    responseBytes: block.readDoubleLE(from + 32),
    traceId,
    requestBody,
    responseBody,
  };
}
