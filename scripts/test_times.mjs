/**
 * What `npm test -- --times` prints: by test file the time of its tests with what it prepares, their
 * processor time with that of all processes that come from the test process, their number, and the servers
 * that it started with the time until they served; by process how long it took and its processor time. Then
 * the sums by room and by length.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { after, before } from "node:test";
import { stripVTControlCharacters } from "node:util";

/** Names the file that a run is written to, a line of JSON a server or process; set when it is timed. */
export const TIMES_FILE = "TEST_TIMES_FILE";
/** Hundredths of a second, in which Linux counts processor time. */
const TICK_MS = 10;
/** The lengths of files that are summed, seconds: below the first, between two, above the last. */
const LENGTHS_S = [1, 5, 20, 60];

/** At the end of this process writes down what it took to run the test files. */
export function noteProcess(files) {
  process.on("exit", () =>
    note({ kind: "process", files, ms: performance.now(), cpuMs: treeMs() }),
  );
}

/** In the suite of a test file: writes down the processor time between its first test and its last. */
export function noteFile(file) {
  let fromMs = 0;
  before(() => {
    fromMs = treeMs();
  });
  after(() => note({ kind: "file", file, cpuMs: treeMs() - fromMs }));
}

function note(row) {
  appendFileSync(process.env[TIMES_FILE], `${JSON.stringify(row)}\n`);
}

/**
 * The processor time of this process and of all that came from it, those that have ended too, milliseconds.
 * 0 where the system does not tell it.
 */
function treeMs() {
  if (process.platform !== "linux") return 0;
  const stats = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? statOf(name) : []));
  const children = byParent(stats);
  const sum = ({ pid, ticks }) =>
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child), ticks);
  const own = stats.find(({ pid }) => pid === process.pid);
  return own === undefined ? 0 : sum(own) * TICK_MS;
}

function byParent(stats) {
  const groups = new Map();
  for (const stat of stats) {
    groups.set(stat.parent, [...(groups.get(stat.parent) ?? []), stat]);
  }
  return groups;
}

/** What Linux says of a process: its processor time is that of its ended children too. */
function statOf(pid) {
  try {
    // The fields behind the name, which may hold spaces.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1);
    const fields = text.split(" ").map(Number);
    return [{ pid: Number(pid), parent: fields[1], ticks: sumOf(fields.slice(11, 15)) }];
  } catch {
    return [];
  }
}

function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The table of a run, by what the runner printed and the file that the processes wrote. */
export function timesText(output, path) {
  const rows = existsSync(path)
    ? readFileSync(path, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
  const files = filesOf(stripVTControlCharacters(output), rows);
  const processes = rows.filter(({ kind }) => kind === "process");
  return [
    "\nBy file: seconds, seconds of processor time, tests, servers started, seconds until they served",
    ...files.map((file) => lineOf(file, file.path)),
    "\nBy process: seconds, seconds of processor time",
    ...processes.toSorted((a, b) => b.ms - a.ms).map(processLine),
    "\nBy room",
    ...sumsBy(files, ({ path }) => path.split("/").slice(0, -1).slice(0, 2).join("/")),
    "\nBy length of a file",
    ...sumsBy(files, ({ ms }) => lengthOf(ms / 1000)),
    "\nAll",
    ...sumsBy(
      files,
      () =>
        `${seconds(processes.reduce((sum, { cpuMs }) => sum + cpuMs, 0))} s of processor time until the processes ended`,
    ),
    "",
  ].join("\n");
}

/** The files that ran, longest first, by the lines of the reporter `spec`. */
function filesOf(output, rows) {
  const files = [];
  let tests = 0;
  for (const line of output.split("\n")) {
    if (/^ℹ tests \d+$/.test(line)) break;
    if (/^ +[✔✖﹣] /.test(line)) tests++;
    const [, path, ms] = /^[✔✖] (\S+\.test\.ts) \(([\d.]+)ms\)/.exec(line) ?? [];
    if (path === undefined) continue;
    const started = rows.filter(({ kind, file }) => kind === "server" && file === path);
    const startMs = started.reduce((sum, row) => sum + row.ms, 0);
    const cpuMs = rows.find(({ kind, file }) => kind === "file" && file === path)?.cpuMs ?? 0;
    files.push({ path, ms: Number(ms), cpuMs, tests, starts: started.length, startMs });
    tests = 0;
  }
  return files.toSorted((a, b) => b.ms - a.ms);
}

function sumsBy(files, nameOf) {
  const sums = new Map();
  for (const file of files) {
    const name = nameOf(file);
    const sum = sums.get(name) ?? { files: 0, ms: 0, cpuMs: 0, tests: 0, starts: 0, startMs: 0 };
    for (const what of ["ms", "cpuMs", "tests", "starts", "startMs"]) sum[what] += file[what];
    sum.files++;
    sums.set(name, sum);
  }
  return [...sums]
    .toSorted(([, a], [, b]) => b.ms - a.ms)
    .map(([name, sum]) => lineOf(sum, `${name} (files: ${sum.files})`));
}

function lengthOf(lengthS) {
  const at = LENGTHS_S.findIndex((most) => lengthS < most);
  if (at === 0) return `below ${LENGTHS_S[0]} s`;
  return at === -1
    ? `${LENGTHS_S.at(-1)} s and more`
    : `${LENGTHS_S[at - 1]} to ${LENGTHS_S[at]} s`;
}

function lineOf({ ms, cpuMs, tests, starts, startMs }, name) {
  const columns = [seconds(ms), seconds(cpuMs), tests, starts, seconds(startMs)];
  return `${columns.map((text) => String(text).padStart(8)).join("")}  ${name}`;
}

function processLine({ files, ms, cpuMs }) {
  const columns = [ms, cpuMs].map((each) => seconds(each).padStart(8));
  const more = files.length === 1 ? "" : ` and ${files.length - 1} more`;
  return `${columns.join("")}  ${files[0]}${more}`;
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
