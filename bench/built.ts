/**
 * Builds children of the bench that are measured, as the server is built: a loader would slow them.
 */
import { basename, join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./child.ts";

const OUT_DIR = join(ROOT, ".build", "bench");
const builds = new Map<string, Promise<string>>();

/**
 * Builds a TypeScript file of the project, once in a run; resolves with the path of the JavaScript.
 */
export function built(entry: string): Promise<string> {
  const known = builds.get(entry);
  if (known !== undefined) return known;
  const building = build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outdir: OUT_DIR,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    outExtension: { ".js": ".mjs" },
    sourcemap: true,
    logLevel: "warning",
  }).then(() => join(OUT_DIR, `${basename(entry, ".ts")}.mjs`));
  builds.set(entry, building);
  return building;
}
