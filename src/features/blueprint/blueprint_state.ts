/**
 * Blueprints in the realms of their companies. All of it stays in the `state` database (decision 0070), and
 * a source apart from the versions that have it: so a list of versions reads no source.
 */
import { invariant } from "../../base/invariant.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument, numberKey } from "../../contract/tables/table.ts";
import type { StatePartOf } from "../noun.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type {
  BlueprintDocument,
  BlueprintSourceDocument,
  BlueprintVersionDocument,
} from "./blueprint_document.ts";
import { blueprints } from "./blueprint_noun.ts";

export type BlueprintState = StatePartOf<typeof blueprints> & {
  blueprintVersions: DocumentTable<BlueprintVersionDocument>;
  blueprintSources: DocumentTable<BlueprintSourceDocument>;
};

export function createBlueprintState() {
  return {
    ...blueprints.manifest.createState(),
    blueprintVersions: new DocumentTable<BlueprintVersionDocument>({
      name: "blueprint_version",
      code: PLATFORM_TABLE.blueprintVersion,
      stored: {},
    }),
    blueprintSources: new DocumentTable<BlueprintSourceDocument>({
      name: "blueprint_source",
      code: PLATFORM_TABLE.blueprintSource,
      stored: {},
    }),
  };
}

/** The key of a version: the characters of the blueprint's id after its prefix, then the revision. */
export function versionKey(suffix: string, revision: number): string {
  return suffix + numberKey(revision);
}

/** The key of a source: the characters of the blueprint's id after its prefix, then the digest. */
export function sourceKey(suffix: string, digest: string): string {
  return suffix + digest.slice("sha256:".length);
}

/** The source that a blueprint has, in the memory of the shard. */
export function sourceOf(
  { blueprints, blueprintSources }: BlueprintState,
  { realm, blueprintId, sourceDigest }: BlueprintDocument,
): string {
  const key = sourceKey(blueprints.keyOf(blueprintId), sourceDigest);
  const source = blueprintSources.get(realm, key);
  invariant(source !== undefined, "the source of a blueprint is there");
  return source.text;
}

/** The source of a blueprint with this digest, as a snapshot shows it. */
export function sourceIn(
  snapshot: Snapshot,
  { suffix, realm }: { suffix: string; realm: number },
  digest: string,
): string {
  const value = snapshot.get(PLATFORM_TABLE.blueprintSource, realm, sourceKey(suffix, digest));
  invariant(value !== undefined, "the source of a version is there");
  return decodeDocument<BlueprintSourceDocument>(value).text;
}
