/**
 * Load of `POST /v1/transfers`: wrk where it is installed, else autocannon. Every request has an
 * Idempotency-Key of its own and moves 1 minor unit between two random accounts.
 * Does not check what the transfers did: `seed.ts` adds the balances up.
 */
import { spawnSync } from "node:child_process";
import { runAutocannon } from "./autocannon.ts";
import { runWrk } from "./wrk.ts";

/** What the load is aimed at. */
export type Target = { port: number; apiKey: string; accountIds: readonly string[] };
export type LoadShape = { connections: number; seconds: number };

/** One turn of load. Latencies in milliseconds, from sending a request to its whole reply. */
export type LoadResult = {
  requests: number;
  perSecond: number;
  /** Replies with a status outside 2xx. */
  refused: number;
  /** Connections that failed, and requests without an answer in time. */
  failed: number;
  p50Ms: number;
  p90Ms: number;
  p99Ms: number;
  p999Ms: number;
  maxMs: number;
};

export type Generator = "wrk" | "autocannon";

/**
 * wrk costs a quarter of what autocannon does (15 against 65 us a request), on the cores that the
 * server needs. With autocannon the generator is the bottleneck and the figures are lower bounds.
 */
export function chooseGenerator(): Generator {
  return spawnSync("wrk", ["-v"], { stdio: "ignore" }).error === undefined ? "wrk" : "autocannon";
}

/** One turn of load; resolves when it has ended. Rejects when the generator itself fails. */
export function runLoad(
  generator: Generator,
  target: Target,
  shape: LoadShape,
): Promise<LoadResult> {
  return generator === "wrk" ? runWrk(target, shape) : runAutocannon(target, shape);
}
