/**
 * `npm test [-- word… --node-flag…]`: runs every test file, or those whose path contains one of the
 * words. Lists the files itself, because Node 20's runner finds no `.ts` file and then passes.
 * Fails when there is no test file, when a file holds no test, and with CI=true when one is skipped.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const ROOMS = ["src", "wal", "test", "bench", "scripts"];
/** The longest a single test may take: a hang is a failure, not a wait. */
const TEST_TIMEOUT_MS = 300_000;
/** Files at once: a server under test has two busy threads and its load; more would starve them. */
const FILES_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

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

const child = spawn(
  process.execPath,
  [
    "--import",
    "tsx",
    "--test",
    `--test-concurrency=${FILES_AT_ONCE}`,
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    ...flags,
    ...files,
  ],
  {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? "24",
      ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
    },
  },
);

let output = "";
child.stdout.setEncoding("utf8");
child.stdout.on("data", (text) => {
  output += text;
  process.stdout.write(text);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => fail(`could not start the test runner: ${error.message}`));
child.on("close", (status) => {
  const lines = stripVTControlCharacters(output).split("\n");
  const countOf = (what) =>
    Number(
      lines
        .findLast((line) => new RegExp(`^ℹ ${what} \\d+$`).test(line))
        ?.split(" ")
        .at(-1),
    );
  if (status === 0 && !(countOf("tests") > 0)) fail("no test ran");
  const skipped = countOf("skipped");
  if (status === 0 && process.env.CI === "true" && skipped !== 0) {
    fail(`${skipped} tests were skipped, which CI does not take: their reasons are above`);
  }
  // The runner counts a file without tests as one passed test, titled with the file's path.
  const empty = files.filter((path) =>
    lines.some((line) => line.startsWith(`✔ ${join(root, path)} (`)),
  );
  if (status === 0 && empty.length > 0) fail(`no test in ${empty.join(", ")}`);
  process.exitCode = status ?? 1;
});

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
