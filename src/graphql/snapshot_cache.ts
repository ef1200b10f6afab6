/**
 * The outcomes of reads, kept as long as the shard's sequence stays the same: until something is
 * written, an edge reads a resource once, however many queries ask for it. Nothing is ever
 * invalidated: the cache of a new sequence is empty.
 * Guarantees: an outcome is given again only to the caller that it was found for, and only at the
 * sequence that it was found at; an outcome that depends on the time, only in the same millisecond.
 */
import type { AnyRead } from "../calls/callable.ts";
import type { ProductKeyCaller } from "../contract/declare/caller.ts";
import type { Outcome } from "./answers.ts";

/** The parts of a caller by which the cache distinguishes callers. */
type CallerIdentity = Pick<ProductKeyCaller, "key" | "product">;

/** Objects that an edge keeps of one shard, rows of pages counted; about 1 KB each. */
export const CACHED_OBJECTS_MAX = 20_000;

/** Outcomes of one caller at one sequence. */
export type KnownOutcomes = {
  get(operation: AnyRead, key: string): Outcome | undefined;
  set(operation: AnyRead, key: string, outcome: Outcome, validity: "sequence" | "now"): void;
};

export type SnapshotCache = {
  of(caller: CallerIdentity, at: { shard: number; sequence: number; nowMs: number }): KnownOutcomes;
};

type Kept = Map<AnyRead, Map<string, Outcome>>;
/**
 * The outcomes of one caller. Callers are distinguished by the identity of the edge's objects for
 * key and Product, because any change of a key or a Product makes new objects.
 */
type CallerOutcomes = {
  product: CallerIdentity["product"];
  kept: Kept;
  nowMs: number;
  keptNow: Kept;
};
type ShardOutcomes = {
  sequence: number;
  objects: number;
  callers: Map<CallerIdentity["key"], CallerOutcomes>;
};

/** A cache that keeps the outcomes of at most `objectsMax` objects for each shard. */
export function openSnapshotCache(objectsMax = CACHED_OBJECTS_MAX): SnapshotCache {
  const shards: ShardOutcomes[] = [];
  function ownOf(
    { callers }: ShardOutcomes,
    { key, product }: CallerIdentity,
    nowMs: number,
  ): CallerOutcomes {
    let own = callers.get(key);
    if (own === undefined || own.product !== product) {
      own = { product, kept: new Map(), nowMs, keptNow: new Map() };
      callers.set(key, own);
    }
    if (own.nowMs !== nowMs) {
      own.nowMs = nowMs;
      own.keptNow = new Map();
    }
    return own;
  }
  return {
    of(caller, { shard, sequence, nowMs }) {
      const known = shards[shard];
      const ours: ShardOutcomes =
        known?.sequence === sequence ? known : { sequence, objects: 0, callers: new Map() };
      shards[shard] = ours;
      let own = ownOf(ours, caller, nowMs);
      return {
        get: (operation, key) =>
          own.kept.get(operation)?.get(key) ?? own.keptNow.get(operation)?.get(key),
        set(operation, key, outcome, validity) {
          ours.objects += objectsIn(outcome);
          if (ours.objects > objectsMax) {
            ours.callers.clear();
            ours.objects = objectsIn(outcome);
            own = ownOf(ours, caller, nowMs);
          }
          const kept = validity === "sequence" ? own.kept : own.keptNow;
          const outcomes = kept.get(operation) ?? new Map<string, Outcome>();
          kept.set(operation, outcomes.set(key, outcome));
        },
      };
    },
  };
}

/** The number of objects in an outcome: one, and for a page one more for each row. */
export function objectsIn(outcome: Outcome): number {
  if (!("document" in outcome)) return 1;
  const items = (outcome.document as { items?: unknown } | null)?.items;
  return 1 + (Array.isArray(items) ? items.length : 0);
}
