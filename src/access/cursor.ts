/**
 * Cursors of lists: an opaque text that resumes exactly the walk that produced it, on any edge. The
 * server remembers nothing of a walk.
 *
 *   base64url( version: 1 byte | position: UTF-8 | first 16 bytes of an HMAC-SHA256 )
 *
 * The HMAC covers version, operation, Product, environment, realm, filters and position, so that a
 * cursor opens only for the walk that made it, and no more after the sandbox was reset. The position is signed, not hidden: it names a row that the
 * client has already. A cursor gives no right: permission is checked for each page. It is taken for as long
 * as its secret is the current one, and for 24 hours more.
 */
import { timingSafeEqual } from "node:crypto";
import { canonicalJson } from "../base/canonical_json.ts";
import { invariant } from "../base/invariant.ts";
import { SharedValue } from "../base/shared_value.ts";
import type { CursorCodec } from "../contract/declare/operation.ts";
import type { Environment } from "../contract/declare/principal.ts";
import { hmacSha256 } from "./hmac.ts";

/** Longest cursor, in characters; anything longer is refused unread. */
export const CURSOR_LENGTH_MAX = 512;
/** Longest position, in bytes of UTF-8, that fits into the longest cursor. */
export const POSITION_BYTES_MAX = 367;
/** The least bytes of the secret: as many as the hash has. */
export const CURSOR_SECRET_BYTES_MIN = 32;

/**
 * What a walk belongs to, beside its filters. `owner`: the id of the Product, or of the tenant
 * where the walk is in no Product. `realm`: the number of the realm; undefined where there is none.
 */
export type Walk = {
  operation: string;
  owner: string;
  environment: Environment;
  realm: number | undefined;
};

export type CursorCodecs = { forWalk(walk: Walk): CursorCodec };

const VERSION = 1;
const VERSION_BYTES = 1;
/** 128 bits, too many to forge a seal by guessing (RFC 2104 section 5 allows half of the hash). */
const SEAL_BYTES = 16;

/** A secret of cursors. `takenUntilMs`: until when its cursors are taken; Infinity of the current one. */
export type CursorKey = { secret: Uint8Array; takenUntilMs: number };

/** How long the cursors of a secret are taken after it stopped to be the current one, milliseconds. */
export const CURSORS_TAKEN_MS = 24 * 3_600_000;
/** The most secrets that are kept: a cursor of none is compared with each. */
export const CURSOR_KEYS_MAX = 16;
/** Bytes of the memory: a text of 44 characters and a number of 13 for each secret, in JSON. */
const MEMORY_BYTES = 96 * CURSOR_KEYS_MAX;

type Hmac = (message: Uint8Array) => Buffer;
type OpenKey = { hmac: Hmac; takenUntilMs: number };
/** The keys of cursors, the current one first. */
type OpenKeys = { readonly value: readonly OpenKey[] };

/** The secrets of cursors in memory that all threads share, the current one first. */
export type SharedCursorKeys = SharedValue<readonly OpenKey[]>;

/** New shared memory with these keys, at most `CURSOR_KEYS_MAX`, the current one first. */
export function shareCursorKeys(keys: readonly CursorKey[]): SharedCursorKeys {
  return SharedValue.of(cursorKeyTexts(keys), openKeysIn, MEMORY_BYTES);
}

/** What a `SharedCursorKeys` is written with. */
export function cursorKeyTexts(keys: readonly CursorKey[]): [string, number | null][] {
  invariant(
    keys.length > 0 && keys.length <= CURSOR_KEYS_MAX,
    "there is a secret, and room for all",
  );
  return keys.map(({ secret, takenUntilMs }) => [
    Buffer.from(secret).toString("base64"),
    Number.isFinite(takenUntilMs) ? takenUntilMs : null,
  ]);
}

/** The codec of a thread. `memory`: of `SharedCursorKeys`. `nowMs`: the time, milliseconds UTC. */
export function openCursorCodec(memory: SharedArrayBuffer, nowMs: () => number): CursorCodecs {
  const keys = new SharedValue(memory, openKeysIn);
  return { forWalk: (walk) => new WalkCursors(keys, walk, nowMs) };
}

/** A codec with this secret alone. */
export function createCursorCodec(secret: Uint8Array): CursorCodecs {
  const keys = { value: [openKeyOf(secret)] };
  return { forWalk: (walk) => new WalkCursors(keys, walk, () => 0) };
}

function openKeyOf(secret: Uint8Array, takenUntilMs = Number.POSITIVE_INFINITY): OpenKey {
  invariant(secret.length >= CURSOR_SECRET_BYTES_MIN, "a cursor secret has at least 32 bytes");
  return { hmac: hmacSha256(secret), takenUntilMs };
}

function openKeysIn(json: unknown): readonly OpenKey[] {
  return (json as [string, number | null][]).map(([text, untilMs]) =>
    openKeyOf(Buffer.from(text, "base64"), untilMs ?? undefined),
  );
}

/** A class, because every read gets a codec and few use it: an object with closures costs more. */
class WalkCursors implements CursorCodec {
  readonly #keys: OpenKeys;
  readonly #walk: Walk;
  readonly #nowMs: () => number;

  constructor(keys: OpenKeys, walk: Walk, nowMs: () => number) {
    this.#keys = keys;
    this.#walk = walk;
    this.#nowMs = nowMs;
  }

  encode(filters: unknown, position: string): string {
    const bytes = Buffer.from(position, "utf8");
    invariant(bytes.length <= POSITION_BYTES_MAX, "a position fits a cursor");
    const [current] = this.#keys.value;
    invariant(current !== undefined, "there is a current secret");
    const seal = sealOf(current.hmac, this.#message(filters, bytes));
    const parts = [Uint8Array.of(VERSION), bytes, seal];
    return Buffer.concat(parts).toString("base64url");
  }

  decode(filters: unknown, cursor: string): string | undefined {
    if (cursor.length > CURSOR_LENGTH_MAX) return undefined;
    const bytes = Buffer.from(cursor, "base64url");
    // The decoder skips characters that are not base64url; only one text of a cursor is taken.
    if (bytes.toString("base64url") !== cursor) return undefined;
    const sealAt = bytes.length - SEAL_BYTES;
    if (sealAt < VERSION_BYTES || bytes[0] !== VERSION) return undefined;
    const position = bytes.subarray(VERSION_BYTES, sealAt);
    const message = this.#message(filters, position);
    const seal = bytes.subarray(sealAt);
    const nowMs = this.#nowMs();
    const isOurs = this.#keys.value.some(
      ({ hmac, takenUntilMs }) =>
        nowMs < takenUntilMs && timingSafeEqual(sealOf(hmac, message), seal),
    );
    return isOurs ? position.toString("utf8") : undefined;
  }

  #message(filters: unknown, position: Uint8Array): Buffer {
    const { operation, owner, environment, realm = 0 } = this.#walk;
    // JSON text holds no raw line feed, so the line feed separates the walk from the position.
    const walk = canonicalJson([VERSION, operation, owner, environment, realm, filters]);
    return Buffer.concat([Buffer.from(`${walk}\n`, "utf8"), position]);
  }
}

function sealOf(hmac: Hmac, message: Uint8Array): Buffer {
  return hmac(message).subarray(0, SEAL_BYTES);
}
