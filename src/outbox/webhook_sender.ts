/**
 * Carries out one attempt to deliver a webhook: one signed POST by the guarded client, and what its
 * answer means. `send` never throws: every fault is an outcome. Nothing is logged.
 * Does not queue, wait, try again later, or know which deliveries there are.
 */
import type { WebhookError, WebhookOutcome } from "../contract/messages/webhook_outcome.ts";
import { signedHeaders } from "../contract/messages/webhook_signature.ts";
import { type GuardedAnswer, GuardedClient, type GuardedClientOptions } from "./guarded_client.ts";
import { SNIPPET_BYTES_MAX, snippetOf } from "./response_snippet.ts";
import { retryMomentOf } from "./retry_after.ts";

const USER_AGENT = "money-movement-platform-webhooks/1";

export type WebhookSenderOptions = GuardedClientOptions;

export type Webhook = {
  url: string;
  /** `whsec_…`, the newest first; at least one. */
  secrets: readonly string[];
  /** `evt_…`: the same at every attempt, by which a receiver knows a webhook that it has. */
  webhookId: string;
  /** The bytes that are signed and sent. */
  body: Uint8Array;
  /** Ends the attempt with `aborted`. */
  signal?: AbortSignal;
};

/** Sends webhooks, each with one signed POST. */
export class WebhookSender {
  readonly #client: GuardedClient;
  readonly #now: () => number;

  constructor(options: WebhookSenderOptions = {}) {
    this.#client = new GuardedClient(options);
    this.#now = options.now ?? Date.now;
  }

  /** Open connections and those being opened; and how many of them are idle. */
  get connections(): { open: number; idle: number } {
    return this.#client.connections;
  }

  /**
   * Makes one attempt. Never rejects. Where a connection ends, the receiver may get the webhook twice, and knows it
   * by its id.
   */
  async send({ url, secrets, webhookId, body, signal }: Webhook): Promise<WebhookOutcome> {
    const answer = await this.#client.request({
      method: "POST",
      url,
      headersOf: (atMs) => [
        ...["content-type", "application/json"],
        ...["user-agent", USER_AGENT],
        ...signedHeaders({ webhookId, atMs, body }, secrets),
      ],
      body,
      keptBytesMax: SNIPPET_BYTES_MAX,
      mayComeTwice: true,
      signal,
    });
    return this.#outcomeOf(answer);
  }

  /** Ends what is under way with `aborted`, and closes all connections. A later send is aborted. */
  async close(): Promise<void> {
    await this.#client.close();
  }

  #outcomeOf(answer: GuardedAnswer): WebhookOutcome {
    const { atMs, durationMs, httpStatus, retryAfter, chunks, end, fault } = answer;
    const error = fault ?? errorOfStatus(httpStatus);
    const responseSnippet = snippetOf(chunks, end === "whole");
    const isPutOff = retryAfter !== undefined && (httpStatus === 429 || httpStatus === 503);
    const retryAfterMs = isPutOff ? retryMomentOf(retryAfter, this.#now()) : undefined;
    return {
      atMs,
      durationMs,
      ...(httpStatus !== undefined && { httpStatus }),
      ...(error !== undefined && { error }),
      ...(responseSnippet !== undefined && { responseSnippet }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
}

function errorOfStatus(status: number | undefined): WebhookError | undefined {
  if (status === undefined) return "invalid_response";
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? "redirect_refused" : "http_status";
}
