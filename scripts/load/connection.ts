/**
 * One keep-alive connection with at most one request under way: raw bytes over a socket, because a
 * general HTTP client takes several times as much of the cores, which the server needs.
 */
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { headerOf, type Response, takeResponse } from "./response.ts";
import type { LoadRequest } from "./workload.ts";

export type Connection = {
  /** Sends one request. Its answer, or the loss of the connection, goes to the handlers. */
  send(request: LoadRequest): void;
  /** Ends the connection; no handler is called any more. */
  close(): void;
};

export type ConnectionHandlers = {
  /**
   * `isLast`: the server closes the connection after this response. The body is valid in this call.
   */
  onResponse(response: Response, isLast: boolean): void;
  /** The connection is lost, and its request gets no answer. Called once, or never. */
  onLost(why: Error): void;
};

const CONNECT_WAIT_MS = 10_000;

/** Resolves with an open connection; rejects when the server does not accept the connection. */
export function openConnection(
  { baseUrl, apiKey }: { baseUrl: URL; apiKey: string },
  handlers: ConnectionHandlers,
): Promise<Connection> {
  const isTls = baseUrl.protocol === "https:";
  const host = baseUrl.hostname.replace(/^\[|\]$/g, "");
  const port = Number(baseUrl.port) || (isTls ? 443 : 80);
  const common = `\r\nHost: ${baseUrl.host}\r\nAuthorization: Bearer ${apiKey}`;
  const { pathname } = baseUrl;
  return new Promise((resolve, reject) => {
    const socket: Socket = isTls
      ? connectTls({ host, port, servername: host, ALPNProtocols: ["http/1.1"] })
      : connectPlain({ host, port });
    socket.setNoDelay(true);
    socket.setTimeout(CONNECT_WAIT_MS, () => socket.destroy(new Error("no connection in time")));
    socket.once("error", reject);
    socket.once(isTls ? "secureConnect" : "connect", () => {
      socket.off("error", reject);
      socket.setTimeout(0);
      const close = receive(socket, handlers);
      resolve({
        send: (request) => socket.write(requestText(request, pathname, common), "latin1"),
        close,
      });
    });
  });
}

function requestText(request: LoadRequest, prefix: string, common: string): string {
  const { method, path, body, idempotencyKey } = request;
  if (method === "GET") return `GET ${prefix}${path} HTTP/1.1${common}\r\n\r\n`;
  return (
    `POST ${prefix}${path} HTTP/1.1${common}\r\nContent-Type: application/json` +
    `\r\nContent-Length: ${body.length}\r\nIdempotency-Key: ${idempotencyKey}\r\n\r\n${body}`
  );
}

/** Passes responses to the handlers; returns a function that closes the connection silently. */
function receive(socket: Socket, handlers: ConnectionHandlers): () => void {
  let rest: Buffer | undefined;
  let isOver = false;
  const lose = (why: Error): void => {
    if (isOver) return;
    isOver = true;
    socket.destroy();
    handlers.onLost(why);
  };
  socket.on("data", (chunk: Buffer) => {
    if (isOver) return;
    const received = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    let response: Response | undefined;
    try {
      response = takeResponse(received);
      if (response !== undefined && response.bytes !== received.length) {
        throw new Error("more came than one answer to one request");
      }
    } catch (cause) {
      return lose(cause as Error);
    }
    rest = response === undefined ? received : undefined;
    if (response === undefined) return;
    const isLast = headerOf(response, "connection")?.toLowerCase() === "close";
    handlers.onResponse(response, isLast);
  });
  socket.on("error", lose);
  socket.on("close", () => lose(new Error("the server closed the connection")));
  socket.on("end", () => lose(new Error("the server closed the connection")));
  return () => {
    isOver = true;
    socket.destroy();
  };
}
