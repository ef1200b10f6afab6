/**
 * Ids for requests that leave no record in the ledger: unique over threads and restarts, and cheap.
 */
import { randomBytes } from "node:crypto";
import { encodeIdSuffix, timeInOrder } from "../../base/id.ts";
import { type RequestMark, shardOfEdge } from "../../contract/messages/request_log.ts";

/**
 * An edge's count starts at a random number of so many bits, so that the counts of two starts do
 * not meet.
 */
const START_BITS = 40;

/** Characters of a request id behind its prefix: 80 random bits. A count would tell how much others ask. */
const OWN_LENGTH = 16;
const OWN_DIGITS = Buffer.from("0123456789abcdefghijkmnpqrstuvwx", "latin1");
/** Ids that are made at once, as random bytes are costly one by one. */
const IDS_AT_ONCE = 1_024;

export class RequestIds {
  /** The characters of the ids to come, of which those before `#at` are used. */
  #characters = "";
  #at = 0;
  readonly #nowMs: () => number;
  readonly #shard: number;
  #count: number;
  #lastMs = 0;

  constructor(edge: number, nowMs: () => number) {
    this.#count = Math.floor((randomBytes(4).readUInt32LE() / 2 ** 32) * 2 ** START_BITS);
    this.#shard = shardOfEdge(edge);
    this.#nowMs = nowMs;
  }

  /** A request id for a request that brings none. */
  next(): string {
    if (this.#at === this.#characters.length) {
      this.#characters = randomCharacters(OWN_LENGTH * IDS_AT_ONCE);
      this.#at = 0;
    }
    const from = this.#at;
    this.#at += OWN_LENGTH;
    return `req_${this.#characters.slice(from, this.#at)}`;
  }

  /** Whether no mark was taken after this one. */
  isNewest({ count }: RequestMark): boolean {
    return count === this.#count;
  }

  /** The mark of a request that ends now: greater than each mark before. */
  nextMark(): RequestMark {
    const nowMs = Math.max(this.#lastMs, this.#nowMs());
    this.#lastMs = timeInOrder(nowMs, this.#shard, ++this.#count);
    return { timeMs: this.#lastMs, shard: this.#shard, count: this.#count };
  }
}

/** A counted loop: an iterator over the bytes took 220 ns for each id. */
function randomCharacters(count: number): string {
  const bytes = randomBytes(count);
  for (let at = 0; at < count; at++) bytes[at] = OWN_DIGITS[(bytes[at] as number) & 31] as number;
  return bytes.toString("latin1");
}

/** The id suffix of a read, or of a refusal before the ledger. */
export function suffixOfMark({ timeMs, shard, count }: RequestMark): string {
  return encodeIdSuffix(timeMs, shard, count, 0);
}
