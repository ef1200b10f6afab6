/**
 * Builds in the realms of their companies. All of it stays in the `state` database (decision 0070), and the
 * program apart from the Build: so a list of Builds reads no program.
 */
import { invariant } from "../../base/invariant.ts";
import type { Seen } from "../../contract/declare/resource.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import type { StatePartOf } from "../noun.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { BuildDigestDocument, BuildDocument, BuildProgramDocument } from "./build_document.ts";
import { builds } from "./build_noun.ts";

export type BuildState = StatePartOf<typeof builds> & {
  buildPrograms: DocumentTable<BuildProgramDocument>;
  buildDigests: DocumentTable<BuildDigestDocument>;
};

export function createBuildState() {
  return {
    ...builds.manifest.createState(),
    buildPrograms: new DocumentTable<BuildProgramDocument>({
      name: "build_program",
      code: PLATFORM_TABLE.buildProgram,
      stored: {},
    }),
    buildDigests: new DocumentTable<BuildDigestDocument>({
      name: "build_digest",
      code: PLATFORM_TABLE.buildDigest,
      stored: {},
    }),
  };
}

/**
 * The key of a digest in its table: the characters of the company's id after its prefix, then the digest. A key is
 * that of one document of the shard, and many companies may build one program.
 */
export function digestKey({ tenantId, digest }: { tenantId: string; digest: string }): string {
  return tenantId.slice("ten_".length) + digest.slice("sha256:".length);
}

/** The company's Build with this digest, in the memory of the shard. */
export function buildOfDigest(
  { builds, buildPrograms, buildDigests }: BuildState,
  realm: number,
  of: { tenantId: string; digest: string },
): { build: BuildDocument; program: BuildProgramDocument } | undefined {
  const found = buildDigests.get(realm, digestKey(of));
  if (found === undefined) return undefined;
  const key = builds.keyOf(found.buildId);
  const build = builds.get(realm, key);
  const program = buildPrograms.get(realm, key);
  invariant(build !== undefined && program !== undefined, "the Build of a digest is there");
  return { build, program };
}

/** The program of a Build, as a snapshot shows it. */
export function programIn(
  snapshot: Snapshot,
  { suffix, realm }: Seen<BuildDocument>,
): BuildProgramDocument {
  const value = snapshot.get(PLATFORM_TABLE.buildProgram, realm, suffix);
  invariant(value !== undefined, "the program of a Build is there");
  return decodeDocument<BuildProgramDocument>(value);
}
