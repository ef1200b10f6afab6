/**
 * Makes what the server runs: the sources bundled as JavaScript into `.build/`, one file a thread
 * kind and what they share. Runs before every start, test and bench, takes a tenth of a second, and
 * is never committed. Types are not looked at: `npm run types` does that.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await build({
  absWorkingDir: root,
  entryPoints: ["src/main.ts", "src/worker.ts", "src/reader.ts"],
  outdir: join(root, ".build"),
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
writeFileSync(join(root, ".build", "release.json"), `${JSON.stringify(release())}\n`);

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
