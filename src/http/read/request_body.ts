/**
 * Collects the body of a request as it arrives. The memory behind a chunk belongs to the server's
 * library and is valid during the call only, so chunks are copied into one buffer that doubles: a
 * body in a million pieces costs no more than its bytes.
 */
import type { HttpResponse } from "uWebSockets.js";
// The global of this name is a getter, which costs each body as much as a look-up.
import { Buffer } from "node:buffer";

/**
 * How many bytes of a body that is too large are read and thrown away, for how many milliseconds in all,
 * and for how many without a byte. A connection that is closed with unread bytes is reset, and a
 * client that still writes never sees the answer (RFC 9112, 9.6). The answer leaves behind them, because
 * uWebSockets.js gives no hold of a connection whose answer was sent: it could not be closed any more.
 * Most senders have sent their body within all limits.
 */
export const DISCARD_BYTES_MAX = 8 * 1_048_576;
export const DISCARD_MS_MAX = 10_000;
export const DISCARD_QUIET_MS_MAX = 1_000;

export type BodyTaker = {
  /** The whole body; valid during the call. */
  onBody(body: Buffer): void;
  /**
   * More than `bytesMax` bytes came, and the rest was discarded. Called once, and `onBody` is not
   * called then.
   */
  onTooLarge(): void;
  /** The first piece came, and it is not the last piece. */
  onPart(): void;
};

export function receiveBody(response: HttpResponse, bytesMax: number, taker: BodyTaker): void {
  let collected: Buffer | undefined;
  let length = 0;
  let discard: ReturnType<typeof discarder> | undefined;
  response.onData((chunk, isLast) => {
    if (discard === undefined && length + chunk.byteLength > bytesMax) {
      collected = undefined;
      discard = discarder(taker.onTooLarge);
    }
    if (discard !== undefined) {
      discard(chunk.byteLength, isLast);
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

/** Reads a body that is known to be too large, then calls `done`, once. */
export function discardBody(response: HttpResponse, done: () => void): void {
  const discard = discarder(done);
  response.onData((chunk, isLast) => discard(chunk.byteLength, isLast));
}

/**
 * Takes the sizes of discarded pieces; calls `done` once, at the last piece or at one of the
 * limits.
 */
function discarder(done: () => void): (bytes: number, isLast: boolean) => void {
  let discarded = 0;
  let isDone = false;
  const finish = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(inAll);
    clearTimeout(quiet);
    done();
  };
  const inAll = setTimeout(finish, DISCARD_MS_MAX);
  let quiet = setTimeout(finish, DISCARD_QUIET_MS_MAX);
  return (bytes, isLast) => {
    discarded += bytes;
    if (isDone) return;
    clearTimeout(quiet);
    if (isLast || discarded > DISCARD_BYTES_MAX) finish();
    else quiet = setTimeout(finish, DISCARD_QUIET_MS_MAX);
  };
}

/** A buffer that starts with the first `length` bytes of `buffer` and has room for `more` bytes. */
function withRoom(buffer: Buffer | undefined, length: number, more: number): Buffer {
  if (buffer !== undefined && buffer.length >= length + more) return buffer;
  const next = Buffer.allocUnsafe(Math.max(4_096, 2 * length, length + more));
  buffer?.copy(next, 0, 0, length);
  return next;
}
