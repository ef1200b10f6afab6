/**
 * Server-sent events over one connection, as HTML's EventSource reads them (HTML, 9.2.6).
 * Guarantees: at most two pieces of `PIECE_BYTES`, or two events where one is longer, wait in memory
 * for a client that does not read; the last event of a stream has no id, so the client resumes after
 * the last real one.
 * The library's buffer keeps what a connection does not take. It is drained by a next write only,
 * and a write that stays in the library's cork says nothing: that the client does not read shows at
 * the write after it.
 */
import type { HttpResponse } from "uWebSockets.js";
import type { CallStream, StreamEnd } from "../../calls/call.ts";
import type { StreamEvent } from "../../contract/declare/found.ts";

/** A proxy must not hold events back. */
export const EVENTS_HEADERS = "\r\nx-accel-buffering: no";
/**
 * A client comes back on another connection: on this one it would reach a server that is stopping, and
 * EventSource gives up for good where it is refused.
 */
export const LAST_LINE = "\r\nconnection: close";
/** The most bytes of events that are written at once; one event alone may be longer. */
export const PIECE_BYTES = 65_536;
/** How long a client waits before it connects again, milliseconds. */
const RETRY_MS = 1_000;
/** A comment that makes the library send what it holds. */
const DRAIN = ":\n";

export class EventWriter implements CallStream {
  readonly #response: HttpResponse;
  readonly #ended: () => void;
  #lastEventId: string;
  #isFull = false;
  /** True once the last event was written. */
  #isEnding = false;
  #isOver = false;

  /**
   * The head of the response was written before. `lastEventId`: after which the stream goes on, ""
   * for none. `ended` is called when the stream is over.
   */
  constructor(response: HttpResponse, lastEventId: string, ended: () => void) {
    this.#response = response;
    this.#lastEventId = lastEventId;
    this.#ended = ended;
    response.onWritable(() => {
      this.#isFull = false;
      this.#write(DRAIN);
      if (this.#isEnding) this.#endIfTaken();
      return true;
    });
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  send(events: readonly StreamEvent[]): number {
    let sent = 0;
    for (const { bytes, below, lastId } of piecesOf(events)) {
      if (this.#isFull || this.#isEnding) break;
      this.#write(bytes);
      this.#lastEventId = lastId;
      sent = below;
    }
    return sent;
  }

  keepAlive(): void {
    this.#write(": still here\n\n");
  }

  end({ type, code, message }: StreamEnd): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const lastEventId = this.#lastEventId === "" ? null : this.#lastEventId;
    const data = JSON.stringify({ code, message, lastEventId });
    this.#write(`event: ${type}\ndata: ${data}\n\n`);
    this.#endIfTaken();
  }

  close(): void {
    if (!this.#isOver) this.#response.close();
  }

  /** The client went away: the response must not be touched any more. */
  gone(): void {
    this.#isOver = true;
  }

  #endIfTaken(): void {
    if (this.#isOver || this.#isFull) return;
    this.#isOver = true;
    this.#response.cork(() => this.#response.end());
    this.#ended();
  }

  #write(text: string | Uint8Array): void {
    if (this.#isOver) return;
    this.#response.cork(() => {
      if (!this.#response.write(text)) this.#isFull = true;
    });
  }
}

/** The stream of a client that asked for the head of the answer only. */
export const NO_EVENTS: CallStream = {
  isFull: true,
  send: () => 0,
  keepAlive: () => {},
  end: () => {},
  close: () => {},
};

/** Events up to index `below`, as they are written; `lastId` is the id of the last of them. */
type Piece = { bytes: Uint8Array; below: number; lastId: string };

/** The pieces of parts that were sent, so that a part of many streams is made into text once. */
const PIECES = new WeakMap<readonly StreamEvent[], readonly Piece[]>();

function piecesOf(events: readonly StreamEvent[]): readonly Piece[] {
  const known = PIECES.get(events);
  if (known !== undefined) return known;
  const pieces: Piece[] = [];
  let texts: Buffer[] = [];
  let size = 0;
  for (const [at, event] of events.entries()) {
    const text = Buffer.from(textOf(event));
    if (size > 0 && size + text.length > PIECE_BYTES) {
      pieces.push({ bytes: Buffer.concat(texts), below: at, lastId: events[at - 1]?.id ?? "" });
      texts = [];
      size = 0;
    }
    texts.push(text);
    size += text.length;
  }
  const lastId = events.at(-1)?.id ?? "";
  if (size > 0) pieces.push({ bytes: Buffer.concat(texts), below: events.length, lastId });
  PIECES.set(events, pieces);
  return pieces;
}

/** JSON text holds no line break, so the data of an event is one line. */
function textOf({ id, type, data }: StreamEvent): string {
  return `id: ${oneLine(id)}\nevent: ${oneLine(type)}\ndata: ${JSON.stringify(data)}\n\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, "");
}
