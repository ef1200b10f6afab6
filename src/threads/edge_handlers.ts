/** What main asks of an edge's thread. */
import type { Logger } from "pino";
import type { FactCodec } from "../contract/records/record.ts";
import { FactCodecs } from "../contract/records/record_codec.ts";
import { openSaltSecrets } from "../contract/records/record_leaf.ts";
import type { ConnectionGate } from "../http/connection_gate.ts";
import type { Edge } from "../http/edge.ts";
import { edgeMetrics } from "../http/note/edge_metrics.ts";
import type { Tracing } from "../http/note/tracing.ts";
import type { Courier } from "../placement/courier.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { ConnectionOrders } from "./connection_watch.ts";
import type { EdgeCallers } from "./edge_callers.ts";
import type { EdgePools } from "./edge_pools.ts";
import type { EdgeRequests } from "./edge_requests.ts";
import { flushLogger } from "./logger.ts";
import { openShardView } from "./open_shard_view.ts";
import type { Handlers } from "./rpc.ts";
import type { EdgeNumbers } from "./scrape.ts";
import type { ThreadMetrics } from "./thread_meter.ts";
import type { EdgeThreadData } from "./worker_data.ts";

/** The time that spans have to leave when the edge closes, milliseconds. */
const TRACES_CLOSE_MS = 1_000;

export type OpenedEdge = {
  data: EdgeThreadData;
  edge: Edge;
  callers: EdgeCallers;
  connections: ConnectionGate;
  couriers: ReadonlyMap<number, Courier>;
  /** Where the views are put when the shards may be opened for reading; empty. */
  views: Map<number, ShardView>;
  codecs: readonly FactCodec[];
  pools: EdgePools;
  requests: EdgeRequests | undefined;
  tracing: (Tracing & { close(withinMs: number): Promise<void> }) | undefined;
  meter: () => ThreadMetrics;
  logger: Logger;
};

export function edgeHandlers(opened: OpenedEdge): Handlers {
  const { edge, connections, couriers, pools, requests } = opened;
  const { readers, preparers } = pools;
  return {
    /** Called when every shard has replayed its log: then the stores may be opened for reading. */
    serve: () => {
      openViews(opened);
      edge.ready = true;
    },
    metrics: (): EdgeNumbers => ({
      ...edgeMetrics(edge, opened.data.edge),
      reads: readers.metrics,
      preparations: preparers.metrics,
      thread: opened.meter(),
    }),
    /** Returns the log entries that this edge has not written yet. */
    takeRequests: () => requests?.recorder.take(),
    requestsDropped: (entries: number) => requests?.recorder.countDropped(entries),
    /** Called when days of the log of requests were removed. */
    requestsGone: () => requests?.view.release(),
    /** Resolves when all that is prepared now, and all that is with a shard now, is answered. */
    settled: async () => {
      await preparers.settled();
      await Promise.all([...couriers.values()].map((courier) => courier.whenAnswered()));
    },
    connections: async ({ listens, crowded }: ConnectionOrders) => {
      connections.learn(crowded);
      await edge.takeConnections(listens);
    },
    close: (withinMs: number) => close(opened, withinMs),
  };
}

function openViews({ data, views, codecs: ofFacts }: OpenedEdge): void {
  const codecs = new FactCodecs(ofFacts);
  const saltSecrets = openSaltSecrets(data.keys.salts);
  for (const files of data.shards) {
    views.set(files.shard, openShardView(files, { codecs, saltSecrets }));
  }
}

/** What is under way may end within the time. */
async function close(opened: OpenedEdge, withinMs: number): Promise<void> {
  const { edge, callers, pools, requests, tracing, logger } = opened;
  await edge.close(withinMs);
  await Promise.all([pools.readers.close(), pools.preparers.close()]);
  await callers.close();
  await requests?.close();
  await tracing?.close(TRACES_CLOSE_MS);
  await flushLogger(logger);
}
