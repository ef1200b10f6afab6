/**
 * Collects the body of a request as it arrives. The server's memory behind a chunk is gone after
 * the call, so what must wait is copied into one buffer that doubles: a body in a million pieces
 * costs no more than its bytes.
 */
import type { HttpResponse } from "uWebSockets.js";

export type BodyTaker = {
  /** The whole body; valid during the call. */
  onBody(body: Buffer): void;
  /** More than `bytesMax` bytes came. Called once; nothing else is. */
  onTooLarge(): void;
  /** A first piece came and it is not the last. */
  onPart(): void;
};

export function receiveBody(response: HttpResponse, bytesMax: number, taker: BodyTaker): void {
  let collected: Buffer | undefined;
  let length = 0;
  let refused = false;
  response.onData((chunk, isLast) => {
    if (refused) return;
    if (length + chunk.byteLength > bytesMax) {
      refused = true;
      collected = undefined;
      taker.onTooLarge();
      return;
    }
    if (isLast && collected === undefined) {
      taker.onBody(Buffer.from(chunk));
      return;
    }
    if (collected === undefined) taker.onPart();
    collected = withRoom(collected, length, chunk.byteLength);
    Buffer.from(chunk).copy(collected, length);
    length += chunk.byteLength;
    if (isLast) taker.onBody(collected.subarray(0, length));
  });
}

/** A buffer that starts with the first `length` bytes of `buffer` and has room for `more`. */
function withRoom(buffer: Buffer | undefined, length: number, more: number): Buffer {
  if (buffer !== undefined && buffer.length >= length + more) return buffer;
  const next = Buffer.allocUnsafe(Math.max(4_096, 2 * length, length + more));
  buffer?.copy(next, 0, 0, length);
  return next;
}
