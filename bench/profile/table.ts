/** The profile as plain text: a table of rooms by threads, and the most expensive functions. */
import type { Profile } from "./measure.ts";
import { ROWS } from "./rooms.ts";
import { COLUMNS, type Column } from "./threads.ts";

const FUNCTIONS_SHOWN = 25;
const ROW_WIDTH = 24;

/** Rooms as rows, kinds of threads as columns, microseconds of processor time for each unit. */
export function roomTable({ columns }: Profile): string {
  const shown = (Object.keys(COLUMNS) as Column[]).filter((column) => columns.has(column));
  const costs = shown.map((column) => columns.get(column));
  const titles = [...shown.map((column) => COLUMNS[column]), "all"];
  const line = (title: string, values: readonly (number | undefined)[], digits = 2) => {
    const cells = [...values, sumOf(values)].map((value, at) => {
      const width = (titles[at]?.length ?? 0) + 2;
      const text = value === undefined || value === 0 ? "" : value.toFixed(digits);
      return text.padStart(Math.max(width, 8));
    });
    return `${title.padEnd(ROW_WIDTH)}${cells.join("")}`.trimEnd();
  };
  const head = titles.map((title) => title.padStart(Math.max(title.length + 2, 8))).join("");
  const rooms = ROWS.flatMap((row) => {
    const values = costs.map((column) => column?.rooms.get(row));
    return sumOf(values) === 0 ? [] : [line(row, values)];
  });
  const native = costs.map((column) => (column?.rooms.size === 0 ? column.cpuUs : undefined));
  return [
    `${"".padEnd(ROW_WIDTH)}${head}`,
    ...rooms,
    line("threads of native code", native),
    line(
      "all",
      costs.map((column) => column?.cpuUs),
    ),
    line(
      "of it in the kernel",
      costs.map((column) => column?.kernelUs),
    ),
    line(
      "number of threads",
      costs.map((column) => column?.threads),
      0,
    ),
  ].join("\n");
}

/** The functions that take most time by themselves, with the threads that run them. */
export function functionTable({ functions }: Profile): string {
  return functions
    .slice(0, FUNCTIONS_SHOWN)
    .map(({ us, column, text }) => {
      const threads = COLUMNS[column].padEnd(COLUMNS.platform.length + 2);
      return `${us.toFixed(2).padStart(8)}  ${threads}${text}`;
    })
    .join("\n");
}

function sumOf(values: readonly (number | undefined)[]): number {
  return values.reduce((sum: number, value) => sum + (value ?? 0), 0);
}
