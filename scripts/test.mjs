/**
 * `npm test [-- word… --node-flag…]`: runs every test file, or those whose path contains one of the
 * words. Lists the files itself, because Node 20's runner finds no `.ts` file and then passes.
 * Fails when there is no test file, when a file holds no test, and with CI=true when a test is
 * skipped although this machine lacks nothing (test/support/machine.ts). Lists the tests that were
 * skipped. One file more runs at once than there are cores, because many wait for servers and disks:
 * no test may depend on how fast it runs. The tests are bundled first (scripts/test_build.mjs). The
 * runner takes the files in the order of their paths.
 * Tests of the features and of rooms of small functions share some processes, because to start a
 * process takes longer than most of them; the tests share nothing else.
 * A test that chooses at random has a fixed seed, or SEED of the environment. Without SEED each test file
 * runs once more with each of its seeds in test/failed_seeds.json.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { SourceMap } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { exitWhereUnfit, startFaults } from "../src/http/native_build.mjs";

exitWhereUnfit(startFaults(import.meta.url));

const ROOMS = ["src", "wal", "test", "bench", "scripts"];
/**
 * The longest that a test, and a process, may take, milliseconds: half an hour, which only one that
 * hangs reaches.
 */
const TEST_TIMEOUT_MS = 1_800_000;
/** Rooms whose tests share processes. */
const SHARED =
  /^src\/(access|base|calls|console|contract|features|graphql|placement|programs|proofs|request_log)\//;
/** How many processes they share, for each core: none of them may come near the longest time. */
const SHARED_PER_CORE = 3;
/** Files that take longest: they run first, so that the other cores do not wait for them at the end. */
const FIRST = ["test/simulator/simulator.test.ts"];
/** A file that takes all of its failed seeds in one run. */
const OF_ITSELF = "test/simulator/simulator.test.ts";
/**
 * A place in a bundled file, of the tests or of a server: file, line and column. Such places are
 * translated here, where one is printed, and not by `--enable-source-maps`: with that option every
 * thread of every process reads the maps of all that it loads, a tenth of a server's start.
 */
const BUNDLED_PLACE = /(\.build\/[^\s:"']+\.m?js):(\d+):(\d+)/g;
/** A call that every test file contains which is imported by an entry; see `entriesOf`. */
const TEST_CALL = /\b(test|decisionTable|platformTable)\(/;
/**
 * By name of a tool that a skipped test can name: a function that is true when the machine lacks
 * it.
 */
const LACKING = {
  chromium: () => !isOnPath("chromium"),
  // An engine may be there without a way to the base image.
  containers: () => true,
  descriptors: () =>
    !/^Max open files +(\d{4,}|unlimited) /m.test(readFileSync("/proc/self/limits", "utf8")),
  gcc: () => !isOnPath("gcc") || !existsSync("/usr/include/dlfcn.h"),
  haproxy: () => !existsSync("/usr/sbin/haproxy"),
  mount: () => !canMount(),
  nginx: () => !isOnPath("nginx"),
  python3: () => !isOnPath("python3"),
  systemd: () => !isOnPath("systemd-analyze"),
  user: () => process.getuid() !== 0,
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

// Tests start real servers, which run the files of the build.
await import("./build.mjs");
const { buildTests } = await import("./test_build.mjs");

const cores = availableParallelism();
let running;
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    isInterrupted = true;
    running?.kill(signal);
  });
}
failOfEmpty(
  files.filter(
    (path) => isImported(path) && !TEST_CALL.test(readFileSync(join(root, path), "utf8")),
  ),
);
const built = builtFolder();
process.on("exit", () => rmSync(built, { recursive: true, force: true }));
await buildTests(root, files, built);
const { status, output } = await run(entriesOf(files), cores + 1);
process.exitCode = isInterrupted ? 130 : (status ?? 1);
if (process.exitCode === 0) judge(output);

/** A new folder for the bundled tests; removes those of runs that were killed. */
function builtFolder() {
  const folder = join(root, ".build");
  for (const name of readdirSync(folder)) {
    const [, pid] = /^tests-(\d+)$/.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { recursive: true });
  }
  const own = join(folder, `tests-${process.pid}`);
  mkdirSync(own);
  return own;
}

/**
 * The bundled files of the paths, in place of some of them entries that import them in order: one for
 * each file of `FIRST`, and some for those of shared rooms.
 */
function entriesOf(paths) {
  const together = paths.filter((path) => SHARED.test(path));
  const first = paths.filter((path) => FIRST.includes(path));
  const groups = first.map((path) => [path]);
  const processes = Math.min(cores * SHARED_PER_CORE, together.length);
  for (let group = 0; group < processes; group++) {
    groups.push(together.filter((_, index) => index % processes === group));
  }
  const entries = groups.map((group, number) => {
    const imports = group.map((path) => `await import("./${builtName(path)}");\n`);
    // Before all other paths in the order in which the runner takes them.
    const entry = join(built, `0-${String(number + 1).padStart(3, "0")}.mjs`);
    writeFileSync(entry, imports.join(""));
    return entry;
  });
  const alone = paths.filter((path) => !isImported(path));
  return [...entries, ...alone.map((path) => join(built, builtName(path))), ...replaysOf(paths)];
}

/** Entries for the seeds with which one of the files ever failed; none where SEED asks for another one. */
function replaysOf(paths) {
  if (process.env.SEED !== undefined) return [];
  const failed = JSON.parse(readFileSync(join(root, "test/failed_seeds.json"), "utf8"));
  const replays = paths.flatMap((path) =>
    path === OF_ITSELF ? [] : (failed[path] ?? []).map((seed) => ({ path, seed })),
  );
  return replays.map(({ path, seed }, number) => {
    const entry = join(built, `1-${String(number + 1).padStart(3, "0")}.mjs`);
    const says = `process.env.SEED = "${seed}";\nawait import("./${builtName(path)}");\n`;
    writeFileSync(entry, says);
    return entry;
  });
}

function isImported(path) {
  return SHARED.test(path) || FIRST.includes(path);
}

function builtName(path) {
  return path.replace(/\.ts$/, ".mjs");
}

/** The line of a source, relative to the project, that a line of a bundled file was made of. */
function sourcePlace(place, path, line, column) {
  const file = join(root, path);
  if (!existsSync(`${file}.map`)) return place;
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  const { originalSource, originalLine } = map.findEntry(line - 1, column - 1);
  if (originalSource === undefined) return place;
  return `${relative(root, join(dirname(file), originalSource))}:${originalLine + 1}`;
}

/** Runs the files, `atOnce` at a time; resolves with the runner's status and output. */
function run(paths, atOnce) {
  const options = [
    `--test-concurrency=${atOnce}`,
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
  ];
  const args = ["--test", ...options, ...flags, ...paths];
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
  let line = "";
  running.stdout.setEncoding("utf8").on("data", (text) => {
    const lines = `${line}${text}`.split("\n");
    line = lines.pop();
    for (const whole of lines) {
      output += `${whole}\n`;
      process.stdout.write(`${whole.replace(BUNDLED_PLACE, sourcePlace)}\n`);
    }
  });
  running.on("error", (error) => fail(`could not start the test runner: ${error.message}`));
  return new Promise((resolve) => {
    running.on("close", (status) => resolve({ status, output }));
  });
}

/** Fails a run in which all tests passed but some did not run. */
function judge(output) {
  const lines = stripVTControlCharacters(output).split("\n");
  const countOf = (what) =>
    lines
      .filter((line) => new RegExp(`^ℹ ${what} \\d+$`).test(line))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  if (countOf("tests") === 0) fail("no test ran");
  if (process.env.CI === "true") judgeSkipped(lines, countOf("skipped"));
  // The runner counts a file without tests as one passed test, titled with the file's path.
  failOfEmpty(
    files.filter((path) =>
      lines.some((line) => line.startsWith(`✔ ${join(built, builtName(path))} (`)),
    ),
  );
}

function failOfEmpty(paths) {
  if (paths.length > 0) fail(`no test in ${paths.join(", ")}`);
}

/** Accepts a reason for skipping only when it names a known tool that the machine really lacks. */
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
