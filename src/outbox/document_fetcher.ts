/**
 * Fetches small documents whose addresses strangers name, over the guarded client.
 * Guarantees: what the guarded client guarantees, with a shorter time; at most `FETCHES_MAX` are under way, and
 * `FETCHES_OF_HOST_MAX` of one host, so that nobody can make this server flood another; an address that is asked
 * for while it is fetched is fetched once. A document that was found is kept for `KEPT_MS`, and no fault is kept.
 * Does not read what a document says.
 */
import { isUtf8 } from "node:buffer";
import { LruMap } from "../base/lru_map.ts";
import {
  FETCHED_BYTES_MAX,
  type FetchedDocument,
  type FetchFault,
} from "../contract/declare/fetched_document.ts";
import type { WebhookError } from "../contract/messages/webhook_outcome.ts";
import { type GuardedAnswer, GuardedClient, type GuardedClientOptions } from "./guarded_client.ts";

/** Time of one document from the question for the name to its end, milliseconds: a person waits for it. */
export const FETCH_MS = 4_000;
/** The most documents that are fetched at a time, and those of one host. */
export const FETCHES_MAX = 32;
export const FETCHES_OF_HOST_MAX = 4;
/** How long a document that was found is answered without being fetched again, milliseconds. */
export const KEPT_MS = 300_000;
/** The most documents that are kept. */
export const KEPT_MAX = 256;

const USER_AGENT = "money-movement-platform-documents/1";

type Kept = { text: string; untilMs: number };

/** Fetches documents, and keeps those that it found last. */
export class DocumentFetcher {
  readonly #client: GuardedClient;
  readonly #nowMs: () => number;
  readonly #kept = new LruMap<Kept>({
    countMax: KEPT_MAX,
    weightMax: KEPT_MAX * FETCHED_BYTES_MAX,
  });
  readonly #underWay = new Map<string, Promise<FetchedDocument>>();
  readonly #hosts = new Map<string, number>();

  constructor(options: GuardedClientOptions = {}) {
    this.#nowMs = options.now ?? Date.now;
    this.#client = new GuardedClient({ attemptMs: FETCH_MS, ...options });
  }

  /** The document at the address, or why there is none. Never rejects. */
  async fetch(url: string): Promise<FetchedDocument> {
    const kept = this.#kept.get(url);
    if (kept !== undefined && this.#nowMs() < kept.untilMs) return { text: kept.text };
    const underWay = this.#underWay.get(url);
    if (underWay !== undefined) return await underWay;
    if (!URL.canParse(url)) return { fault: "address" };
    const { host } = new URL(url);
    const ofHost = this.#hosts.get(host) ?? 0;
    if (this.#underWay.size >= FETCHES_MAX || ofHost >= FETCHES_OF_HOST_MAX) {
      return { fault: "busy" };
    }
    this.#hosts.set(host, ofHost + 1);
    const fetched = this.#fetch(url).finally(() => {
      this.#underWay.delete(url);
      const left = (this.#hosts.get(host) ?? 1) - 1;
      if (left === 0) this.#hosts.delete(host);
      else this.#hosts.set(host, left);
    });
    this.#underWay.set(url, fetched);
    return await fetched;
  }

  /** Ends what is under way, and closes all connections. A later document is not fetched. */
  async close(): Promise<void> {
    await this.#client.close();
  }

  async #fetch(url: string): Promise<FetchedDocument> {
    const answer = await this.#client.request({
      method: "GET",
      url,
      headersOf: () => ["accept", "application/json", "user-agent", USER_AGENT],
      keptBytesMax: FETCHED_BYTES_MAX,
      mayComeTwice: true,
    });
    const fault = faultOf(answer);
    if (fault !== undefined) return { fault };
    const bytes = Buffer.concat(answer.chunks);
    if (bytes.length > FETCHED_BYTES_MAX) return { fault: "large" };
    if (!isUtf8(bytes)) return { fault: "encoding" };
    const text = bytes.toString("utf8");
    const untilMs = this.#nowMs() + KEPT_MS;
    this.#kept.set(url, { text, untilMs }, bytes.length);
    return { text };
  }
}

function faultOf({ fault, httpStatus, end }: GuardedAnswer): FetchFault | undefined {
  if (fault !== undefined) return FAULTS[fault] ?? "unreachable";
  if (end === "large") return "large";
  return httpStatus === 200 ? undefined : "status";
}

/** The fault that callers are told, by the fault of the client; every fault that is not here is `unreachable`. */
const FAULTS: Readonly<Partial<Record<WebhookError, FetchFault>>> = {
  address_forbidden: "address",
  url_forbidden: "address",
  timeout: "slow",
};
