/** Ids for what leaves no record: unique over threads and restarts, cheap to make. */
import { randomBytes } from "node:crypto";

export class RequestIds {
  readonly #own = `${randomBytes(9).toString("base64url").replaceAll(/[-_]/g, "0")}`;
  #next = 0;

  /** For a request that brings none. */
  next(): string {
    return `req_${this.#own}${(this.#next++).toString(36)}`;
  }

  /** For a read, or a refusal before the ledger: correlates, but `operation.retrieve` has no record. */
  nextOperation(): string {
    return `op_${this.#own}${(this.#next++).toString(36)}`;
  }
}
