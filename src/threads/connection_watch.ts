/**
 * What main sees of the connections of clients and of the descriptors that they take, and tells the edges. The
 * library accepts a connection whenever there is one, and where no descriptor is left for it tries again and
 * again, with a whole core for each edge. So the edges stop to listen before that.
 * Guarantees: below a reserve of descriptors no edge takes connections; they take them again when there are as
 * many again, also after somebody has changed the limit of the running process, in either direction. While
 * they do not listen, the kernel refuses connections at once.
 * Does not close connections: those that are open are served on.
 */
import type { Logger } from "pino";
import { openProxies } from "../access/client_address.ts";
import type { CrowdedNetworks } from "../http/connection_gate.ts";
import type { Options } from "../options.ts";
import { connectionsByNetwork } from "./connection_table.ts";
import { descriptorsMax, openDescriptors } from "./descriptors.ts";

/** The reserve for files, mails, webhooks and threads: a part of the limit, between two numbers. */
const RESERVE_SHARE = 4;
const RESERVE_LEAST = 256;
const RESERVE_MOST = 4_096;
/** Below a limit of so many descriptors a start says how many connections there can be. */
const LIMIT_SMALL = 4_096;
/** Time between two looks at the descriptors, milliseconds: a flood opens a few hundred in it. */
const LOOK_EVERY_MS = 100;
/** Time between two looks at the kernel's table, milliseconds. */
const TABLE_EVERY_MS = 1_000;
/** The next look of either kind comes after so many times as long as one takes, at least. */
const PAUSE_FACTOR = 20;

/** What the system tells; each may throw where no descriptor is left. */
export type ConnectionSystem = {
  openDescriptors(): number;
  descriptorsMax(): number;
  /** Without those of configured proxies. */
  connectionsByNetwork(): Map<string, number>;
};

/** What the edges are told: whether they listen, and which networks have as many connections as they may. */
export type ConnectionOrders = { listens: boolean; crowded: CrowdedNetworks };

export type ConnectionWatchParts = {
  system: ConnectionSystem;
  /** The most connections of a network; 0 for any number. */
  max: number;
  tell: (orders: ConnectionOrders) => void;
  logger: Pick<Logger, "warn" | "info">;
  nowMs: () => number;
};

/** Whether the edges take connections; descriptors that are open, and how many there may be, infinite without a limit. */
export type ConnectionNumbers = {
  listens: boolean;
  openDescriptors: number;
  descriptorsMax: number;
};

/** The watch over the port of this process. */
export function connectionWatch(
  { options, port, logger }: { options: Options; port: number; logger: Logger },
  tell: ConnectionWatchParts["tell"],
): ConnectionWatch {
  const isProxy = openProxies(options.trustedProxies);
  const nowMs = () => performance.now();
  const system = {
    openDescriptors,
    descriptorsMax,
    connectionsByNetwork: () => connectionsByNetwork(port, isProxy),
  };
  return new ConnectionWatch({ system, max: options.limitConnections, tell, logger, nowMs });
}

/** The number of descriptors at which no more connections are taken. */
export function takenBelow(descriptorsMax: number): number {
  return descriptorsMax - reserveOf(descriptorsMax);
}

function reserveOf(descriptorsMax: number): number {
  if (descriptorsMax === Number.POSITIVE_INFINITY) return 0;
  const share = Math.max(RESERVE_LEAST, Math.floor(descriptorsMax / RESERVE_SHARE));
  return Math.min(RESERVE_MOST, share, Math.floor(descriptorsMax / 2));
}

export class ConnectionWatch {
  readonly #parts: ConnectionWatchParts;
  #timer: NodeJS.Timeout | undefined;
  #listens = true;
  #crowded: CrowdedNetworks = new Map();
  #open = 0;
  #max = Number.POSITIVE_INFINITY;
  /** When the next look is due. */
  #descriptorsAtMs = Number.NEGATIVE_INFINITY;
  #tableAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ConnectionWatchParts) {
    this.#parts = parts;
  }

  /** As it is now; what the system does not tell now is as it told it last. */
  get numbers(): ConnectionNumbers {
    this.#read();
    return { listens: this.#listens, openDescriptors: this.#open, descriptorsMax: this.#max };
  }

  /** To be called when all edges listen. Says where the limit of descriptors is small. */
  open(): void {
    this.look();
    if (this.#max < LIMIT_SMALL) {
      const connections = Math.max(0, takenBelow(this.#max) - this.#open);
      const message = `the system allows this process ${this.#max} open files: about ${connections} connections are taken at a time; raise the limit (ulimit -n, LimitNOFILE)`;
      this.#parts.logger.warn(message);
    }
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  look(): void {
    const isTold = this.#lookAtDescriptors();
    const isNew = this.#lookAtTable();
    if (isTold || isNew) {
      this.#parts.tell({ listens: this.#listens, crowded: this.#crowded });
    }
  }

  /** Whether the edges have something else to do since. */
  #lookAtDescriptors(): boolean {
    const { logger, nowMs } = this.#parts;
    const startedMs = nowMs();
    if (startedMs < this.#descriptorsAtMs) return false;
    const isLeft = this.#read();
    this.#descriptorsAtMs = this.#after(startedMs, 0);
    const most = takenBelow(this.#max);
    const below = this.#listens ? most : most - Math.floor(reserveOf(this.#max) / 2);
    const listens = isLeft && this.#open < below;
    if (listens === this.#listens) return false;
    this.#listens = listens;
    const numbers = { openDescriptors: this.#open, descriptorsMax: this.#max };
    if (listens) logger.info(numbers, "connections are taken again");
    else logger.warn(numbers, "no more connections are taken until descriptors are free");
    return true;
  }

  /** When a look comes after one that began then and ends now. */
  #after(startedMs: number, leastMs: number): number {
    const endedMs = this.#parts.nowMs();
    return endedMs + Math.max(leastMs, (endedMs - startedMs) * PAUSE_FACTOR);
  }

  /** False where no descriptor is left to read with. */
  #read(): boolean {
    const { system } = this.#parts;
    const isOpenRead = isRead(() => {
      this.#open = system.openDescriptors();
    });
    const isMaxRead = isRead(() => {
      this.#max = system.descriptorsMax();
    });
    return isOpenRead && isMaxRead;
  }

  /** Whether other networks are crowded since. Nobody has more connections than there are descriptors. */
  #lookAtTable(): boolean {
    const { system, max, nowMs } = this.#parts;
    const startedMs = nowMs();
    if (max === 0 || startedMs < this.#tableAtMs) return false;
    const crowded = new Map<string, number>();
    if (this.#open >= max) {
      const isLeft = isRead(() => {
        for (const [network, count] of system.connectionsByNetwork()) {
          if (count >= max) crowded.set(network, count);
        }
      });
      if (!isLeft) return false;
    }
    this.#tableAtMs = this.#after(startedMs, TABLE_EVERY_MS);
    const isNew = crowded.size > 0 || this.#crowded.size > 0;
    this.#crowded = crowded;
    return isNew;
  }
}

/** False where no descriptor is left to read with. */
function isRead(read: () => void): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
