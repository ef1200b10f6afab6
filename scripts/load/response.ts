/**
 * Reads HTTP/1.1 responses from the bytes of a connection: by Content-Length, or chunked, as some
 * proxies answer. Does not read a body that ends with the connection, or an interim response.
 */

export type Response = {
  status: number;
  /** Status line and headers, unchanged. */
  head: string;
  body: Buffer;
  /** The number of bytes of `received` that the response takes. */
  bytes: number;
};

/** No response of the server has a longer head, bytes. */
const HEAD_BYTES_MAX = 65_536;
const HEAD_END = Buffer.from("\r\n\r\n");
const NO_BODY = Buffer.alloc(0);

/**
 * The response at the start of `received`, or undefined while it is not whole; its body is a view.
 * Throws when `received` is no response of HTTP/1.1, or when the length of the body is unknown.
 */
export function takeResponse(received: Buffer): Response | undefined {
  const headBytes = received.indexOf(HEAD_END);
  if (headBytes < 0) {
    if (received.length > HEAD_BYTES_MAX) throw new Error("the head of a response does not end");
    return undefined;
  }
  const head = received.toString("latin1", 0, headBytes);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no response: ${head.slice(0, 100)}`);
  const start = headBytes + HEAD_END.length;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    if (received.length < end) return undefined;
    return { status, head, body: received.subarray(start, end), bytes: end };
  }
  if (status === 204 || status === 304) return { status, head, body: NO_BODY, bytes: start };
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return chunked(received, status, head, start);
  throw new Error(`a response of unknown length: ${head.slice(0, 100)}`);
}

/** The value of a header; `name` in lower case. */
export function headerOf({ head }: Pick<Response, "head">, name: string): string | undefined {
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    if (line.slice(0, colon).toLowerCase() === name) return line.slice(colon + 1).trim();
  }
  return undefined;
}

/** RFC 9112, section 7.1: "chunk-size … CRLF chunk-data CRLF"; size 0 ends it. No trailers. */
function chunked(
  received: Buffer,
  status: number,
  head: string,
  start: number,
): Response | undefined {
  const parts: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = received.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(received.toString("latin1", at, lineEnd), 16);
    if (!(size >= 0)) throw new Error("a chunk without a size");
    const dataEnd = lineEnd + 2 + size;
    if (received.length < dataEnd + 2) return undefined;
    if (size > 0) parts.push(received.subarray(lineEnd + 2, dataEnd));
    at = dataEnd + 2;
    if (size === 0) return { status, head, body: Buffer.concat(parts), bytes: at };
  }
}
