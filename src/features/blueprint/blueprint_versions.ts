/** The versions of a blueprint as reads show them. */
import { isoTime } from "../../base/iso_time.ts";
import type { Seen } from "../../contract/declare/resource.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { BlueprintDocument, BlueprintVersionDocument } from "./blueprint_document.ts";
import type { BlueprintVersionSummary } from "./blueprint_schema.ts";
import { versionKey } from "./blueprint_state.ts";

export type SeenBlueprint = Seen<BlueprintDocument>;

/** The version with this number; undefined where the blueprint has none. */
export function versionOf(
  snapshot: Snapshot,
  { suffix, realm }: SeenBlueprint,
  revision: number,
): BlueprintVersionDocument | undefined {
  const key = versionKey(suffix, revision);
  const value = snapshot.get(PLATFORM_TABLE.blueprintVersion, realm, key);
  return value && decodeDocument<BlueprintVersionDocument>(value);
}

/** The versions, newest first: all, or those with a smaller number than `below`. */
export function* versionsBack(
  snapshot: Snapshot,
  { suffix, realm, document }: SeenBlueprint,
  below = document.revision + 1,
): Generator<BlueprintVersionDocument> {
  const range = { from: suffix, below: versionKey(suffix, below) };
  for (const { value } of snapshot.descend(PLATFORM_TABLE.blueprintVersion, realm, range)) {
    yield decodeDocument<BlueprintVersionDocument>(value);
  }
}

/** The version in lists. */
export function versionSummary(
  { document: { blueprintId } }: SeenBlueprint,
  { revision, name, sourceDigest, createdAtMs, actor }: BlueprintVersionDocument,
): BlueprintVersionSummary {
  const createdAt = isoTime(createdAtMs);
  return { blueprintId, revision, name, sourceDigest, createdAt, actor };
}
