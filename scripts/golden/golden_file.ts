/**
 * A golden file: a file `*.golden.*` that keeps what the sources make, so that people see each change of it. It is named
 * by its path from the project's folder.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
export const GOLDEN_CONTRACT = "src/contract/document/openapi.golden.json";
export const GOLDEN_SCHEMA = "src/graphql/schema.golden.graphql";
export const GOLDEN_TYPES = "src/console/browser/contract.golden.ts";

/** Characters of a line that a difference shows. */
const SHOWN = 200;

/** The variable of the environment that names the folder where a test leaves the texts of its golden files. */
export const GOLDEN_FOLDER = "GOLDEN_FOLDER";

/** Says how to accept a golden file that differs. */
export const WHEN_MEANT =
  "When the change is meant: npm run golden, then read what git diff shows.";

/** The text of a golden file; empty where the file does not exist yet. */
export function goldenTextOf(path: string, root = ROOT): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new Error(`${path} cannot be read`, { cause });
  }
}

/** Where a text first differs from the golden file, with both lines; undefined where they are equal. */
export function differenceOf(path: string, text: string, root = ROOT): string | undefined {
  const golden = goldenTextOf(path, root);
  if (golden === text) return undefined;
  const [kept, made] = [golden.split("\n"), text.split("\n")];
  const at = made.findIndex((line, index) => line !== kept[index]);
  const line = at < 0 ? made.length : at;
  const shown = (lines: readonly string[]) => lines[line]?.slice(0, SHOWN) ?? "(no such line)";
  return [
    `${path} differs at line ${line + 1}:`,
    `  the file has:     ${shown(kept)}`,
    `  the sources make: ${shown(made)}`,
  ].join("\n");
}
