/**
 * Makes what the server runs: the sources bundled as JavaScript into `.build/`, one file a thread
 * kind and what they share. Runs before every start, test and bench, takes a tenth of a second, and
 * is never committed. Types are not looked at: `npm run types` does that.
 * `--threads DIR --into DIR` takes the programs of worker and reader threads from elsewhere: tests
 * build a server with operations of their own so.
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

// What `/release.json` names: the commit, where this is a checkout, and when it was made.
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
