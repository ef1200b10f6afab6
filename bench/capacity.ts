/**
 * A model of how many durable transfers a second the edges and shards of a server do on any number of
 * cores: for machines that nobody has measured. All threads share the cores' time, no thread has
 * more than one core, and a shard that commits without a pause has costs that do not depend on how
 * many transfers are in a commit. Decision 0016 says how it compares with what was measured.
 * Does not know: disks that are slower with several logs, the memory's bandwidth, two threads that
 * share one core, the system calls of a network card, or Products that are unequal. It is for full load.
 */

export type Shape = { edges: number; shards: number };
export type Machine = {
  cores: number;
  /** Processor time that a transfer takes of the same cores outside of the server, microseconds. */
  loadUs?: number;
  /** Lists of 50 transfers a second, beside the transfers. */
  listsPerSecond?: number;
};

/** Microseconds of processor time. */
export type Costs = {
  /** Of a transfer: in its edge, in its shard, in V8's helpers, main and libuv's threads together. */
  transfer: { edge: number; shard: number; others: number };
  /** In each second, for the commits of a shard: the shard, LMDB's threads, each edge it answers. */
  commits: { shard: number; log: number; edge: number };
  /** Of a list, in its edge. */
  list: number;
};

/** Fitted to one core and two edges, two shards at most, 2026-11-23 (decision 0016). */
export const COSTS: Costs = {
  transfer: { edge: 24, shard: 8, others: 6 },
  commits: { shard: 50_000, log: 60_000, edge: 35_000 },
  list: 250,
};

/** Microseconds that a thread has of a second on a core, and all threads of a second on each core. */
const SECOND_US = 950_000;

/** Transfers a second at full load, when the shards have equally much to do, and so have the edges. */
export function transfersPerSecond(machine: Machine, shape: Shape, costs = COSTS): number {
  const { cores, loadUs = 0, listsPerSecond = 0 } = machine;
  const { edges, shards } = shape;
  const { transfer, commits, list } = costs;
  const lists = listsPerSecond * list;
  const committing = shards * (commits.shard + commits.log + edges * commits.edge);
  const ofCores = cores * SECOND_US - lists - committing;
  const ofEdges = edges * (SECOND_US - shards * commits.edge) - lists;
  const ofShards = shards * (SECOND_US - commits.shard);
  const most = Math.min(
    ofCores / (transfer.edge + transfer.shard + transfer.others + loadUs),
    ofEdges / transfer.edge,
    ofShards / transfer.shard,
  );
  return Math.max(0, most);
}

/** The part of a second for which the busiest thread works at a rate below the most; 1 is all of it. */
export function busiestThread(perSecond: number, shape: Shape, costs = COSTS): number {
  const { edges, shards } = shape;
  const { transfer, commits } = costs;
  const edge = (perSecond / edges) * transfer.edge + shards * commits.edge;
  const shard = (perSecond / shards) * transfer.shard + commits.shard;
  return Math.max(edge, shard) / SECOND_US;
}
