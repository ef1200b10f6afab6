/**
 * The port of the edges, taken before they listen. They share it by SO_REUSEPORT, and so would any
 * other process of this user: it would take connections from the first without either noticing.
 * Guarantees: of several servers that start on one port at once, one gets it and the others are
 * refused; a port that the kernel chose is nobody else's at any moment.
 */

import uWS, { type us_listen_socket } from "uWebSockets.js";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { OptionError } from "../options.ts";

export type TakenPort = {
  port: number;
  /** To be called once every edge listens: whoever comes then finds the port busy. */
  onListening: () => void;
};

/**
 * Takes `port`, or one that the kernel chooses where it is 0. Throws `OptionError` where it cannot
 * be had.
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

/** Held from the choice until the edges have it; where somebody is quicker, another is chosen. */
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

/** Listens alone, which no other listener allows, and lets go; the port that it was. */
function probe(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (cause) => {
      const message = `cannot listen on ${host}:${port}: ${cause.message}`;
      reject(new OptionError(message, { cause }));
    });
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === "object" && address !== null ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}

/**
 * Listens as an edge does, so that edges can join and nobody else can. A port that the edge itself
 * asks the kernel for would not do: uWebSockets.js shares only a port that it is told.
 */
function hold(host: string, port: number): Promise<us_listen_socket | undefined> {
  return new Promise((resolve) => {
    uWS.App().listen(host, port, (socket) => resolve(socket === false ? undefined : socket));
  });
}

/**
 * One starting server a port, from the probe until its edges listen: resolves with how to let go. The
 * lock is a socket in Linux's abstract namespace, which the kernel closes with the process; it is of
 * the same network namespace as the port. Who waits is connected to it until it is let go.
 */
async function lockPort(port: number): Promise<() => void> {
  const path = `\0money-movement-port-${port}`;
  for (;;) {
    const waiting = new Set<Socket>();
    const server = createServer((socket) => {
      waiting.add(
        socket.on("error", () => socket.destroy()).on("close", () => waiting.delete(socket)),
      );
    });
    server.listen({ path });
    try {
      await once(server, "listening");
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EADDRINUSE") throw cause;
      await lockReleased(path);
      continue;
    }
    server.unref();
    return () => {
      server.close();
      for (const socket of waiting) socket.destroy();
    };
  }
}

/** Resolves when the process that holds the lock has let go of it, or has none any more. */
function lockReleased(path: string): Promise<void> {
  return new Promise((resolve) => {
    connect({ path })
      .on("error", () => {})
      .on("close", () => resolve())
      .resume();
  });
}
