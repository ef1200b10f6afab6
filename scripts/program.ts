/**
 * How a process or a thread of a TypeScript program of the project is started: by tsx; and where
 * `npm test` (scripts/test_build.mjs) or the build (scripts/build.mjs) has bundled this process and the
 * program, by the bundle, which takes a tenth of the CPU time to load. A test starts the operator's
 * programs of the build, as an operator does.
 */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "..");
/**
 * The folder of the bundles that this process is one of; undefined where it is none. All test processes of a
 * run have the same one.
 */
export const OWN_BUNDLES = /^.*\/\.build\/(tests-\d+|tools)(?=\/)/.exec(process.argv[1] ?? "")?.[0];
/** Where bundles of programs are, for a process that is a bundle. */
const BUNDLES = OWN_BUNDLES === undefined ? [] : [join(ROOT, ".build", "tools"), OWN_BUNDLES];

export type Program = {
  /** The file that is run. */
  file: string;
  /** Options of node that come before the file. */
  options: string[];
};

/** `source`: the path or the file URL of the program. */
export function programOf(source: string | URL): Program {
  const path = source instanceof URL ? fileURLToPath(source) : source;
  const bundle = bundleOf(path);
  if (bundle !== undefined) return { file: bundle, options: [] };
  return { file: path, options: ["--import", "tsx"] };
}

/** Code for a Worker with `eval: true`: a thread does not inherit tsx on Node 20, so it registers it. */
export function threadCodeOf(source: URL): string {
  const bundle = bundleOf(fileURLToPath(source));
  if (bundle !== undefined) return `import(${JSON.stringify(pathToFileURL(bundle).href)})`;
  const url = JSON.stringify(source.href);
  return `import("tsx/esm/api").then(({ register }) => (register(), import(${url})))`;
}

function bundleOf(path: string): string | undefined {
  const name = relative(ROOT, path).replace(/\.ts$/, ".mjs");
  return BUNDLES.map((folder) => join(folder, name)).find(existsSync);
}
