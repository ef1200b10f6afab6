/** Writes the newest recorded results into the README, between its number marks. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Recorded } from "./results.ts";
import { type Asked, type Figure, isReached, type Row } from "./row.ts";
import { spreadText } from "./spread.ts";

const README = join(import.meta.dirname, "..", "README.md");
const BEGIN = "<!-- numbers -->";
const END = "<!-- /numbers -->";

export type Plot = { path: string; text: string };

/** Replaces what stands between the marks; throws when the README has none. */
export function writeNumbers(
  rows: readonly Row[],
  newest: ReadonlyMap<string, Recorded>,
  plots: readonly Plot[],
): void {
  const before = readFileSync(README, "utf8");
  writeFileSync(README, withNumbers(before, rows, newest, plots));
}

export function withNumbers(
  readme: string,
  rows: readonly Row[],
  newest: ReadonlyMap<string, Recorded>,
  plots: readonly Plot[],
): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`README.md has no ${BEGIN} … ${END}`);
  const lines = [
    "| row | what | asked | measured: median (lowest to highest) | reached |",
    "| --- | ---- | ----- | ------------------------------------ | ------- |",
    ...rows.flatMap((row) => linesOf(row, newest.get(row.name))),
    "",
    ...provenance(rows, newest),
    ...plots.flatMap(({ path, text }) => ["", `![${text}](${path})`]),
  ];
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${lines.join("\n")}\n\n${readme.slice(end)}`;
}

function linesOf(row: Row, recorded: Recorded | undefined): string[] {
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
      reachedText(row, figure, spread.median),
    ];
    return [`| ${cells.join(" | ")} |`];
  });
}

function askedText(asked: Asked): string {
  const text = (value: number) => value.toLocaleString("en-US");
  return "atLeast" in asked ? `at least ${text(asked.atLeast)}` : `under ${text(asked.below)}`;
}

function reachedText({ shortfall }: Row, { asked }: Figure, median: number): string {
  if (asked === undefined) return "";
  if (isReached(asked, median)) return "yes";
  return shortfall === undefined ? "no" : `no: [why](${shortfall})`;
}

/** Where the figures come from: one sentence for each commit and machine among them. */
function provenance(rows: readonly Row[], newest: ReadonlyMap<string, Recorded>): string[] {
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
    "`npm run bench -- --record` wrote this; [bench/README.md](bench/README.md) says what each row",
    "does and what would make it lie. Server, peers and load share the cores; sides run in turn.",
    "The machine is shared too: believe the shares, not the absolute figures.",
    ...runs,
    ...(notes.length === 0 ? [] : ["", ...notes]),
  ];
}

function sourceOf({ date, commit, dirty, machine, generator, connections }: Recorded): string {
  const { cpu, cores, memoryGiB, node } = machine;
  const state = dirty ? `${commit}, with changes` : commit;
  return (
    `${date.slice(0, 10)} at commit ${state}; ${cores} cores (${cpu}), ${memoryGiB} GiB, ` +
    `Node ${node.slice(1)}, ${generator}, ${connections} connections`
  );
}
