/**
 * Ids for requests that leave no record in the ledger: unique over threads and restarts, and cheap.
 */
import { randomBytes } from "node:crypto";
import { encodeIdSuffix } from "../base/id.ts";
import { shardOfEdge } from "../contract/request_log.ts";

/**
 * An edge's count starts at a random number of so many bits, so that the counts of two starts do
 * not meet.
 */
const START_BITS = 40;

export class RequestIds {
  readonly #own = `${randomBytes(9).toString("base64url").replaceAll(/[-_]/g, "0")}`;
  readonly #shard: number;
  readonly #nowMs: () => number;
  #next = 0;
  #count = Math.floor((randomBytes(4).readUInt32LE() / 2 ** 32) * 2 ** START_BITS);
  #lastMs = 0;

  constructor(edge: number, nowMs: () => number) {
    this.#shard = shardOfEdge(edge);
    this.#nowMs = nowMs;
  }

  /** A request id for a request that brings none. */
  next(): string {
    return `req_${this.#own}${(this.#next++).toString(36)}`;
  }

  /** The id suffix of a read, or of a refusal before the ledger; each is greater than the last. */
  nextSuffix(): string {
    this.#lastMs = Math.max(this.#lastMs, this.#nowMs());
    return encodeIdSuffix(this.#lastMs, this.#shard, ++this.#count, 0);
  }
}
