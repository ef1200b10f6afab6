/**
 * Plots of the recorded rows as SVG, drawn by vega without a browser. A plot whose row was never
 * recorded is not drawn.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, type Spec, View } from "vega";
import type { Plot } from "./readme.ts";
import type { Recorded } from "./results.ts";

const FOLDER = "bench/plots";
const ROOT = join(import.meta.dirname, "..");

type Point = { x: number; y: number; low: number; high: number };
type Drawing = {
  file: string;
  row: string;
  figure: string;
  text: string;
  xTitle: string;
  yTitle: string;
};

const DRAWINGS: readonly Drawing[] = [
  {
    file: "throughput_by_connections.svg",
    row: "connections",
    figure: "perSecond",
    text: "durable transfers per second over connections",
    xTitle: "connections",
    yTitle: "transfers per second",
  },
  {
    file: "latency_by_connections.svg",
    row: "connections",
    figure: "p99Ms",
    text: "p99 latency over connections, closed loop",
    xTitle: "connections",
    yTitle: "p99, ms",
  },
  {
    file: "throughput_by_accounts.svg",
    row: "p6",
    figure: "perSecond",
    text: "durable transfers per second over accounts",
    xTitle: "accounts",
    yTitle: "transfers per second",
  },
];

/** The plots whose rows were recorded, with paths from the project's root. */
export function plotsOf(newest: ReadonlyMap<string, Recorded>): Plot[] {
  return DRAWINGS.filter(({ row }) => newest.has(row)).map(({ file, text }) => ({
    path: `${FOLDER}/${file}`,
    text,
  }));
}

/** Draws every plot of `plotsOf` into its file. */
export async function renderPlots(newest: ReadonlyMap<string, Recorded>): Promise<void> {
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  for (const drawing of DRAWINGS) {
    const recorded = newest.get(drawing.row);
    if (recorded === undefined) continue;
    const svg = await svgOf(drawing, pointsOf(drawing, recorded));
    writeFileSync(join(ROOT, FOLDER, drawing.file), `${svg}\n`);
  }
}

/** One point for each side; the name of a side of these rows is its place on the x axis. */
export function pointsOf({ figure }: Pick<Drawing, "figure">, { sides }: Recorded): Point[] {
  return Object.entries(sides).flatMap(([name, figures]) => {
    const spread = figures[figure];
    if (spread === undefined) return [];
    return [{ x: Number(name), y: spread.median, low: spread.low, high: spread.high }];
  });
}

/**
 * A plot with the medians as a line, and the lowest to the highest value as a bar at each point.
 */
export async function svgOf(
  { text, xTitle, yTitle }: Pick<Drawing, "text" | "xTitle" | "yTitle">,
  points: readonly Point[],
): Promise<string> {
  const at = (x: string, y: string) => ({
    x: { scale: "x", field: x },
    y: { scale: "y", field: y },
  });
  const colour = { value: "#2b6cb0" };
  const spec: Spec = {
    width: 420,
    height: 220,
    padding: 8,
    background: "white",
    title: { text, fontSize: 13 },
    data: [{ name: "points", values: [...points] }],
    scales: [
      { name: "x", type: "log", domain: { data: "points", field: "x" }, range: "width" },
      {
        name: "y",
        zero: true,
        nice: true,
        domain: { data: "points", field: "high" },
        range: "height",
      },
    ],
    axes: [
      {
        orient: "bottom",
        scale: "x",
        title: xTitle,
        values: points.map(({ x }) => x),
        format: ",",
      },
      { orient: "left", scale: "y", title: yTitle, grid: true, tickCount: 5 },
    ],
    marks: [
      {
        type: "rule",
        from: { data: "points" },
        encode: {
          enter: { ...at("x", "low"), y2: { scale: "y", field: "high" }, stroke: colour },
        },
      },
      {
        type: "line",
        from: { data: "points" },
        encode: { enter: { ...at("x", "y"), stroke: colour, strokeWidth: { value: 2 } } },
      },
      {
        type: "symbol",
        from: { data: "points" },
        encode: { enter: { ...at("x", "y"), fill: colour, size: { value: 40 } } },
      },
    ],
  };
  return await new View(parse(spec), { renderer: "none" }).toSVG();
}
