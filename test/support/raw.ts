/**
 * A bare TCP connection to a server, for requests that no HTTP client would send. Reads whole
 * responses by their Content-Length, and tells when the server has closed the connection.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export type RawReply = { status: number; head: string; body: string };

export type RawConnection = {
  socket: Socket;
  /** Resolves when the bytes were handed to the system. */
  send(bytes: string | Buffer): Promise<void>;
  /** The next whole response, or undefined when the connection closes before one is complete. */
  next(options?: { withoutBody?: boolean }): Promise<RawReply | undefined>;
  /** The received bytes that belong to no whole response. */
  rest(): string;
  /** Resolves when the other side has closed. */
  closed: Promise<void>;
  /** Ends the connection with FIN. */
  end(): void;
  /** Ends the connection with RST. */
  reset(): void;
};

export async function openRaw(
  port: number,
  from: { localAddress?: string; host?: string } = {},
): Promise<RawConnection> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true, ...from });
  await once(socket, "connect");
  let received = Buffer.alloc(0);
  let isClosed = false;
  let wake = () => {};
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => {
    const done = () => {
      isClosed = true;
      wake();
      resolve();
    };
    socket.once("end", done);
    socket.once("close", done);
  });

  function take(withoutBody: boolean): RawReply | undefined {
    const headEnd = received.indexOf("\r\n\r\n");
    if (headEnd < 0) return undefined;
    const head = received.subarray(0, headEnd).toString("latin1");
    const length = Number(/^content-length: *(\d+)$/im.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + (withoutBody ? 0 : length);
    if (received.length < end) return undefined;
    const body = received.subarray(headEnd + 4, end).toString("utf8");
    received = received.subarray(end);
    return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body };
  }

  return {
    socket,
    closed,
    send: (bytes) =>
      new Promise((resolve) => {
        socket.write(bytes, () => resolve());
      }),
    async next({ withoutBody = false } = {}) {
      for (;;) {
        const reply = take(withoutBody);
        if (reply !== undefined || isClosed) return reply;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    rest: () => received.toString("utf8"),
    end: () => socket.end(),
    // A socket that is ending cannot be reset: libuv refuses it (uv_tcp_close_reset, "shutdown"), and the process never exits.
    reset: () => (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy()),
  };
}

/**
 * Sends the first line in one packet, which is all that an old build of the server's library takes (decision
 * 0108), and every byte behind the first line in a packet of its own.
 */
export async function sendBytewise(connection: RawConnection, text: string): Promise<void> {
  const second = text.indexOf("\n") + 1;
  await connection.send(text.slice(0, second));
  for (const byte of text.slice(second)) await connection.send(byte);
}

/** The text of a request; with a `body` it has a Content-Length, unless a header says otherwise. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): string {
  const lines = [`${method} ${path} HTTP/1.1`, "Host: localhost"];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const framed = names.includes("content-length") || names.includes("transfer-encoding");
  if (body !== undefined && !framed) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}
