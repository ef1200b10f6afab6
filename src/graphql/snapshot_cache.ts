/**
 * What reads found, kept as long as the shard stands at the same sequence: until something is
 * written, an edge reads a thing once, however many queries ask for it. Nothing is ever
 * invalidated: the cache of a new sequence is empty.
 * Guarantees: an outcome is given again only to the caller that it was found for, and only at the
 * sequence that it was found at; an outcome that depends on the time, only in the same millisecond.
 */
import type { AnyRead } from "../calls/callable.ts";
import type { ProductKeyCaller } from "../contract/caller.ts";
import type { Outcome } from "./answers.ts";

/** What the cache knows of a caller, to tell callers apart. */
type Asker = Pick<ProductKeyCaller, "key" | "product">;

/** Objects that an edge keeps of one shard, rows of pages counted; about 1 KB each. */
export const CACHED_OBJECTS_MAX = 20_000;

/** Outcomes of one caller at one sequence. */
export type KnownOutcomes = {
  get(operation: AnyRead, key: string): Outcome | undefined;
  set(operation: AnyRead, key: string, outcome: Outcome, validity: "sequence" | "now"): void;
};

export type SnapshotCache = {
  of(caller: Asker, at: { shard: number; sequence: number; nowMs: number }): KnownOutcomes;
};

type Kept = Map<AnyRead, Map<string, Outcome>>;
/**
 * Callers are told apart by the edge's objects for key and Product; any change makes new objects.
 */
type OfCaller = { product: Asker["product"]; kept: Kept; nowMs: number; keptNow: Kept };
type OfShard = { sequence: number; objects: number; callers: Map<Asker["key"], OfCaller> };

export function openSnapshotCache(objectsMax = CACHED_OBJECTS_MAX): SnapshotCache {
  const shards: OfShard[] = [];
  function ownOf({ callers }: OfShard, { key, product }: Asker, nowMs: number): OfCaller {
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
      const ours: OfShard =
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

/** The number of objects in an outcome: a thing is one, a page is one and its rows. */
export function objectsIn(outcome: Outcome): number {
  if (!("document" in outcome)) return 1;
  const items = (outcome.document as { items?: unknown } | null)?.items;
  return 1 + (Array.isArray(items) ? items.length : 0);
}
