/**
 * Bundles test files as JavaScript, for scripts/test.mjs. What several test files import stands once,
 * in files that they share. A test process so loads a few files instead of hundreds, and does not
 * start tsx: a test file that imports every operation needs 0.9 s of CPU time, and 3.5 s by tsx.
 */
import { build } from "esbuild";
import { keptPlaces } from "./kept_places.mjs";

/** The programs that tests start as processes and threads, through scripts/program.ts. */
const PROGRAMS = [
  ...["backup", "load", "log", "native", "simulate"].map((name) => `scripts/${name}.ts`),
  "scripts/backup/testing_increment.ts",
  "src/threads/testing_named_files.ts",
  "scripts/log/child.ts",
  "scripts/log/frame_check_thread.ts",
  "scripts/simulate/worker.ts",
  "src/access/rate_limit.hammer.ts",
  "src/access/seal_keys.ts",
  "src/entries/summing.ts",
  "test/recovery/disk/image_child.ts",
  ...["append_child", "beside_child", "cut_child", "lock_child", "state_child", "verify_child"].map(
    (name) => `wal/testing/${name}.ts`,
  ),
  ...["log_reader", "map_reader", "state_reader", "state_writer"].map(
    (name) => `wal/testing/${name}_thread.ts`,
  ),
];
/**
 * Writes a `.mjs` file for each of the paths, which are relative to `root`, under the same path in
 * `outdir`; and one for each program that tests start. Packages stay outside, so `outdir` must be a
 * folder in `root`.
 */
export async function buildTests(root, paths, outdir) {
  await build({
    absWorkingDir: root,
    entryPoints: [...paths, ...PROGRAMS],
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
  });
}
