/**
 * `npm test [-- word… --times --node-flag…]`: runs every test file, or those whose path contains one of the
 * words; with `--times` prints what each took (scripts/test_times.mjs), and behind that what failed. Lists the files
 * itself, because Node 20's runner finds no `.ts` file and then passes.
 * Fails when there is no test file, when a file holds no test, and with CI=true when a test is
 * skipped although this machine lacks nothing (test/support/machine.ts). Lists the tests that were
 * skipped. Two processes more run at once than there are cores, because many wait for servers and disks:
 * no test may depend on how fast it runs. The tests are bundled first (scripts/test_build.mjs), and
 * some files share a process (scripts/test_entries.mjs).
 * A test that chooses at random has a fixed seed, or SEED of the environment. Without SEED each test file
 * runs once more with each of its seeds in test/failed_seeds.json.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { descriptorLimit, exitWhereUnfit, startFaults } from "../src/http/native_build.mjs";
import { ENTRY_MODULES, writeEntries } from "./test_entries.mjs";
import { TIMES_FILE, timesText } from "./test_times.mjs";

exitWhereUnfit(startFaults(import.meta.url));

const ROOMS = ["src", "wal", "test", "bench", "scripts"];
/**
 * The longest that a test, and a process, may take, milliseconds: half an hour, which only one that
 * hangs reaches.
 */
const TEST_TIMEOUT_MS = 1_800_000;
/**
 * A place in a bundled file, of the tests or of a server: file, line and column. Such places are
 * translated here, where one is printed, and not by `--enable-source-maps`: with that option every
 * thread of every process reads the maps of all that it loads, a tenth of a server's start.
 */
const BUNDLED_PLACE = /(\.build\/[^\s:"']+\.m?js):(\d+):(\d+)/g;
/** The line of the reporter behind which the failed tests stand once more, each with its error. */
const FAILING = /^✖ failing tests:$/;
/** A call that every test file contains. */
const TEST_CALL = /\b(test|decisionTable|platformTable)\(/;
/**
 * By name of a tool that a skipped test can name: a function that is true when the machine lacks
 * it.
 */
const LACKING = {
  chromium: () => !isOnPath("chromium-headless-shell") && !isOnPath("chromium"),
  // An engine may be there without a way to the base image.
  containers: () => true,
  descriptors: () => descriptorLimit() < 1_000,
  gcc: () => !isOnPath("gcc") || !existsSync("/usr/include/dlfcn.h"),
  haproxy: () => !existsSync("/usr/sbin/haproxy"),
  mount: () => !canMount(),
  nginx: () => !isOnPath("nginx"),
  pdftotext: () => !isOnPath("pdftotext"),
  // The packages of Python that .ci/run puts there.
  pyiso: () => !existsSync("node_modules/.cache/iso20022"),
  python3: () => !isOnPath("python3"),
  systemd: () => !isOnPath("systemd-analyze"),
  user: () => process.getuid() !== 0,
  xmllint: () => !isOnPath("xmllint"),
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const isTimed = args.includes("--times");
const flags = args.filter((arg) => arg.startsWith("-") && arg !== "--times");
const words = args.filter((arg) => !arg.startsWith("-"));
const files = ROOMS.flatMap((room) => testFiles(room))
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .sort();

if (files.length === 0) {
  fail(`no test file${words.length === 0 ? "" : ` whose path contains ${words.join(" or ")}`}`);
}

// Tests start real servers, which run the files of the build.
await import("./build.mjs");
const { buildTests, bundlesFolder } = await import("./test_build.mjs");

const cores = availableParallelism();
let running;
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    isInterrupted = true;
    running?.kill(signal);
  });
}
failOfEmpty(files.filter((path) => !TEST_CALL.test(readFileSync(join(root, path), "utf8"))));
const built = bundlesFolder(root);
const inputs = await buildTests(root, [...files, ...ENTRY_MODULES], built);
const timesFile = join(built, "times.jsonl");
const isOnly = flags.includes("--test-only");
const entries = writeEntries(files, { root, built, inputs, cores, isOnly, isTimed });
const { status, output, failures } = await run(entries, cores + 2);
if (isTimed) process.stdout.write(`${timesText(output, timesFile)}\n${failures}`);
process.exitCode = isInterrupted ? 130 : (status ?? 1);
if (process.exitCode === 0) judge(output);

/** The line of a source, relative to the project, that a line of a bundled file was made of. */
function sourcePlace(place, path, line, column) {
  const file = join(root, path);
  if (!existsSync(`${file}.map`)) return place;
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  const { originalSource, originalLine } = map.findEntry(line - 1, column - 1);
  if (originalSource === undefined) return place;
  return `${relative(root, join(dirname(file), originalSource))}:${originalLine + 1}`;
}

/**
 * Runs the files, `atOnce` at a time; resolves with the runner's status and output. Of a timed run the list of what
 * failed, with its errors, is not printed yet: `failures` is that text, which stands behind the times.
 */
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
      ...(isTimed ? { [TIMES_FILE]: timesFile } : {}),
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? "24",
      ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
    },
  });
  let output = "";
  let failures = "";
  let line = "";
  running.stdout.setEncoding("utf8").on("data", (text) => {
    const lines = `${line}${text}`.split("\n");
    line = lines.pop();
    for (const whole of lines) {
      output += `${whole}\n`;
      const shown = `${whole.replace(BUNDLED_PLACE, sourcePlace)}\n`;
      const isLast = isTimed && (failures !== "" || FAILING.test(stripVTControlCharacters(whole)));
      if (isLast) failures += shown;
      else process.stdout.write(shown);
    }
  });
  running.on("error", (error) => fail(`could not start the test runner: ${error.message}`));
  return new Promise((resolve) => {
    running.on("close", (status) => resolve({ status, output, failures }));
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
  // The reporter opens the suite of a file, titled with its path, where the first of its tests is done.
  failOfEmpty(files.filter((path) => !lines.includes(`▶ ${path}`)));
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
