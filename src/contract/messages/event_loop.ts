/**
 * What a shard and an edge need from their thread: a later turn of its event loop, a timer, the
 * messages of a port. They use this interface, so that the simulator can run the real mailbox and
 * courier with its own clock and network.
 */
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";

/** One end of a channel between two threads: the part of `MessagePort` that the platform uses. */
export interface Port {
  // biome-ignore lint/suspicious/noExplicitAny: a port carries what its two ends agree on
  on(event: "message", take: (message: any) => void): unknown;
  /** Called when the other end has closed. */
  on(event: "close", take: () => void): unknown;
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  close(): void;
}

export interface EventLoop {
  /** Runs `run` in a later turn, after everything that is already waiting. */
  soon(run: () => void): void;
  /** Runs `run` once, after `delayMs` milliseconds or a little later, unless it is cancelled. */
  after(delayMs: number, run: () => void): CallOff;
  /** The oldest message of the port that was not received yet; undefined when there is none. */
  receive(port: Port): { message: unknown } | undefined;
}

/** Cancels a timer. Does nothing once the timer has run. */
export type CallOff = () => void;

/** The event loop of the thread that uses it. */
export const THREAD_EVENT_LOOP: EventLoop = {
  soon: setImmediate,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  receive: (port) => receiveMessageOnPort(port as MessagePort),
};
