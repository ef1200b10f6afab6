/**
 * The connection of one request: what is read of it while the request is under way, how the answer
 * leaves, and whether the connection stays.
 */
import type { HttpResponse } from "uWebSockets.js";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import {
  closeWithoutBody,
  KEEP_ALIVE_LINES,
  type ResponseHead,
  writeMadeResponse,
  writeResponse,
  writeResponseWithoutBody,
} from "./answer/response_head.ts";

/** A whole answer. */
export type Answer = ResponseHead & {
  body: string;
  /** The body as bytes; `body` is then "". */
  bytes?: Uint8Array | undefined;
  /** The length that an answer to HEAD names; that of `body` where it is absent. */
  length?: number | undefined;
  /** True: the answer to GET names no length either. */
  isStream?: boolean;
};

/** A body as its text or its bytes. */
export type Content = string | Uint8Array;

export function bodyIn(content: Content): Pick<Answer, "body" | "bytes"> {
  return typeof content === "string" ? { body: content } : { body: "", bytes: content };
}

/** A whole answer, without the headers that every answer has. */
export type Outgoing = Answer & {
  code?: ErrorCode | undefined;
  replayed?: boolean;
  /** True: `headers` say already what caches and browsers may do with the answer. */
  isGuarded?: boolean;
};

export class Connection {
  readonly response: HttpResponse;
  readonly #isHead: boolean;
  /** True when an answer that ends the connection waits for its turn. */
  isLeaving = false;
  /** True while nothing is read from the connection. */
  #held = false;

  constructor(response: HttpResponse, { isHead }: { isHead: boolean }) {
    this.response = response;
    this.#isHead = isHead;
  }

  /**
   * Reads no more until the answer leaves. The server's library closes a connection at the head of a
   * next request: a write that is under way would run, and its client would get no answer.
   */
  hold(): void {
    if (this.#held) return;
    this.#held = true;
    // Without a handler, the library closes a connection that it does not read as an idle one.
    this.response.onWritable(alwaysWritable);
    this.response.pause();
  }

  /**
   * Calls `send`, whose answer ends the connection, a turn later. Until then the request is unanswered
   * for the server's library, which closes the connection at the head of a next request. Otherwise the
   * library would serve the bytes behind this request in the same packet (RFC 9112, 9.6: "MUST NOT
   * process").
   */
  leave(outgoing: Outgoing, send: (outgoing: Outgoing) => void): void {
    if (this.isLeaving) return;
    this.isLeaving = true;
    // Until then the next answer may be written into the memory of these bytes.
    const { bytes } = outgoing;
    const kept = bytes === undefined ? outgoing : { ...outgoing, bytes: Uint8Array.from(bytes) };
    setImmediate(() => send(kept));
  }

  /** Sends an answer to anything but HEAD, whose connection stays and whose head is made. */
  sendMade(head: Uint8Array, body: Uint8Array): void {
    const { response } = this;
    response.cork(() => {
      if (this.#held) response.resume();
      writeMadeResponse(response, head, body);
    });
  }

  /** Sends the answer; `headers` are all of its lines, in place of its own. */
  send(answer: Answer, headers: string): void {
    const { status, contentType, body, bytes, length, isStream = false } = answer;
    const { response } = this;
    const closing = this.isLeaving;
    const hasNoLength = isStream || status === 204 || status === 304;
    const hasBody = !this.#isHead && !hasNoLength;
    const head = { status, contentType, headers: closing ? headers : headers + KEEP_ALIVE_LINES };
    // An answer with a body has its length from the body; an answer to HEAD names it.
    const named =
      hasBody || hasNoLength ? undefined : (length ?? bytes?.length ?? Buffer.byteLength(body));
    if (!hasBody && closing) {
      closeWithoutBody(response, head, named);
      return;
    }
    response.cork(() => {
      // What stands behind the last request of a connection is never read.
      if (this.#held && !closing) response.resume();
      if (hasBody) writeResponse(response, head, bytes ?? body, closing);
      else writeResponseWithoutBody(response, head, named);
    });
  }
}

function alwaysWritable(): boolean {
  return true;
}
