/**
 * The server as it stands in production: a tree without development tools that belongs to root,
 * started by a user who may only read it and who has no network.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chownSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, type TestContext, test } from "node:test";
import { skipLacking } from "../support/machine.ts";
import { productionTree } from "../support/production_tree.ts";
import { newDataDir } from "../support/server.ts";

/** The user and group `nobody` of Debian. */
const NOBODY = 65_534;
/** npm asks nothing of a registry, keeps nothing at home, and says nothing of itself. */
const OFFLINE = {
  npm_config_offline: "true",
  npm_config_update_notifier: "false",
  HOME: "/nonexistent",
};

let tree: string;
let dataDir: string;

before(() => {
  tree = productionTree();
  dataDir = join(newDataDir(), "data");
  // The folder of the directory belongs to the service's user.
  if (process.getuid?.() === 0) chownSync(dirname(dataDir), NOBODY, NOBODY);
});

type Ended = {
  code: number | null;
  output: string;
  /** Threads of the process when `until` was seen. */
  threads: number;
};

type Way = { until?: RegExp; environment?: Record<string, string> };

/** Runs a program in the tree as `nobody`; stops the program when `until` is seen in its output. */
async function run(program: string, args: readonly string[], way: Way = {}): Promise<Ended> {
  const child = spawn(program, args, {
    cwd: tree,
    detached: true,
    env: { PATH: process.env["PATH"], ...OFFLINE, ...way.environment },
    stdio: ["ignore", "pipe", "pipe"],
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  });
  let output = "";
  let threads = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (threads > 0 || !way.until?.test(output)) return;
      threads = readdirSync(`/proc/${child.pid}/task`).length;
      process.kill(-(child.pid as number), "SIGTERM");
    });
  }
  await once(child, "close");
  return { code: child.exitCode, output, threads };
}

/** Names, inodes and change times of what is in a folder. */
function listing(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const { mtimeMs, ino } = statSync(join(folder, entry.name));
    return `${entry.name} ${ino} ${mtimeMs}`;
  });
}

/** Skips a test where no other user than this one can start Node. */
function needsAnotherUser(t: TestContext): boolean {
  const asNobody = { uid: NOBODY, gid: NOBODY, cwd: "/" };
  if (spawnSync(process.execPath, ["--version"], asNobody).status === 0) return true;
  skipLacking(t, "user", "this user cannot run Node as another user");
  return false;
}

test("deployed: a user who may only read the tree, and no network -> npm start serves and changes nothing in it", async (t) => {
  if (!needsAnotherUser(t)) return;
  const folders = [tree, join(tree, ".build"), join(tree, "node_modules")];
  const before = folders.map(listing);
  const args = ["start", "--", "--port", "0", "--data", dataDir];
  const { output } = await run("npm", args, { until: /^Serving on /m });
  assert.match(output, /^Serving on http:\/\/127\.0\.0\.1:\d+ /m);
  assert.match(output, /"codeCache":"used"/);
  assert.match(output, /stopped/);
  assert.deepEqual(folders.map(listing), before);
});

test("deployed: node .build/main.js -> serves, with threads enough for LMDB, where nothing says how many", async (t) => {
  if (!needsAnotherUser(t)) return;
  const args = [join(tree, ".build", "main.js"), "--port", "0", "--data", dataDir];
  const unsaid = await run(process.execPath, args, { until: /^Serving on /m });
  assert.equal(unsaid.code, 0, unsaid.output);
  const environment = { UV_THREADPOOL_SIZE: "4" };
  const said = await run(process.execPath, args, { until: /^Serving on /m, environment });
  assert.equal(said.code, 0, said.output);
  assert.ok(unsaid.threads - said.threads > 12, `${unsaid.threads} threads, ${said.threads} of 4`);
});

test("deployed: sources that changed, and a user who may not build -> exit 1, and who must do what", async (t) => {
  if (!needsAnotherUser(t)) return;
  appendFileSync(join(tree, "src", "server.ts"), "// changed\n");
  const { code, output } = await run("npm", ["start", "--", "--port", "0", "--data", dataDir]);
  assert.equal(code, 1, output);
  assert.match(output, /^\.build was not made of the sources as they are now/m);
  assert.match(output, /Run `npm run build` as the owner of the files/);
});
