/**
 * Ids for requests that leave no record in the ledger: unique over threads and restarts, and cheap.
 */
import { randomBytes } from "node:crypto";
import { encodeIdSuffix } from "../base/id.ts";
import { type RequestMark, shardOfEdge } from "../contract/request_log.ts";

/**
 * An edge's count starts at a random number of so many bits, so that the counts of two starts do
 * not meet.
 */
const START_BITS = 40;

export class RequestIds {
  readonly #own = `${randomBytes(9).toString("base64url").replaceAll(/[-_]/g, "0")}`;
  readonly #nowMs: () => number;
  #next = 0;
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
    return `req_${this.#own}${(this.#next++).toString(36)}`;
  }

  /** Whether no mark was taken after this one. */
  isNewest({ count }: RequestMark): boolean {
    return count === this.#count;
  }

  /** The mark of a request that ends now: greater than each mark before. */
  nextMark(): RequestMark {
    this.#lastMs = Math.max(this.#lastMs, this.#nowMs());
    return { timeMs: this.#lastMs, shard: this.#shard, count: ++this.#count };
  }
}

/** The id suffix of a read, or of a refusal before the ledger. */
export function suffixOfMark({ timeMs, shard, count }: RequestMark): string {
  return encodeIdSuffix(timeMs, shard, count, 0);
}
