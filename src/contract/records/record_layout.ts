/**
 * The layout of the bytes of a record, for the code that writes records and the code that reads
 * them in place. Version 2 is written; version 1 is read for ever.
 *
 * offset  0 u8  version                 8 f64 time, ms UTC       32 16 bytes idempotency key
 *         1 u8  flags                  16 f64 previous place     48 16 bytes request digest
 *         2 u16 status                 24 f64 parent place       64 f64 number of its first event
 *         4 u32 realm                                            72 u8  actor type
 *                                                                73 u8  cause
 *        74 texts: operation, request id, principal, [refusal code], [actor id]
 * Little endian. A text is a length byte and UTF-8. The actor's id is stored only where it is not
 * the principal. The head ends with the texts. The rest: u16 count of facts; for each fact a codec
 * byte, u32 length and bytes; and, where the reply is stored, u32 length and its JSON text.
 * The place is not stored: it follows from the position of the record in the log.
 *
 * In version 1 the texts start at 64, and the byte of the cause follows them at the end of the head.
 * Version 1 has no number of the first event. Its actor is the principal, with the type that follows
 * from the id of the principal.
 */
import { invariant } from "../../base/invariant.ts";
import { ACTOR_TYPES, type ActorType } from "./actor.ts";
import type { Cause } from "./record.ts";

/** Offsets of the fixed part of version 2, and flags. */
export const RECORD = {
  version: 2,
  flags: 1,
  status: 2,
  realm: 4,
  timeMs: 8,
  previousPlace: 16,
  parentPlace: 24,
  idempotencyKey: 32,
  requestDigest: 48,
  firstEvent: 64,
  actorType: 72,
  cause: 73,
  texts: 74,
  isRefused: 1,
  hasKey: 2,
  hasReply: 4,
  hasActorId: 8,
} as const;

/** Where the texts of version 1 begin. */
const VERSION_1_TEXTS = 64;
/** Number of texts that every record has: operation, request id, principal. */
const TEXTS_MIN = 3;
/** Most texts of a record: the refusal code and the actor's id in addition. */
export const TEXTS_MAX = 5;

/** The causes, by the byte that a record stores. Version 1 has only the first three. */
const CAUSES: readonly Cause[] = ["api", "clock", "platform", "graphql", "mcp", "provider"];

export function causeByte(cause: Cause): number {
  return CAUSES.indexOf(cause);
}

export function actorTypeByte(type: ActorType): number {
  return ACTOR_TYPES.indexOf(type);
}

/** The time of a record, milliseconds UTC, in every version. */
export function recordTimeMs(record: Uint8Array): number {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  return view.getFloat64(RECORD.timeMs, true);
}

/** Offset of the texts of the record at `start` of `bytes`. Throws on an unknown version. */
export function textsStartOf(bytes: Uint8Array, start: number): number {
  const version = bytes[start];
  invariant(version === RECORD.version || version === 1, "a record is of a known version");
  return start + (version === 1 ? VERSION_1_TEXTS : RECORD.texts);
}

/** Offset of the end of the head of the record at `start`. Throws on an unknown version. */
export function headEndOf(bytes: Uint8Array, start: number): number {
  const flags = bytes[start + RECORD.flags] as number;
  let texts = TEXTS_MIN;
  if ((flags & RECORD.isRefused) !== 0) texts++;
  if ((flags & RECORD.hasActorId) !== 0) texts++;
  let at = textsStartOf(bytes, start);
  for (let text = 0; text < texts; text++) at += 1 + (bytes[at] as number);
  return bytes[start] === 1 ? at + 1 : at;
}

/** The cause of the record at `start`, whose head ends at `headEnd`. */
export function causeIn(bytes: Uint8Array, start: number, headEnd: number): Cause {
  const at = bytes[start] === 1 ? headEnd - 1 : start + RECORD.cause;
  return CAUSES[bytes[at] as number] as Cause;
}

/** The actor's type of the record at `start`; undefined in version 1. */
export function actorTypeIn(bytes: Uint8Array, start: number): ActorType | undefined {
  if (bytes[start] === 1) return undefined;
  return ACTOR_TYPES[bytes[start + RECORD.actorType] as number];
}

/** The number of the first event of the record at `start`; undefined in version 1. */
export function firstEventIn(view: DataView, start: number): number | undefined {
  if (view.getUint8(start) === 1) return undefined;
  return view.getFloat64(start + RECORD.firstEvent, true);
}
