/**
 * Server-sent events over one connection, as HTML's EventSource reads them (HTML, 9.2.6). `isFull`
 * is true while the client has not taken all that was written.
 */
import type { HttpResponse } from "uWebSockets.js";
import type { CallStream } from "../calls/call.ts";
import type { StreamEvent } from "../contract/found.ts";

export const EVENTS_TYPE = "text/event-stream";
/** A proxy must not hold events back. */
export const EVENTS_HEADERS = "\r\nx-accel-buffering: no";
/** How long a client waits before it connects again, milliseconds. */
const RETRY_MS = 1_000;

export class EventWriter implements CallStream {
  readonly #response: HttpResponse;
  readonly #ended: () => void;
  #isFull = false;
  #isOver = false;

  /** The head of the response was written before. `ended` is called when the stream is over. */
  constructor(response: HttpResponse, ended: () => void) {
    this.#response = response;
    this.#ended = ended;
    response.onWritable(() => {
      this.#isFull = false;
      return true;
    });
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  send(events: readonly StreamEvent[]): void {
    this.#write(events.map(textOf).join(""));
  }

  keepAlive(): void {
    this.#write(": still here\n\n");
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#response.cork(() => this.#response.end());
    this.#ended();
  }

  /** The client went away: the response must not be touched any more. */
  gone(): void {
    this.#isOver = true;
  }

  #write(text: string): void {
    if (this.#isOver) return;
    this.#response.cork(() => {
      if (!this.#response.write(text)) this.#isFull = true;
    });
  }
}

/** The stream of a client that asked for the head of the answer only. */
export const NO_EVENTS: CallStream = {
  isFull: true,
  send: () => {},
  keepAlive: () => {},
  end: () => {},
};

/** JSON text holds no line break, so the data of an event is one line. */
function textOf({ id, type, data }: StreamEvent): string {
  return `id: ${oneLine(id)}\nevent: ${oneLine(type)}\ndata: ${JSON.stringify(data)}\n\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, "");
}
