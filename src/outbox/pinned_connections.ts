/**
 * Connections to addresses that were checked. A connection belongs to one origin and one address,
 * and its connector is given the address, so no name is resolved here, by any path. A connection serves one
 * attempt at a time, so that ending an attempt ends nothing else. After a whole answer the connection is
 * kept for the next attempt whose own check named the same address.
 * A client of undici is one connection: it makes its socket at the first request, and anew, with the
 * same connector, where the receiver closed the socket while nothing was under way.
 * Does not check addresses, and has no time limit of its own but the one for idle connections.
 */
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type buildConnector, Client } from "undici";
import type { WebhookTarget } from "../contract/values/webhook_url.ts";

/** Idle connections that are kept, over all receivers; the one that was idle longest goes first. */
export const IDLE_CONNECTIONS_MAX = 1_024;
/** How long one is kept where the receiver does not say, milliseconds; many close after 5 s. */
const IDLE_MS = 4_000;
/** The longest that one is kept where the receiver says how long it keeps it, milliseconds. */
const IDLE_MS_MAX = 60_000;
/** Bytes of the head of an answer. */
const HEAD_BYTES_MAX = 16_384;

export type ConnectFault = "connection_failed" | "tls_failed";

export type Connection = {
  readonly client: Client;
  readonly key: string;
  /** The present socket; a client makes a new one where the receiver closed it while idle. */
  socket: Socket | undefined;
  /** Whole answers that came over the present socket. */
  answers: number;
  /** The longest that connecting may take, with TLS, milliseconds; absent: as long as the attempt. */
  connectMs: number | undefined;
  /** Why there is no socket. */
  fault: ConnectFault | undefined;
  /** Called after undici has read what came. */
  onRead: (() => void) | undefined;
};

export type ConnectionsOptions = { ca?: string | undefined; idleMax?: number | undefined };

/** The connections of one client: those that are used, and the idle ones that are kept. */
export class PinnedConnections {
  readonly #ca: string | undefined;
  readonly #idleMax: number;
  readonly #all = new Set<Connection>();
  readonly #idleByKey = new Map<string, Connection[]>();
  /** All idle connections, the one that has been idle longest first. */
  readonly #idle = new Set<Connection>();

  constructor({ ca, idleMax = IDLE_CONNECTIONS_MAX }: ConnectionsOptions) {
    this.#ca = ca;
    this.#idleMax = idleMax;
  }

  /** Open connections and those being opened; and how many of them are idle. */
  get counts(): { open: number; idle: number } {
    return { open: this.#all.size, idle: this.#idle.size };
  }

  /** An idle connection to this origin at this address, or a new one. */
  take(target: WebhookTarget, address: string, connectMs: number | undefined): Connection {
    const connection = this.#idleByKey.get(keyOf(target, address))?.at(-1);
    if (connection === undefined) return this.open(target, address, connectMs);
    this.#removeIdle(connection);
    connection.connectMs = connectMs;
    return connection;
  }

  /** A new connection. `address` is the text of an IP address. */
  open(target: WebhookTarget, address: string, connectMs: number | undefined): Connection {
    const connection: Connection = {
      client: new Client(target.origin, {
        connect: (_, callback) => this.#connect(connection, target, address, callback),
        pipelining: 1,
        keepAliveTimeout: IDLE_MS,
        keepAliveMaxTimeout: IDLE_MS_MAX,
        maxHeaderSize: HEAD_BYTES_MAX,
        // The attempt has a deadline over all of it.
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
      key: keyOf(target, address),
      socket: undefined,
      answers: 0,
      connectMs,
      fault: undefined,
      onRead: undefined,
    };
    connection.client.on("connect", () => {
      // After undici's own listener, which reads.
      connection.socket?.on("readable", () => connection.onRead?.());
    });
    connection.client.on("disconnect", () => {
      if (this.#idle.has(connection)) void this.drop(connection);
    });
    this.#all.add(connection);
    return connection;
  }

  /** Takes back a connection after a whole answer; one that the receiver has closed is dropped. */
  give(connection: Connection): void {
    connection.onRead = undefined;
    connection.answers++;
    if (connection.socket?.destroyed !== false) {
      void this.drop(connection);
      return;
    }
    this.#idle.add(connection);
    const same = this.#idleByKey.get(connection.key);
    if (same === undefined) this.#idleByKey.set(connection.key, [connection]);
    else same.push(connection);
    const [oldest] = this.#idle.size > this.#idleMax ? this.#idle : [];
    if (oldest !== undefined) void this.drop(oldest);
  }

  /** Closes a connection, whatever it is doing. Returns when it is closed. */
  async drop(connection: Connection): Promise<void> {
    connection.onRead = undefined;
    this.#all.delete(connection);
    this.#removeIdle(connection);
    connection.socket?.destroy();
    await connection.client.destroy().catch(() => {});
  }

  /** Closes all of them. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((connection) => this.drop(connection)));
  }

  #removeIdle(connection: Connection): void {
    if (!this.#idle.delete(connection)) return;
    const same = this.#idleByKey.get(connection.key) ?? [];
    same.splice(same.indexOf(connection), 1);
    if (same.length === 0) this.#idleByKey.delete(connection.key);
  }

  #connect(
    connection: Connection,
    target: WebhookTarget,
    address: string,
    callback: buildConnector.Callback,
  ): void {
    const { isHttps, port } = target;
    const socket = isHttps
      ? connectTls({
          host: address,
          port,
          // A certificate is checked against the name; against the address where that is the host.
          ...(target.address === undefined && { servername: target.hostname }),
          ...(this.#ca !== undefined && { ca: this.#ca }),
          ALPNProtocols: ["http/1.1"],
          // Said here, because a variable of the environment can change the default.
          rejectUnauthorized: true,
        })
      : connectTcp({ host: address, port });
    connection.socket = socket;
    connection.answers = 0;
    connection.fault = undefined;
    let isConnected = false;
    let isLate = false;
    let isOver = false;
    const timer = onceAfter(connection.connectMs, () => {
      isLate = true;
      socket.destroy();
    });
    const end = (fault: Error | undefined) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (fault === undefined) {
        callback(null, socket);
        return;
      }
      connection.fault = isConnected && !isLate ? "tls_failed" : "connection_failed";
      callback(new Error("no connection", { cause: fault }), null);
    };
    socket.setNoDelay(true);
    socket.once("connect", () => {
      isConnected = true;
      if (!isHttps) end(undefined);
    });
    if (isHttps) socket.once("secureConnect", () => end(undefined));
    socket.on("error", (fault) => end(fault));
    socket.once("close", () => end(new Error("closed while connecting")));
  }
}

function onceAfter(ms: number | undefined, run: () => void): NodeJS.Timeout | undefined {
  return ms === undefined ? undefined : setTimeout(run, ms);
}

function keyOf({ origin }: WebhookTarget, address: string): string {
  return `${origin} ${address}`;
}
