/**
 * Bundles the sources as JavaScript into `.build/`, which the server runs: one file for each kind
 * of thread, and files that they share. Runs before every start, test and bench, and takes a tenth
 * of a second; the result is never committed. Does not check types: `npm run types` does.
 * `--threads DIR --into DIR` takes the programs of worker and reader threads from another folder:
 * so tests build a server with operations of their own.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const threads = flag("threads", "src");
const outdir = join(root, flag("into", ".build"));

await build({
  absWorkingDir: root,
  entryPoints: {
    main: "src/main.ts",
    worker: `${threads}/worker.ts`,
    reader: `${threads}/reader.ts`,
  },
  outdir,
  bundle: true,
  splitting: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  logLevel: "warning",
});

// For `/release.json`: the commit and its time, where this is a checkout.
writeFileSync(join(outdir, "release.json"), `${JSON.stringify(release())}\n`);

function release() {
  try {
    const args = ["log", "-1", "--format=%H %cI"];
    const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    const [commit, releasedAt] = execFileSync("git", args, options).trim().split(" ");
    return commit && releasedAt ? { commit, releasedAt } : {};
  } catch {
    return {};
  }
}

function flag(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
}
