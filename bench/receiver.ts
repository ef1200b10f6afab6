/** A receiver of webhooks in a process of its own, and what it has counted. */
import { once } from "node:events";
import { join } from "node:path";
import { forkWith } from "./child.ts";

/**
 * What a receiver has got since it was asked the last time. Delays run from the time of an event until
 * its delivery has arrived, milliseconds; those of receivers that never answer are left out.
 */
export type Received = { deliveries: number; unsigned: number; p50Ms: number; p99Ms: number };

/** The sequences that are asked for, both ends included. */
export type SequenceRange = { from: number; upTo: number };
/**
 * Which events of a path have come at all. `highest`: the highest sequence. `missing`: how many of the
 * range have not come. `twice`: how many of all have come more often than once.
 */
export type Sequences = { highest: number; missing: number; twice: number };

/** Paths of receivers that never answer begin with this. */
export const DEAD_PATH = "/dead/";

export type Asked =
  | { ask: "count" }
  | { ask: "received" }
  | ({ ask: "sequences"; path: string } & SequenceRange)
  | { ask: "hold"; isHeld: boolean };

export type Receiver = {
  /** The URL of a path. */
  urlOf(path: string): string;
  /** How many deliveries have come since the last call of `received`. */
  count(): Promise<number>;
  /** What has come since the last call. */
  received(): Promise<Received>;
  sequences(path: string, range: SequenceRange): Promise<Sequences>;
  /** While it holds, it answers nothing; then it answers all that waits. */
  hold(isHeld: boolean): Promise<void>;
  stop(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const file = join(import.meta.dirname, "receiver_process.ts");
  const { answer, child, stop } = await forkWith<{ port: number }>(file, {});
  let last: Promise<unknown> = Promise.resolve();
  const ask = <T>(asked: Asked): Promise<T> => {
    // One question at a time: the next message is the answer.
    const next = last.then(async () => {
      const answered = once(child, "message");
      child.send(asked);
      const [said] = await answered;
      return said as T;
    });
    last = next;
    return next;
  };
  return {
    urlOf: (path) => `http://127.0.0.1:${answer.port}${path}`,
    count: async () => (await ask<{ count: number }>({ ask: "count" })).count,
    received: () => ask({ ask: "received" }),
    sequences: (path, range) => ask({ ask: "sequences", path, ...range }),
    hold: async (isHeld) => void (await ask({ ask: "hold", isHeld })),
    stop,
  };
}
