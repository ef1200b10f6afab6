/** What an edge counts, as plain numbers. The main thread turns them into Prometheus text. */
import type { Budget } from "../../access/gate.ts";
import type { Edge } from "../edge.ts";
import type { Tally } from "./tally.ts";

export type TallyMetrics = {
  operation: string;
  byStatus: [number, number][];
  byCode: [string, number][];
  durations: number[];
  durationSumMs: number;
};

export type EdgeMetrics = {
  edge: number;
  underWay: number;
  /** Requests with each shard: the shards in their order, and the platform shard. */
  mailboxes: [shard: number, underWay: number][];
  tallies: TallyMetrics[];
  /** Connections that were closed because their network had too many, at once or with an answer. */
  connectionsRefused: number;
  /** How many requests were refused because a budget was spent, by budget. */
  rateLimited: Readonly<Record<Budget, number>>;
  /** Requests that the log of requests took, and requests that it lost. */
  requestLog: Readonly<{ recorded: number; dropped: number }>;
};

export function edgeMetrics(edge: Edge, number: number): EdgeMetrics {
  const tallies = edge.routes
    .filter(({ tally }) => tally.byStatus.size > 0)
    .map(({ id, tally }) => tallyMetrics(id, tally));
  if (edge.unmatched.byStatus.size > 0) tallies.push(tallyMetrics("unmatched", edge.unmatched));
  return {
    edge: number,
    underWay: edge.underWay - edge.documentsUnderWay,
    mailboxes: mailboxesOf(edge),
    tallies,
    connectionsRefused: edge.connections.refused,
    rateLimited: edge.calls.rateLimited,
    requestLog: edge.recorder?.counters ?? { recorded: 0, dropped: 0 },
  };
}

function mailboxesOf(edge: Edge): [number, number][] {
  const { couriers } = edge.calls.parts.shards;
  return [...couriers].map(([shard, { underWay }]) => [shard, underWay]);
}

function tallyMetrics(operation: string, tally: Tally): TallyMetrics {
  return {
    operation,
    byStatus: [...tally.byStatus],
    byCode: [...tally.byCode],
    durations: [...tally.durations],
    durationSumMs: tally.durationSumMs,
  };
}
