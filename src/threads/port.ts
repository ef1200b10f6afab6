/**
 * Takes the port of the edges before they listen. Edges share the port by SO_REUSEPORT, and any
 * other process of this user could share it too and take some of the connections unnoticed.
 * Guarantees: of several servers that start on one port at once, one gets the port and the others
 * are refused; a port that the kernel chose is held until the edges listen on it.
 */
import type { us_listen_socket } from "uWebSockets.js";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OptionError } from "../base/option_error.ts";
import { uWS } from "../http/native_server.ts";
import { lockWhenFree } from "./process_lock.ts";

/** What helps whoever starts a server on a port that is not free. */
const FREE_IT =
  "stop that program, or take another port with --port (npm start -- --port 8081) or the variable PORT";

export type TakenPort = {
  port: number;
  /** To be called when every edge listens: from then on the edges themselves keep the port busy. */
  onListening: () => void;
};

/**
 * Takes `port`, or a port that the kernel chooses where `port` is 0. Throws `OptionError` where the
 * port is not free.
 */
export async function takePort(host: string, port: number): Promise<TakenPort> {
  if (port === 0) return await takeAny(host);
  const unlock = await lockPort(port);
  try {
    await probe(host, port);
  } catch (cause) {
    unlock();
    throw cause;
  }
  return { port, onListening: unlock };
}

/**
 * Chooses a port and holds it until the edges listen. Where another process takes the port in
 * between, chooses again.
 */
async function takeAny(host: string): Promise<TakenPort> {
  for (;;) {
    const port = await probe(host, 0);
    const unlock = await lockPort(port);
    const held = await probe(host, port).then(
      () => hold(host, port),
      () => undefined,
    );
    if (held === undefined) {
      unlock();
      continue;
    }
    const onListening = () => {
      uWS.us_listen_socket_close(held);
      unlock();
    };
    return { port, onListening };
  }
}

/**
 * Listens on the port exclusively, which fails while anybody else listens, and closes again.
 * Resolves with the port's number.
 */
function probe(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const isBusy = cause.code === "EADDRINUSE";
      const why = isBusy ? `another program has this port: ${FREE_IT}` : cause.message;
      reject(new OptionError(`cannot listen on ${host}:${port}: ${why}`, { cause }));
    });
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === "object" && address !== null ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}

/**
 * Listens as an edge does, so that edges can share the port and an exclusive listener cannot take
 * it. The edges could not ask the kernel for a port: uWebSockets.js shares only a port that it is
 * given.
 */
function hold(host: string, port: number): Promise<us_listen_socket | undefined> {
  return new Promise((resolve) => {
    uWS.App().listen(host, port, (socket) => resolve(socket === false ? undefined : socket));
  });
}

/**
 * Locks a port for one starting server, from the probe until its edges listen; resolves with the
 * function that unlocks.
 */
async function lockPort(port: number): Promise<() => void> {
  const name = `port-${port}`;
  const path = join(tmpdir(), `money-movement-${name}.lock`);
  const lock = await lockWhenFree({ name, path });
  return () => lock.close();
}
