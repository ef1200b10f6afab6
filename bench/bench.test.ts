/** Tests of the bench: its arithmetic, its flags, and that no recorded figure is lost. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { OptionError } from "../src/base/option_error.ts";
import { parseBenchOptions } from "./options.ts";
import { plotsOf, pointsOf, svgOf } from "./plots.ts";
import { allNumbers, headlines, numbersDocuments, withNumbers } from "./readme.ts";
import { newestResults, type Recorded, record } from "./results.ts";
import { isReached, type Row, type Settings } from "./row.ts";
import { toolWeight } from "./rows/tool_weight.ts";
import { ROWS } from "./rows.ts";
import { runRow } from "./run_row.ts";
import { spreadOf, spreadText } from "./spread.ts";

const SETTINGS: Settings = {
  size: "usual",
  generator: "wrk",
  connections: 256,
  accounts: 256,
  scratch: "/nowhere",
  say: () => undefined,
};

for (const [values, median, low, high, text] of [
  [[3], 3, 3, 3, "3.0"],
  [[3, 1], 2, 1, 3, "2.0 (1.0 to 3.0)"],
  [[10, 9, 1_000], 10, 9, 1_000, "10.0 (9.0 to 1,000.0)"],
] as const) {
  test(`spread: turns ${values.join(", ")} -> median ${median}, ${low} to ${high}`, () => {
    const spread = spreadOf(values);
    assert.deepEqual(spread, { median, low, high });
    assert.equal(spreadText(spread, 1), text);
  });
}

test("runRow: three rounds of two sides -> in turn, ratios by round, check, then close", async () => {
  const events: string[] = [];
  const measured = await runRow(rowOf(events), SETTINGS, { ...ROUNDS, pairs: 3 });
  assert.deepEqual(events, ["a1", "b1", "a2", "b2", "a2", "b2", "a2", "b2", "check", "close"]);
  assert.deepEqual(measured.figures["ratio"], { median: 0.6, low: 0.5, high: 0.8 });
  assert.deepEqual(measured.sides["a"]?.["perSecond"], { median: 50, low: 40, high: 60 });
  assert.deepEqual([measured.row, measured.pairs, measured.seconds], ["r", 3, 2]);
});

test("runRow: a turn that throws -> rejects, and the row is closed", async () => {
  const events: string[] = [];
  const failing = rowOf(events, { failsAt: 2 });
  await assert.rejects(runRow(failing, SETTINGS, ROUNDS), /the second turn/);
  assert.equal(events.at(-1), "close");
});

test("results: two records of a row -> both lines stay, the newest is read", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "bench-test-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "results.jsonl");
  const { machine: _, ...measured } = RECORDED;
  record(measured, SETTINGS, path);
  record({ ...measured, pairs: 9 }, SETTINGS, path);
  const newest = newestResults(path);
  assert.equal(newest.size, 1);
  assert.equal(newest.get("r")?.pairs, 9);
  assert.match(newest.get("r")?.commit ?? "", /^[0-9a-f]{12}$/);
});

test("results: the committed file -> every line can be read, old formats too", () => {
  for (const [name, { figures }] of newestResults()) {
    assert.ok(
      ROWS.some((row) => row.name === name),
      name,
    );
    for (const { low, median, high } of Object.values(figures)) {
      assert.ok(low <= median && median <= high);
    }
  }
});

test("withNumbers: a document with marks -> the lines between them, the rest untouched", () => {
  const document = "a\n<!-- numbers -->\nold\n<!-- /numbers -->\nb\n";
  const written = "a\n<!-- numbers -->\n\nnew\nlines\n\n<!-- /numbers -->\nb\n";
  assert.equal(withNumbers(document, ["new", "lines"]), written);
  assert.equal(withNumbers(written, ["new", "lines"]), written);
  assert.throws(() => withNumbers("no marks", []), /has no <!-- numbers -->/);
});

test("allNumbers: a recorded row, and one that is not -> both told, with source, note and plot", () => {
  const plots = [{ path: "bench/plots/x.svg", text: "a plot" }];
  const lines = allNumbers([rowOf([]), UNMEASURED], NEWEST, plots);
  const row = "| **r** a row | of b | at least 0.7 | 0.60 (0.50 to 0.80) | no: [why](../x.md) |";
  assert.ok(lines.includes(row), lines.join("\n"));
  assert.ok(lines.includes("| **s** another | | | not measured | |"));
  assert.match(lines.join("\n"), /2026-11-21 at commit 0123456789ab; 2 cores \(a cpu\), 23 GiB/);
  assert.ok(lines.includes("- r: pool of 32."));
  assert.ok(lines.includes("![a plot](../bench/plots/x.svg)"));
});

test("headlines: rows with and without a headline -> the headlines alone, and the machine", () => {
  const row = rowOf([]);
  const figures = row.figures.map((figure) => ({ ...figure, isHeadline: true as const }));
  const lines = headlines([{ ...row, figures }, UNMEASURED], NEWEST);
  const line = "| **r** a row | of b | at least 0.7 | 0.60 (0.50 to 0.80) | no: [why](x.md) |";
  assert.equal(lines[2], line);
  assert.ok(!lines.join("\n").includes("another"));
  assert.match(lines.join("\n"), /^2 cores \(a cpu\), 23 GiB, Node 20\.20\.2\./m);
});

test("numbers: README.md and bench/README.md -> exactly what the recorded results give", () => {
  const newest = newestResults();
  for (const { path, text } of numbersDocuments(ROWS, newest, plotsOf(newest))) {
    const written = readFileSync(join(import.meta.dirname, "..", path), "utf8");
    assert.equal(written, text, `${path}: npm run bench -- --render writes the figures`);
  }
});

test("plots: sides named by numbers -> a point each, an SVG with the titles", async () => {
  const points = pointsOf({ figure: "perSecond" }, { ...RECORDED, sides: SERIES });
  assert.deepEqual(points, [
    { x: 1, y: 5, low: 4, high: 6 },
    { x: 64, y: 50, low: 40, high: 60 },
  ]);
  const titles = { text: "a title", xTitle: "connections", yTitle: "per second" };
  const svg = await svgOf(titles, points);
  assert.match(svg, /^<svg .*a title.*<\/svg>$/s);
});

test("rows: all of them -> a name of their own, and P1 to P10 are there", () => {
  const names = ROWS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  const asked = Array.from({ length: 10 }, (_, index) => `p${index + 1}`);
  assert.deepEqual(names.slice(0, asked.length), asked);
});

test("tool_weight: what tools weigh in tokens -> below every bound of the row", async () => {
  const { figures } = await runRow(toolWeight, SETTINGS, { ...ROUNDS, warmUpSeconds: 0 });
  for (const { name, asked } of toolWeight.figures) {
    const { median } = figures[name] ?? assert.fail(name);
    assert.ok(asked === undefined || isReached(asked, median), `${name}: ${median} tokens`);
  }
});

test("bench options: a row by name with rounds of its own -> that row, those rounds", () => {
  const options = parseBenchOptions(["p3", "--pairs", "5", "--seconds", "8"], ROWS);
  assert.ok(options !== "help");
  assert.deepEqual(
    options.rows.map(({ name }) => name),
    ["p3"],
  );
  const [row] = options.rows;
  assert.ok(row !== undefined);
  const { pairs, seconds } = options.rounds(row);
  assert.deepEqual([pairs, seconds, options.records], [5, 8, false]);
});

test("bench options: --small -> every row, one round of a second, no warm-up", () => {
  const options = parseBenchOptions(["--small"], ROWS);
  assert.ok(options !== "help");
  assert.equal(options.rows.length, ROWS.length);
  assert.deepEqual(options.rounds(rowOf([])), { pairs: 1, seconds: 1, warmUpSeconds: 0 });
});

const REFUSED: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [["p99"], /no row p99/],
  [["--pairs", "0"], /--pairs is a whole number from 1/],
  [["--accounts", "1"], /--accounts is a whole number from 2/],
  [["--small", "--record"], /not recorded/],
  [["--small", "--full"], /choose one/],
  [["--generator", "ab"], /--generator is wrk or autocannon/],
  [["--speed", "1"], /--speed.*see --help/s],
];

for (const [args, message] of REFUSED) {
  test(`bench options: ${args.join(" ")} -> refused with a sentence`, () => {
    assert.throws(
      () => parseBenchOptions(args, ROWS),
      (error: Error) => error instanceof OptionError && message.test(error.message),
    );
  });
}

const ROUNDS = { pairs: 1, seconds: 2, warmUpSeconds: 1 };
const spread = (median: number, low: number, high: number) => ({ median, low, high });
const SERIES = {
  "1": { perSecond: spread(5, 4, 6) },
  "64": { perSecond: spread(50, 40, 60) },
};

const RECORDED: Recorded = {
  row: "r",
  pairs: 3,
  seconds: 2,
  notes: ["pool of 32"],
  sides: {},
  figures: { ratio: { median: 0.6, low: 0.5, high: 0.8 } },
  date: "2026-11-21T00:00:00.000Z",
  commit: "0123456789ab",
  dirty: false,
  machine: { cpu: "a cpu", cores: 2, memoryGiB: 23, platform: "linux x64", node: "v20.20.2" },
  generator: "wrk",
  size: "usual",
  connections: 256,
  accounts: 256,
};

const NEWEST = new Map([["r", RECORDED]]);
const UNMEASURED: Row = { ...rowOf([]), name: "s", title: "another" };

/** A row whose rounds give 50 and 100, 40 and 50, 60 and 100, after a warm-up. */
function rowOf(events: string[], { failsAt = Number.POSITIVE_INFINITY } = {}): Row {
  const values = { a: [1, 50, 40, 60], b: [1, 100, 50, 100] };
  let turns = 0;
  const side = (name: "a" | "b") => ({
    name,
    turn: async (seconds: number) => {
      if (++turns === failsAt) throw new Error("the second turn");
      events.push(`${name}${seconds}`);
      return { perSecond: values[name].shift() ?? 0 };
    },
  });
  return {
    name: "r",
    title: "a row",
    pairs: 1,
    seconds: 1,
    warmUpSeconds: 1,
    figures: [{ name: "ratio", text: "of b", digits: 2, asked: { atLeast: 0.7 } }],
    shortfall: "x.md",
    open: async () => ({
      sides: [side("a"), side("b")],
      notes: [],
      check: async () => void events.push("check"),
      close: async () => void events.push("close"),
    }),
    derive: (of) => ({ ratio: of("a", "perSecond") / of("b", "perSecond") }),
  };
}
