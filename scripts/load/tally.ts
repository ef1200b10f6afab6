/** Counts the answers by status and code, and the time that they took. */
import { codeOf } from "./client.ts";
import { type Histogram, newHistogram } from "./histogram.ts";

export type Tally = {
  latency: Histogram;
  /** Latencies of the present second. */
  recent: Histogram;
  /** How late requests of an open loop were sent although a connection was free. */
  lag: Histogram;
  /** Counts by "201" or "409 insufficient_balance", or by the fault that replaced the answer. */
  outcomes: Map<string, number>;
  /** Items of batches that were not posted, by code. */
  refusedItems: Map<string, number>;
  /** The number of outcomes and items that the caller did not expect. */
  unexpected: number;
};

export function newTally(): Tally {
  return {
    latency: newHistogram(),
    recent: newHistogram(),
    lag: newHistogram(),
    outcomes: new Map(),
    refusedItems: new Map(),
    unexpected: 0,
  };
}

export function countOutcome(tally: Tally, outcome: string, isExpected: boolean): void {
  tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1);
  if (!isExpected) tally.unexpected++;
}

export function countItems(
  tally: Tally,
  items: ReadonlyMap<string, number>,
  isExpected: (code: string) => boolean,
): void {
  for (const [code, count] of items) {
    tally.refusedItems.set(code, (tally.refusedItems.get(code) ?? 0) + count);
    if (!isExpected(code)) tally.unexpected += count;
  }
}

/** The name of an answer among the outcomes. */
export function outcomeOf(status: number, body: Buffer): string {
  if (status < 400) return String(status);
  return `${status} ${codeOf(body.toString()) ?? "without a code"}`;
}
