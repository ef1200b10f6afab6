/**
 * `npm test [-- word… --node-flag…]`: runs every test file, or those whose path contains one of the
 * words. Lists the files itself, because Node 20's runner finds no `.ts` file and then passes.
 * Fails when there is no test file, when a file holds no test, and with CI=true when one is skipped
 * for anything but a thing that this machine lacks (test/support/machine.ts): those are told.
 * Tests of `src` and `wal` start no server: as many files run at once as there are cores. Of the
 * others half as many: a server has two busy threads and its load, and more would starve them.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const ROOMS = ["src", "wal", "test", "bench", "scripts"];
/** The longest a single test may take: a hang is a failure, not a wait. */
const TEST_TIMEOUT_MS = 300_000;
/** Rooms whose tests stay in their own process, or nearly. */
const LIGHT = /^(src|wal)\//;
/** True where this machine lacks what a test that was skipped says it lacks. */
const LACKING = {
  chromium: () => !isOnPath("chromium"),
  descriptors: () =>
    !/^Max open files +(\d{4,}|unlimited) /m.test(readFileSync("/proc/self/limits", "utf8")),
  gcc: () => !isOnPath("gcc") || !existsSync("/usr/include/dlfcn.h"),
  mount: () => !canMount(),
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith("-"));
const words = args.filter((arg) => !arg.startsWith("-"));
const files = ROOMS.flatMap((room) => testFiles(room))
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .sort();

if (files.length === 0) {
  fail(`no test file${words.length === 0 ? "" : ` whose path contains ${words.join(" or ")}`}`);
}

// Tests start real servers from what the build makes.
await import("./build.mjs");

const cores = availableParallelism();
let running;
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    isInterrupted = true;
    running?.kill(signal);
  });
}
const light = files.filter((path) => LIGHT.test(path));
const heavy = files.filter((path) => !LIGHT.test(path));
const first = await run(light, cores);
// A run that was interrupted ends here; one that found something goes on, to tell all of it.
const second = isInterrupted ? first : await run(heavy, Math.max(1, Math.floor(cores / 2)));
process.exitCode = isInterrupted ? 130 : Math.max(first.status ?? 1, second.status ?? 1);
if (process.exitCode === 0) judge(`${first.output}\n${second.output}`);

/** Runs the files, so many at once; what came of it. */
function run(paths, atOnce) {
  if (paths.length === 0) return { status: 0, output: "" };
  const options = [
    `--test-concurrency=${atOnce}`,
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
  ];
  const args = ["--import", "tsx", "--test", ...options, ...flags, ...paths];
  running = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? "24",
      ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
    },
  });
  let output = "";
  running.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    process.stdout.write(text);
  });
  running.on("error", (error) => fail(`could not start the test runner: ${error.message}`));
  return new Promise((resolve) => {
    running.on("close", (status) => resolve({ status, output }));
  });
}

/** Fails where all tests passed although some did not run. */
function judge(output) {
  const lines = stripVTControlCharacters(output).split("\n");
  const countOf = (what) =>
    lines
      .filter((line) => new RegExp(`^ℹ ${what} \\d+$`).test(line))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  if (countOf("tests") === 0) fail("no test ran");
  if (process.env.CI === "true") judgeSkipped(lines, countOf("skipped"));
  // The runner counts a file without tests as one passed test, titled with the file's path.
  const empty = files.filter((path) =>
    lines.some((line) => line.startsWith(`✔ ${join(root, path)} (`)),
  );
  if (empty.length > 0) fail(`no test in ${empty.join(", ")}`);
}

/** A reason is believed when it names something of ours and a look at the machine agrees. */
function judgeSkipped(lines, count) {
  const reasons = lines.flatMap((line) => /^ *﹣ .* # (.+)$/.exec(line)?.[1] ?? []);
  const mistaken = reasons.filter((reason) => {
    const name = /^lacks ([a-z]+): /.exec(reason)?.[1] ?? "";
    return !Object.hasOwn(LACKING, name) || !LACKING[name]();
  });
  if (mistaken.length > 0) {
    fail(`skipped, although this machine lacks nothing that it needs: ${mistaken.join("; ")}`);
  }
  if (reasons.length !== count)
    fail(`${count} tests were skipped, ${reasons.length} with a reason`);
  for (const reason of reasons) process.stdout.write(`\nNOT TESTED HERE: ${reason}\n`);
}

function isOnPath(name) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
}

function canMount() {
  const path = mkdtempSync(join(tmpdir(), "mount-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", path]).status === 0;
  if (mounted) spawnSync("umount", ["-l", path]);
  rmSync(path, { recursive: true, force: true });
  return mounted;
}

/** Paths of the `*.test.ts` files under a room, relative to the project. */
function testFiles(room) {
  let entries;
  try {
    entries = readdirSync(join(root, room), { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .map((path) => path.split(sep).join("/"));
}

function fail(message) {
  process.stderr.write(`npm test: ${message}\n`);
  process.exit(1);
}
