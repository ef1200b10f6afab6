/**
 * One call of a tool, as the room `calls` runs calls of every transport. It is made within a request of the protocol,
 * and has the credential, address and connection of the request.
 * Guarantees: `settle` is called once, or never when the client is gone; a body that a reader thread has spooled
 * is read whole, up to `BODY_BYTES_MAX`, and removed.
 */
import { readFile, unlink } from "node:fs/promises";
import { withoutCredentials } from "../access/credential_text.ts";
import type { RateTicket } from "../access/rate_limit.ts";
import type { Call, CallStream, PoolBody, ProtocolCall } from "../calls/call.ts";
import type { CallTarget } from "../calls/target.ts";
import type { Caller } from "../contract/declare/caller.ts";
import type { Found } from "../contract/declare/found.ts";
import {
  type BareRefusal,
  REPLY_BARE_REFUSAL,
  REPLY_REPLAYED,
  REPLY_UNRECORDED,
} from "../contract/messages/envelope.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import { type ErrorBody, errorJson, retryAfterOf } from "../contract/refusals/error_envelope.ts";
import { type Refusal, refuse, refuseUnavailable } from "../contract/refusals/refusal.ts";
import { grantViewOf } from "./grant_view.ts";
import type { RefusalWords } from "./refusal_words.ts";
import type { Tool } from "./tool_catalog.ts";
import type { CallOptions } from "./tool_input.ts";

/** The most bytes of a body that an answer of the protocol holds. */
export const BODY_BYTES_MAX = 16 * 1_048_576;

/** How a call ended. `text` is JSON: the document, or the error envelope of a refusal. */
export type ToolOutcome = {
  readonly text: string;
  /** The code of a refusal; undefined of a success. */
  readonly code: ErrorCode | undefined;
  /** The suffix of the record's ids; "" where there is no record. */
  readonly suffix: string;
  /** True when this is the outcome of an earlier request with the same key. */
  readonly isReplayed: boolean;
  /** Seconds after which the call may be sent again; undefined where waiting alone does not help. */
  readonly retryAfterSeconds: number | undefined;
};

export type ToolCallParts = {
  /** The request of the protocol that the call is made in. */
  request: ProtocolCall;
  caller: Caller;
  tool: Tool;
  options: CallOptions;
  docsUrl: string;
  words: RefusalWords;
  nowMs(): number;
  /** Registers what is called when the client goes away before the answer. */
  whenGone(listener: () => void): void;
  settle(outcome: ToolOutcome): void;
};

const NOT_REFUSED = { code: undefined, retryAfterSeconds: undefined } as const;

/** The members without a comment are those of `Call` (`calls/call.ts`). */
export class ToolCall implements Call {
  readonly audience = "mcp";
  readonly csrfToken = "";
  readonly sessionText = "";
  readonly isCrossSite = false;
  readonly lastEventId = "";
  readonly environment: string;
  readonly tenant: string;
  idempotencyKey: string;
  caller: Caller;
  onGone: (() => void) | undefined;
  readonly #parts: ToolCallParts;
  #isSettled = false;

  constructor(parts: ToolCallParts) {
    this.#parts = parts;
    const { environment, tenant, idempotencyKey } = parts.options;
    this.caller = parts.caller;
    this.environment = environment;
    this.tenant = tenant;
    this.idempotencyKey = idempotencyKey;
    parts.whenGone(() => this.onGone?.());
  }

  get requestId(): string {
    return this.#parts.request.requestId;
  }
  get authorization(): string | undefined {
    return this.#parts.request.authorization;
  }
  get userAgent(): string {
    return this.#parts.request.userAgent;
  }
  get address(): Uint8Array {
    return this.#parts.request.address;
  }
  /** The request is found in the log of each Product that a call of it acted in. */
  get targets(): readonly CallTarget[] | undefined {
    return this.#parts.request.targets;
  }
  set targets(targets: readonly CallTarget[] | undefined) {
    this.#parts.request.targets = targets;
  }
  get isFinished(): boolean {
    return this.#isSettled || this.#parts.request.isFinished;
  }

  wantsFile(): boolean {
    return false;
  }

  reportBudget(ticket: RateTicket): void {
    this.#parts.request.reportBudget(ticket);
  }

  onReply(status: number, flags: number, suffix: string, body: string, bytes?: Uint8Array): void {
    if ((flags & REPLY_BARE_REFUSAL) !== 0) {
      const { code, message, details } = JSON.parse(body) as BareRefusal;
      this.refuse(refuse(code, message, details));
      return;
    }
    const text = bytes === undefined ? body : Buffer.from(bytes).toString("utf8");
    const told = status >= 400 ? this.#refused(text) : { text, ...NOT_REFUSED };
    this.#settle({
      ...told,
      suffix: (flags & REPLY_UNRECORDED) === 0 ? suffix : "",
      isReplayed: (flags & REPLY_REPLAYED) !== 0,
    });
  }

  onNoReply(): void {
    this.refuse(refuseUnavailable("the outcome is unknown: retry with the same key and arguments"));
  }

  refuse(refusal: Refusal): void {
    const { tool, docsUrl } = this.#parts;
    const origin = { operation: tool.operation.id, requestId: this.requestId, docsUrl };
    const { retryAfterSeconds } = refusal;
    const refused = this.#refused(errorJson(refusal, origin), retryAfterSeconds);
    this.#settle({ ...refused, suffix: "", isReplayed: false });
  }

  /**
   * The outcome of a refusal, in the words of the agent. `retryAfterSeconds`: where the refusal says it beside its
   * details.
   */
  #refused(
    envelope: string,
    retryAfterSeconds?: number,
  ): Pick<ToolOutcome, "text" | "code" | "retryAfterSeconds"> {
    const { tool, words, request, nowMs } = this.#parts;
    const { allowed } = grantViewOf(request.caller);
    const body = words.forAgent(JSON.parse(envelope) as ErrorBody, tool, allowed);
    return {
      text: withoutCredentials(JSON.stringify(body)),
      code: body.error.code,
      retryAfterSeconds: retryAfterSeconds ?? retryAfterOf(body, nowMs()),
    };
  }

  found(found: Found): void {
    this.#settleFound(found.json);
  }

  deliver({ body }: PoolBody): void {
    if (body.size > BODY_BYTES_MAX) {
      if (body.bytes === undefined) unlink(body.path).catch(() => {});
      const message = `the answer is larger than ${BODY_BYTES_MAX} bytes; ask for a smaller part, or use REST`;
      this.refuse(refuse("resource_reader_unavailable", message, { reader: "mcp" }));
    } else if (body.bytes !== undefined) this.#settleFound(Buffer.from(body.bytes).toString());
    else this.#deliverFile(body.path);
  }

  openStream(): CallStream {
    throw new Error("no tool is answered by a stream");
  }

  #deliverFile(path: string): void {
    readFile(path, "utf8")
      .finally(() => unlink(path))
      .then(
        (text) => this.#settleFound(text),
        () => {
          const message = "the answer could not be read";
          this.refuse(refuse("resource_reader_unavailable", message, { reader: "mcp" }));
        },
      );
  }

  #settleFound(text: string): void {
    this.#settle({ text, ...NOT_REFUSED, suffix: "", isReplayed: false });
  }

  #settle(outcome: ToolOutcome): void {
    if (this.isFinished) return;
    this.#isSettled = true;
    this.#parts.settle(outcome);
  }
}
