/** Ids of nothing, in the form of real ones: a text of another form is refused in other words. */
import { randomUUID } from "node:crypto";
import { decodeIdSuffix, encodeIdSuffix, ID_SUFFIX_LENGTH } from "../../src/base/id.ts";

/** An id of the same kind and form that was never made: its check fits. */
export function idOfNothing(id: string): string {
  if (!id.includes("_")) return randomUUID();
  const start = id.indexOf("_") + 1;
  // The id of a delivery has two suffixes: the last one is changed.
  const last = Math.max(start, id.length - ID_SUFFIX_LENGTH);
  const origin = decodeIdSuffix(id.slice(last));
  if (origin === undefined) return `${id.slice(0, -6)}000000`;
  const { timeMs, shard, place, sub } = origin;
  return id.slice(0, last) + encodeIdSuffix(timeMs - 1, shard, place, sub);
}
