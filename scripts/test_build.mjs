/**
 * Bundles test files as JavaScript, for scripts/test.mjs, and programs, for scripts/bundled.mjs. What several
 * files import stands once, in files that they share. A test process so loads a few files instead of hundreds, and does not
 * start tsx: a test file that imports every operation needs 0.9 s of CPU time, and 3.5 s by tsx.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { keptPlaces } from "./kept_places.mjs";
import { isRunning } from "./running.mjs";

/**
 * The programs that tests start as processes and threads, through scripts/program.ts, and that are not in the
 * build (scripts/build.mjs).
 */
const PROGRAMS = [
  ...["native", "simulate"].map((name) => `scripts/${name}.ts`),
  "test/support/scripts/backup/increment.ts",
  "test/support/files/named_files.ts",
  "scripts/simulate/worker.ts",
  "test/support/access/rate_limit_hammer.ts",
  "src/access/seal_keys.ts",
  "test/support/base/unnamed_key.ts",
  "src/entries/summing.ts",
  "test/recovery/disk/image_child.ts",
  ...["append_child", "beside_child", "cut_child", "lock_child", "state_child", "verify_child"].map(
    (name) => `test/support/wal/${name}.ts`,
  ),
  ...["log_reader", "map_reader", "state_reader", "state_writer"].map(
    (name) => `test/support/wal/${name}_thread.ts`,
  ),
];

/** As `bundle`, with a file for each program that tests start too. */
export function buildTests(root, paths, outdir) {
  return bundle(root, [...paths, ...PROGRAMS], outdir);
}

/**
 * Writes a `.mjs` file for each of the paths, which are relative to `root`, under the same path in
 * `outdir`. Packages stay outside, so `outdir` must be a folder in `root`. Returns what each source imports, by its path.
 */
export async function bundle(root, paths, outdir) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: paths,
    outbase: root,
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
    plugins: [keptPlaces(root)],
    metafile: true,
  });
  return metafile.inputs;
}

/**
 * A new folder for the bundles of this process, in `.build/`, which is removed when the process ends. Removes
 * those of processes that were killed.
 */
export function bundlesFolder(root) {
  const folder = join(root, ".build");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const [, pid] = /^tests-(\d+)$/.exec(name) ?? [];
    if (pid && !isRunning(pid)) rmSync(join(folder, name), { recursive: true });
  }
  const own = join(folder, `tests-${process.pid}`);
  mkdirSync(own);
  process.on("exit", () => rmSync(own, { recursive: true, force: true }));
  return own;
}
