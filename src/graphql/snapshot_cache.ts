/**
 * What reads found, kept for as long as the shard stands at the same sequence: until something is
 * written, an edge reads a thing once, however many queries ask for it. Nothing is ever invalidated:
 * a new sequence starts empty.
 * Guarantees: an outcome is given again to the caller it was found for only, at the sequence it was
 * found at only; one that depends on the time, in the same millisecond only.
 */
import type { AnyRead } from "../calls/callable.ts";
import type { ProductKeyCaller } from "../contract/caller.ts";
import type { Outcome } from "./answers.ts";

/** Who asks, as far as the cache tells callers apart. */
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
/** By the objects that an edge has for key and Product: others stand there after any change. */
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

/** A thing, or a page and its rows. */
export function objectsIn(outcome: Outcome): number {
  if (!("document" in outcome)) return 1;
  const items = (outcome.document as { items?: unknown } | null)?.items;
  return 1 + (Array.isArray(items) ? items.length : 0);
}
