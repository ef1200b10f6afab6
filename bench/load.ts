/**
 * Closed-loop load of the server's money routes: wrk where it is installed, else autocannon. Every
 * write has an Idempotency-Key of its own and moves 1 minor unit between two random accounts of one
 * group. Does not check the result of the writes: `seed.ts` adds up the balances.
 */
import { spawnSync } from "node:child_process";
import { runAutocannon } from "./autocannon.ts";
import { runWrk } from "./wrk.ts";

/** Accounts of one Product, and the key that moves money between them; of calls the ids of objects. */
export type Group = { apiKey: string; accountIds: readonly string[] };

/**
 * transfer: `POST /transfers`. hot: transfers that all have the first account on one side.
 * batch: `POST /transfers/batch`. balance: `GET /accounts/{accountId}/balance`. graphql: `POST
 * /graphql`, always the same body. page: a GET of `path`, always the same. call: a POST of the same body
 * to `path`; in both a random id of the group stands for `{id}`. message: a POST of the same body to `path`,
 * with further headers, always the same.
 */
export type Kind =
  | "transfer"
  | "hot"
  | "batch"
  | "balance"
  | "graphql"
  | "page"
  | "call"
  | "message";

/** The server and accounts that the load goes to. */
export type Target = {
  port: number;
  groups: readonly Group[];
  kind: Kind;
  batchItems?: number;
  /** The body of a graphql request, of a call, and of a message. */
  body?: string;
  /** The path and query of a page, and the path of a call and of a message, with the version. */
  path?: string;
  /** Further headers of a message. */
  headers?: Readonly<Record<string, string>>;
};
export type LoadShape = { connections: number; seconds: number };

/** One turn of load. Latencies in milliseconds, from sending a request to its whole reply. */
export type LoadResult = {
  requests: number;
  perSecond: number;
  /** Replies with a status outside 2xx. */
  refused: number;
  /** Connections that failed, and requests that got no answer in time. */
  failed: number;
  p50Ms: number;
  p90Ms: number;
  p99Ms: number;
  p999Ms: number;
  maxMs: number;
};

/**
 * A request without an answer after so many seconds has failed; the server's own deadline is 30 s.
 */
export const ANSWER_WAIT_SECONDS = 60;

export type Generator = "wrk" | "autocannon";

/**
 * wrk costs a quarter of what autocannon costs (15 against 65 us a request), on the cores that the
 * server needs too. With autocannon the generator is the bottleneck, and the figures are lower
 * bounds.
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

export type LoadFigures = { perSecond: number; p50Ms: number; p99Ms: number; p999Ms: number };

/**
 * A turn of one second on a busy machine may end without an answer; after so many such turns in a row
 * the server is taken for hanging.
 */
const EMPTY_TURNS_MAX = 10;

/**
 * A turn of load with the figures of a side; a turn without any answer is run again. Throws unless
 * every reply was a 2xx: otherwise the turn measured something else.
 */
export async function loadTurn(
  generator: Generator,
  target: Target,
  shape: LoadShape,
): Promise<LoadFigures> {
  const { perSecond, p50Ms, p99Ms, p999Ms } = await wholeTurn(generator, target, shape);
  return { perSecond, p50Ms, p99Ms, p999Ms };
}

/** The same with all that the generator tells of the turn. */
export async function wholeTurn(
  generator: Generator,
  target: Target,
  shape: LoadShape,
): Promise<LoadResult> {
  for (let empty = 0; ; empty++) {
    const result = await runLoad(generator, target, shape);
    const { requests, refused, failed } = result;
    if (refused > 0 || failed > 0 || empty === EMPTY_TURNS_MAX) {
      throw new Error(`of ${requests} requests ${refused} were refused and ${failed} failed`);
    }
    if (requests > 0) return result;
  }
}
