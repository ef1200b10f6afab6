/**
 * The programs that realms run, compiled. A compiled program holds nothing of any call, so all realms of a thread
 * whose Builds have one digest share it.
 */
import { invariant } from "../../base/invariant.ts";
import { LruMap } from "../../base/lru_map.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { typedProgramOf } from "../../programs/checked_before.ts";
import type { Program } from "../../programs/program_schema.ts";
import { type CompiledProgram, compileProgram } from "../../programs/run/compiled_program.ts";
import { PLATFORM_TERMS } from "../ledger/program_terms.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  buildKey,
  type ProductBuildDocument,
  type ProductProgramDocument,
  programKey,
} from "./product_build_document.ts";
import type { ProductPrograms } from "./product_state.ts";

/** Compiled programs of a thread, by number and by the characters of their texts. */
const PROGRAMS_MAX = 256;
const TEXTS_LENGTH_MAX = 16 * 2 ** 20;

const compiled = new LruMap<CompiledProgram>({
  countMax: PROGRAMS_MAX,
  weightMax: TEXTS_LENGTH_MAX,
});

/** What the realm runs now; undefined for a Product without a Build. */
export function programOf(
  { productPrograms }: Pick<ProductPrograms, "productPrograms">,
  realm: number,
): ProductProgramDocument | undefined {
  return productPrograms.get(realm, programKey(realm));
}

/** The compiled program of a Build. */
export function compiledBuild({
  digest,
  text,
}: Pick<ProductBuildDocument, "digest" | "text">): CompiledProgram {
  return compiledOnce(digest, () => text);
}

/** The program of a Build that the realm has installed, now or before; undefined for any other Build. */
export function compiledOf(
  state: ProductPrograms,
  realm: number,
  buildId: string,
): CompiledProgram | undefined {
  const digest = digestOf(programOf(state, realm), buildId);
  if (digest === undefined) return undefined;
  return compiledOnce(digest, () => {
    const build = state.productBuilds.get(realm, buildKey(realm, buildId));
    invariant(build !== undefined, "a Build that was installed is there");
    return build.text;
  });
}

/** What the realm runs, as a snapshot shows it. */
export function programIn(
  snapshot: Snapshot,
  realm: number | undefined,
): ProductProgramDocument | undefined {
  if (realm === undefined) return undefined;
  const value = snapshot.get(LEDGER_TABLE.productProgram, realm, programKey(realm));
  return value === undefined ? undefined : decodeDocument<ProductProgramDocument>(value);
}

/** The compiled program of a Build that was installed in the realm, from a snapshot; undefined where it was not. */
export function compiledIn(
  snapshot: Snapshot,
  realm: number,
  buildId: string,
): CompiledProgram | undefined {
  const digest = digestOf(programIn(snapshot, realm), buildId);
  if (digest === undefined) return undefined;
  return compiledOnce(digest, () => {
    const value = snapshot.get(LEDGER_TABLE.productBuild, realm, buildKey(realm, buildId));
    invariant(value !== undefined, "a Build that was installed is there");
    return decodeDocument<ProductBuildDocument>(value).text;
  });
}

/** The digest of a Build that was installed, found without its text; the newest is the likeliest. */
function digestOf(
  program: ProductProgramDocument | undefined,
  buildId: string,
): string | undefined {
  return program?.applied.findLast((build) => build.buildId === buildId)?.digest;
}

function compiledOnce(digest: string, textOf: () => string): CompiledProgram {
  const known = compiled.get(digest);
  if (known !== undefined) return known;
  const text = textOf();
  const program = compileProgram(typedProgramOf(JSON.parse(text) as Program, PLATFORM_TERMS));
  compiled.set(digest, program, text.length);
  return program;
}
