/**
 * A body that is written as it is made, such as the stream of an agent's protocol.
 * Guarantees: whoever writes hears when the connection takes no more, and waits; the connection of a
 * client that takes nothing for `STALLED_MS` is closed, so nothing waits for it for ever.
 * The body is server-sent events, and each piece ends at an event's end: the library's buffer is drained
 * by a next write only, which is then a comment.
 */
import type { HttpResponse } from "uWebSockets.js";
import type { ChunkStream } from "../../calls/call.ts";
import { type ResponseHead, startResponse } from "./response_head.ts";

/** A comment that makes the library send what it holds. */
const DRAIN = ":\n";
/** How long a client may take nothing while there is something to take, milliseconds. */
export const STALLED_MS = 5_000;

export class ChunkWriter implements ChunkStream {
  readonly #response: HttpResponse;
  readonly #isLast: boolean;
  readonly #ended: () => void;
  #isOver = false;
  #stalled: NodeJS.Timeout | undefined;
  #wake: (() => void) | undefined;

  /** `isLast`: the connection ends with the body. `ended` is called when the body is complete. */
  constructor(
    response: HttpResponse,
    head: ResponseHead,
    { isLast, ended }: { isLast: boolean; ended: () => void },
  ) {
    this.#response = response;
    this.#isLast = isLast;
    this.#ended = ended;
    response.onWritable(() => {
      if (!this.#isOver && this.#writeNow(DRAIN)) this.#taken();
      return true;
    });
    response.cork(() => startResponse(response, head));
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#isOver || this.#writeNow(bytes)) return;
    this.#stalled = setTimeout(() => this.close(), STALLED_MS);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#response.cork(() => this.#response.end(undefined, this.#isLast));
    this.#ended();
  }

  close(): void {
    if (!this.#isOver) this.#response.close();
  }

  /** The client went away: the response must not be touched any more. */
  gone(): void {
    this.#isOver = true;
    this.#taken();
  }

  /** Whether the connection takes more. */
  #writeNow(bytes: Uint8Array | string): boolean {
    let taken = true;
    this.#response.cork(() => {
      taken = this.#response.write(bytes);
    });
    return taken;
  }

  #taken(): void {
    clearTimeout(this.#stalled);
    this.#wake?.();
    this.#wake = undefined;
  }
}
