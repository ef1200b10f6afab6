/**
 * What an actor and an edge ask of their thread: a later turn of its event loop, a timer, the
 * messages of a port. Asked for through this seam, so that the simulator can run the real mailbox
 * and courier under a clock and a network of its own.
 */
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";

/** One end of a channel between two threads, as far as we use it. A MessagePort is one. */
export interface Port {
  // biome-ignore lint/suspicious/noExplicitAny: a port carries what its two ends agree on
  on(event: "message", take: (message: any) => void): unknown;
  /** The other end has closed. */
  on(event: "close", take: () => void): unknown;
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  close(): void;
}

export interface EventLoop {
  /** Runs in a later turn, after what is already waiting. */
  soon(run: () => void): void;
  /** Runs once, `delayMs` milliseconds from now or a little later, unless it is called off. */
  after(delayMs: number, run: () => void): CallOff;
  /** The oldest message that the port holds and nobody has seen; undefined when there is none. */
  receive(port: Port): { message: unknown } | undefined;
}

/** Calls a timer off. Once it has run, does nothing. */
export type CallOff = () => void;

/** The event loop of the thread that asks. */
export const THREAD_EVENT_LOOP: EventLoop = {
  soon: setImmediate,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  receive: (port) => receiveMessageOnPort(port as MessagePort),
};
