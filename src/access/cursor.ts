/**
 * Cursors of lists: an opaque text that resumes exactly the walk that produced it, on any edge. The
 * server remembers nothing of a walk.
 *
 *   base64url( version: 1 byte | position: UTF-8 | first 16 bytes of an HMAC-SHA256 )
 *
 * The HMAC covers version, operation, Product, environment, realm, filters and position, so that a
 * cursor opens only for the walk that made it, and no more after the sandbox was reset. The position is signed, not hidden: it names a row that the
 * client has already. A cursor does not expire and gives no right: permission is checked for each
 * page.
 */
import { timingSafeEqual } from "node:crypto";
import { canonicalJson } from "../base/canonical_json.ts";
import { invariant } from "../base/invariant.ts";
import type { CursorCodec } from "../contract/operation.ts";
import type { Environment } from "../contract/principal.ts";
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

/** `secret` is the same on every edge and across restarts; changing it ends every open walk. */
export function createCursorCodec(secret: Uint8Array): CursorCodecs {
  invariant(secret.length >= CURSOR_SECRET_BYTES_MIN, "a cursor secret has at least 32 bytes");
  const hmac = hmacSha256(secret);
  return { forWalk: (walk) => new WalkCursors(hmac, walk) };
}

/** A class, because every read gets a codec and few use it: an object with closures costs more. */
class WalkCursors implements CursorCodec {
  readonly #hmac: (message: Uint8Array) => Buffer;
  readonly #walk: Walk;

  constructor(hmac: (message: Uint8Array) => Buffer, walk: Walk) {
    this.#hmac = hmac;
    this.#walk = walk;
  }

  encode(filters: unknown, position: string): string {
    const bytes = Buffer.from(position, "utf8");
    invariant(bytes.length <= POSITION_BYTES_MAX, "a position fits a cursor");
    const parts = [Uint8Array.of(VERSION), bytes, this.#seal(filters, bytes)];
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
    if (!timingSafeEqual(this.#seal(filters, position), bytes.subarray(sealAt))) return undefined;
    return position.toString("utf8");
  }

  #seal(filters: unknown, position: Uint8Array): Buffer {
    const { operation, owner, environment, realm = 0 } = this.#walk;
    // JSON text holds no raw line feed, so the line feed separates the walk from the position.
    const walk = canonicalJson([VERSION, operation, owner, environment, realm, filters]);
    const message = Buffer.concat([Buffer.from(`${walk}\n`, "utf8"), position]);
    return this.#hmac(message).subarray(0, SEAL_BYTES);
  }
}
