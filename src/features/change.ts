/**
 * What a PATCH asks of a thing. A field that is absent stays as it is, `null` removes it, and any
 * other value takes the place of the stored one. `metadata` is merged before (`metadata_change.ts`).
 * Guarantees: a change to what the thing already is, such as that of `{}`, is no change: the thing
 * keeps its revision and its time, nothing is told of it, and its receipt says that it was asked for.
 */
import { canonicalText } from "../base/canonical_json.ts";

/** The wanted value of each field that may change. */
export type Change<D> = { [K in keyof D]?: D[K] | null | undefined };

/** The thing after the change; `before` itself where the change leaves everything as it is. */
export function changed<D extends object>(before: D, change: Change<D>): D {
  let after = before;
  for (const name of Object.keys(change) as (keyof D)[]) {
    const wanted = change[name];
    if (wanted === undefined || isSame(before[name], wanted ?? undefined)) continue;
    if (after === before) after = { ...before };
    if (wanted === null) delete after[name];
    else after[name] = wanted;
  }
  return after;
}

/** An empty object, such as `metadata` without members, is the same as none. */
function isSame(one: unknown, other: unknown): boolean {
  return canonicalText(one ?? {}) === canonicalText(other ?? {});
}
