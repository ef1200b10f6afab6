/**
 * The documents that show figures: the headlines in README.md, every row in bench/README.md. The
 * figures stand between two marks and come from the newest recorded results alone.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Recorded } from "./results.ts";
import { type Asked, type Figure, isReached, type Row } from "./row.ts";
import { spreadText } from "./spread.ts";

const ROOT = join(import.meta.dirname, "..");
const BEGIN = "<!-- numbers -->";
const END = "<!-- /numbers -->";
const HEAD = [
  "| row | what | asked | measured: median (lowest to highest) | reached |",
  "| --- | ---- | ----- | ------------------------------------ | ------- |",
];

/** `path`: from the project's root. */
export type Plot = { path: string; text: string };
/** `path`: from the project's root. `text`: the whole text of the document. */
export type NumbersDocument = { path: string; text: string };
type Newest = ReadonlyMap<string, Recorded>;

/** Writes the figures into both documents; throws when one of them has no marks. */
export function writeNumbers(rows: readonly Row[], newest: Newest, plots: readonly Plot[]): void {
  for (const { path, text } of numbersDocuments(rows, newest, plots)) {
    writeFileSync(join(ROOT, path), text);
  }
}

/** Both documents as they are on disk, with the figures of `newest` between their marks. */
export function numbersDocuments(
  rows: readonly Row[],
  newest: Newest,
  plots: readonly Plot[],
): NumbersDocument[] {
  const lines = {
    "README.md": headlines(rows, newest),
    "bench/README.md": allNumbers(rows, newest, plots),
  };
  return Object.entries(lines).map(([path, numbers]) => ({
    path,
    text: withNumbers(readFileSync(join(ROOT, path), "utf8"), numbers),
  }));
}

/** Replaces the lines between the marks. */
export function withNumbers(document: string, lines: readonly string[]): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`the document has no ${BEGIN} … ${END}`);
  const before = document.slice(0, begin + BEGIN.length);
  return `${before}\n\n${lines.join("\n")}\n\n${document.slice(end)}`;
}

/** The figures that are marked as headlines, for the project's README. */
export function headlines(rows: readonly Row[], newest: Newest): string[] {
  const told = rows.flatMap((row) => {
    const figures = row.figures.filter(({ isHeadline }) => isHeadline);
    return figures.length === 0 ? [] : [{ ...row, figures }];
  });
  const machines = new Set(
    told.flatMap(({ name }) => {
      const recorded = newest.get(name);
      return recorded === undefined ? [] : [machineOf(recorded)];
    }),
  );
  return [
    ...HEAD,
    ...told.flatMap((row) => linesOf(row, newest.get(row.name), "")),
    "",
    `${[...machines].join("; ")}. Server, peers and load share the cores, and others share the machine: believe`,
    "the ratios, not the figures. [All rows, and how measured](bench/README.md).",
  ];
}

/** Every figure of every row, for bench/README.md. */
export function allNumbers(rows: readonly Row[], newest: Newest, plots: readonly Plot[]): string[] {
  return [
    ...HEAD,
    ...rows.flatMap((row) => linesOf(row, newest.get(row.name), "../")),
    "",
    ...provenance(rows, newest),
    ...plots.flatMap(({ path, text }) => ["", `![${text}](../${path})`]),
  ];
}

/** The lines of one row; `toRoot` leads from the document to the project's root. */
function linesOf(row: Row, recorded: Recorded | undefined, toRoot: string): string[] {
  const title = `**${row.name}** ${row.title}`;
  if (recorded === undefined) return [`| ${title} | | | not measured | |`];
  return row.figures.flatMap((figure, at) => {
    const spread = recorded.figures[figure.name];
    if (spread === undefined) return [];
    const cells = [
      at === 0 ? title : "",
      figure.text,
      figure.asked === undefined ? "" : askedText(figure.asked),
      spreadText(spread, figure.digits),
      reachedText(figure, spread.median, row.shortfall && toRoot + row.shortfall),
    ];
    return [`| ${cells.join(" | ")} |`];
  });
}

function askedText(asked: Asked): string {
  const text = (value: number) => value.toLocaleString("en-US");
  return "atLeast" in asked ? `at least ${text(asked.atLeast)}` : `under ${text(asked.below)}`;
}

function reachedText({ asked }: Figure, median: number, why: string | undefined): string {
  if (asked === undefined) return "";
  if (isReached(asked, median)) return "yes";
  return why === undefined ? "no" : `no: [why](${why})`;
}

/** Where the figures come from: one sentence for each commit and machine among them. */
function provenance(rows: readonly Row[], newest: Newest): string[] {
  const bySource = new Map<string, string[]>();
  for (const { name } of rows) {
    const recorded = newest.get(name);
    if (recorded === undefined) continue;
    const source = sourceOf(recorded);
    bySource.set(source, [...(bySource.get(source) ?? []), name]);
  }
  const sources = [...bySource];
  const runs = sources.map(([source, names]) => {
    const which = sources.length === 1 ? "" : `${names.join(", ")}: `;
    return `${which}${source}.`;
  });
  const notes = rows.flatMap(({ name }) =>
    (newest.get(name)?.notes ?? []).map((note) => `- ${name}: ${note}.`),
  );
  return [
    "`npm run bench -- --record` wrote this table.",
    ...runs,
    ...(notes.length === 0 ? [] : ["", ...notes]),
  ];
}

function sourceOf(recorded: Recorded): string {
  const { date, commit, dirty, generator, connections } = recorded;
  const state = dirty ? `${commit}, with changes` : commit;
  return (
    `${date.slice(0, 10)} at commit ${state}; ${machineOf(recorded)}, ` +
    `${generator}, ${connections} connections`
  );
}

function machineOf({ machine: { cpu, cores, memoryGiB, node } }: Recorded): string {
  return `${cores} cores (${cpu}), ${memoryGiB} GiB, Node ${node.slice(1)}`;
}
