/**
 * How many connections the network of one address may have open: an edge's side of it. Main looks at the kernel's
 * table and names the networks that have as many as they may, or more (`threads/connection_watch.ts`).
 * Guarantees: a connection of a network that has as many as it may is closed when it comes, and so is one beyond as
 * many within a second of one edge; a request of a network that has more than it may is answered 429, and its
 * connection closed.
 * Does not count the connections of configured proxies, which bring those of many.
 */
import type { HttpResponse } from "uWebSockets.js";
import { networkText } from "../base/ip_address.ts";
import { isoTime } from "../base/iso_time.ts";
import { type Refusal, refuse, retriedAfter } from "../contract/refusals/refusal.ts";

/** By network: how many connections it has open; only networks that have as many as they may, or more. */
export type CrowdedNetworks = ReadonlyMap<string, number>;

/** After how long the client of a refused connection may come again, seconds: main has looked again then. */
const RETRY_SECONDS = 5;

export class ConnectionGate {
  /** Connections that were closed when they came, or with the 429 that answered a request. */
  refused = 0;
  readonly #max: number;
  readonly #isProxy: (address: Uint8Array) => boolean;
  #crowded: CrowdedNetworks = new Map();
  /** New connections since the last sweep, by network. */
  readonly #opened = new Map<string, number>();

  /** `max`: the most connections of a network; 0 for any number. */
  constructor(max: number, isProxy: (address: Uint8Array) => boolean) {
    this.#max = max;
    this.#isProxy = isProxy;
  }

  /** What main has seen last. */
  learn(crowded: CrowdedNetworks): void {
    this.#crowded = crowded;
  }

  /** To be called once a second. */
  sweep(): void {
    this.#opened.clear();
  }

  /** Counts a new connection, and says whether it must be closed. */
  isFull(response: Pick<HttpResponse, "getRemoteAddress">): boolean {
    if (this.#max === 0) return false;
    const address = new Uint8Array(response.getRemoteAddress());
    if (this.#isProxy(address)) return false;
    const network = networkText(address);
    const opened = (this.#opened.get(network) ?? 0) + 1;
    this.#opened.set(network, opened);
    const isFull = opened > this.#max || this.#crowded.has(network);
    if (isFull) this.refused++;
    return isFull;
  }

  /** Refuses a request where the network of its connection has too many. */
  refusalOf(
    response: Pick<HttpResponse, "getRemoteAddress">,
    nowMs: () => number,
  ): Refusal<"rate_limited"> | undefined {
    // Nobody is refused without a look at the address, and nearly no request needs one.
    if (this.#crowded.size === 0) return undefined;
    const held = this.#crowded.get(networkText(new Uint8Array(response.getRemoteAddress())));
    if (held === undefined || held <= this.#max) return undefined;
    this.refused++;
    const message = `the network of this address has ${held} connections open; it may have ${this.#max}`;
    const resetAt = isoTime(nowMs() + RETRY_SECONDS * 1_000);
    const details = { subject: "connections", limit: this.#max, resetAt };
    return retriedAfter(refuse("rate_limited", message, details), RETRY_SECONDS);
  }
}
