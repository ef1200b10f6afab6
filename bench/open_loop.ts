/**
 * Load at a constant rate, however slow the server is: a latency counts from the moment at which the
 * request was due, so a stall counts for all requests that were due meanwhile (no coordinated
 * omission). The driver of `npm run load` sends the load, in this process.
 */
import { randomUUID } from "node:crypto";
import { newBook } from "../scripts/load/book.ts";
import { drive } from "../scripts/load/drive.ts";
import { type LoadOptions, parseLoadOptions } from "../scripts/load/options.ts";
import { newTally } from "../scripts/load/tally.ts";
import { type LoadRequest, newWorkload, type Workload } from "../scripts/load/workload.ts";
import type { Bank } from "./bank.ts";
import type { LoadFigures } from "./load.ts";

/** A text in the answer to a query that failed, or failed in part. */
const GRAPHQL_ERRORS = '"errors":[{';

export type OpenLoopShape = { rate: number; seconds: number; connections: number };
export type OpenLoopFigures = LoadFigures & { unsent: number };

/** Sends transfers among the bank's accounts. Throws at an answer that is not a success. */
export async function openLoopOfTransfers(
  bank: Bank,
  shape: OpenLoopShape,
): Promise<OpenLoopFigures> {
  const options = optionsOf(bank, shape);
  const { accountIds } = bank.group;
  const { productId } = bank.server.demo;
  const workload = newWorkload({ productId, accountIds, clockMs: Date.now() }, options);
  return await driveAll(workload, options);
}

/** Length of one measurement of latencies beside work, seconds; the worst one counts. */
const WINDOW_SECONDS = 10;

/** The p99 of transfers at a rate while `work` goes on, that of the worst window; and how long the work took. */
export async function worstBeside(
  bank: Bank,
  shape: Omit<OpenLoopShape, "seconds">,
  work: () => Promise<void>,
): Promise<{ p99Ms: number; workMs: number }> {
  const beganMs = performance.now();
  let workMs: number | undefined;
  const worked = work().finally(() => {
    workMs = performance.now() - beganMs;
  });
  // What it rejects with is thrown below, when no window is under way.
  worked.catch(() => {});
  let p99Ms = 0;
  do {
    const window = await openLoopOfTransfers(bank, { ...shape, seconds: WINDOW_SECONDS });
    p99Ms = Math.max(p99Ms, window.p99Ms);
  } while (workMs === undefined);
  await worked;
  return { p99Ms, workMs };
}

export type Read = Pick<LoadRequest, "method" | "path" | "body">;

/** Sends the reads that `next` returns. A GraphQL answer with errors is not a success. */
export async function openLoopOfReads(
  bank: Bank,
  shape: OpenLoopShape,
  next: () => Read,
): Promise<OpenLoopFigures> {
  const options = optionsOf(bank, shape);
  const workload: Workload = {
    book: newBook(0, 0),
    // The driver sends an idempotency key with every POST; a read ignores it.
    next: () => ({ step: { kind: "balance" }, idempotencyKey: randomUUID(), ...next() }),
    accept(_, body) {
      if (body.includes(GRAPHQL_ERRORS)) throw new Error(`with errors: ${body.toString()}`);
      return {};
    },
  };
  return await driveAll(workload, options);
}

async function driveAll(workload: Workload, options: LoadOptions): Promise<OpenLoopFigures> {
  const tally = newTally();
  const driven = await drive({ workload, options, tally, onSecond: () => undefined });
  if (tally.unexpected > 0 || driven.unknown.length > 0 || driven.stoppedBy !== undefined) {
    const outcomes = [...tally.outcomes].map(([name, count]) => `${count} ${name}`).join(", ");
    throw new Error(`not all was answered with success: ${outcomes}`);
  }
  const { latency } = tally;
  return {
    perSecond: (latency.count() * 1_000) / driven.elapsedMs,
    p50Ms: latency.percentile(50) / 1_000,
    p99Ms: latency.percentile(99) / 1_000,
    p999Ms: latency.percentile(99.9) / 1_000,
    unsent: driven.unsent,
  };
}

function optionsOf({ server }: Bank, { rate, seconds, connections }: OpenLoopShape): LoadOptions {
  const url = `http://127.0.0.1:${server.port}`;
  const options = parseLoadOptions(
    [
      ...["--url", url, "--key", server.demo.apiKey, "--rate", String(Math.max(1, rate))],
      ...["--duration", String(seconds), "--connections", String(connections)],
    ],
    {},
  );
  if (options === "help") throw new Error("no help was asked for");
  return options;
}
