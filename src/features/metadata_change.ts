/**
 * What a PATCH does to metadata, the same for every operation that takes `metadata` in a change:
 * keys that the change leaves out stay, a key with `null` or `""` is removed, and `null` for the
 * whole removes every key.
 */
import { type Refusal, refuseConstraint } from "../contract/refusals/refusal.ts";
import {
  METADATA_KEYS_MAX,
  type Metadata,
  type MetadataChange,
} from "../contract/values/formats.ts";

/** The metadata after the change; undefined where the change names no metadata. */
export function mergedMetadata(
  before: Metadata | undefined,
  change: MetadataChange | undefined,
): Metadata | undefined {
  if (change === undefined) return undefined;
  const merged = new Map(change === null ? [] : Object.entries(before ?? {}));
  for (const [key, value] of Object.entries(change ?? {})) {
    if (value === null || value === "") merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** Refuses the result of a change when it has more keys than metadata may have. */
export function refuseMetadata(
  merged: Metadata | undefined,
): Refusal<"state_constraint_failed"> | undefined {
  const count = Object.keys(merged ?? {}).length;
  if (count <= METADATA_KEYS_MAX) return undefined;
  const message = `metadata would have ${count} keys; at most ${METADATA_KEYS_MAX}`;
  return refuseConstraint("metadata_keys", message, {
    limit: METADATA_KEYS_MAX,
    issues: [{ code: "metadata_keys", message, path: ["metadata"] }],
  });
}
