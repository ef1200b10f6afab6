/**
 * Sends a body no faster than its client takes it: `end()` would buffer the whole body, even when
 * the client takes nothing. A file is read piece by piece; unless it is kept, it is removed from its directory before
 * its first byte is sent.
 * Guarantees: at most `PIECE_BYTES` of a body in memory beside the bytes that the reader gave; the
 * connection of a client that takes nothing for 10 s (uWebSockets.js 20.49) or 30 s (20.57), or that
 * does not have the whole body after `DOWNLOAD_MS`, is closed.
 */
import type { HttpResponse } from "uWebSockets.js";
import { type FileHandle, open, unlink } from "node:fs/promises";
import type { TaskBody } from "../../contract/declare/reader_task.ts";

/** Bytes that are offered to a connection at once. */
const PIECE_BYTES = 2 ** 18;
/** The longest that sending one answer may take, milliseconds. */
export const DOWNLOAD_MS = 600_000;

/** The request that the body answers. */
export interface BodyTaker {
  readonly response: HttpResponse;
  /** Called when the client goes away. */
  onGone: (() => void) | undefined;
  /** The client took the whole body. */
  sent(): void;
  /** The body cannot be sent to its end. */
  abort(cause: unknown): void;
}

/** Sends the head and then the body. A file that cannot be read ends the connection. */
export function sendBody(taker: BodyTaker, body: TaskBody, writeHead: () => void): void {
  const client = new Client(taker.response);
  taker.onGone = () => client.gone();
  send(client, body, writeHead).then(
    (whole) => {
      if (whole) taker.sent();
    },
    (cause) => {
      if (!client.isGone) taker.abort(cause);
    },
  );
}

/** True when the client took the whole body, false when the client went away first. */
async function send(client: Client, body: TaskBody, writeHead: () => void): Promise<boolean> {
  const late = setTimeout(() => client.close(), DOWNLOAD_MS);
  const file = body.bytes === undefined ? await opened(body) : undefined;
  try {
    let offset = 0;
    let head: (() => void) | undefined = writeHead;
    while (!client.isGone) {
      const piece = await pieceAt(offset, body, file);
      if (client.isGone) break;
      const next = client.offer(piece, offset, body.size, head);
      head = undefined;
      if (next === "done") return true;
      offset = next === "full" ? await client.writable() : next;
    }
    return false;
  } finally {
    clearTimeout(late);
    await file?.close();
  }
}

/** The connection of a client, with what a body needs of it. */
class Client {
  readonly #response: HttpResponse;
  #isGone = false;
  #wake: ((offset: number) => void) | undefined;

  constructor(response: HttpResponse) {
    this.#response = response;
    response.onWritable((offset) => {
      this.#wake?.(offset);
      return true;
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  gone(): void {
    this.#isGone = true;
    this.#wake?.(0);
  }

  close(): void {
    if (!this.#isGone) this.#response.close();
  }

  /**
   * Offers a piece to the connection. Returns the offset of the next piece, "full" when the
   * connection takes no more now, "done" at the end of the body.
   */
  offer(piece: Uint8Array, offset: number, size: number, head: (() => void) | undefined) {
    const response = this.#response;
    let ok = false;
    let done = false;
    response.cork(() => {
      head?.();
      [ok, done] = response.tryEnd(piece, size);
    });
    if (done) return "done";
    return ok ? offset + piece.length : "full";
  }

  /** Resolves when the connection takes bytes again, with the offset of the next byte. */
  writable(): Promise<number> {
    return new Promise((resolve) => {
      this.#wake = (offset) => {
        this.#wake = undefined;
        resolve(offset);
      };
    });
  }
}

/** Removes the file of a body that nobody takes. A file that stays is removed at the next start. */
export function discardFile(body: TaskBody): void {
  if (body.bytes === undefined && !body.isKept) unlink(body.path).catch(() => {});
}

type FileBody = Extract<TaskBody, { path: string }>;

async function opened({ path, isKept }: FileBody): Promise<FileHandle> {
  const file = await open(path, "r");
  if (!isKept) await unlink(path);
  return file;
}

async function pieceAt(
  offset: number,
  body: TaskBody,
  file: FileHandle | undefined,
): Promise<Uint8Array> {
  const { size } = body;
  const length = Math.min(PIECE_BYTES, size - offset);
  if (body.bytes !== undefined || file === undefined) {
    return (body.bytes as Uint8Array).subarray(offset, offset + length);
  }
  const piece = Buffer.allocUnsafeSlow(length);
  const { bytesRead } = await file.read(piece, 0, length, (body.from ?? 0) + offset);
  if (bytesRead === length) return piece;
  throw new Error(`a body in a file ends at ${offset + bytesRead} of ${size} bytes`);
}
