/** The table of the entries. It goes on over the pages; every page has its header, and a row stands on one page. */
import { amountLines } from "./pdf_head.ts";
import { COLORS, PAGE, type Pages } from "./pdf_pages.ts";
import type { Style } from "./pdf_text.ts";

const HEADER: Style = { face: "bold", size: 7.5, color: COLORS.text };
const CELL: Style = { face: "plain", size: 8, color: COLORS.text };
const DETAIL: Style = { face: "plain", size: 6.5, color: COLORS.muted };
const SUM: Style = { face: "bold", size: 8, color: COLORS.text };
const RUNNING: Style = { face: "plain", size: 7.5, color: COLORS.muted };
const LEADING = 10.5;
const DETAIL_LEADING = 8.5;
const PADDING = 5;
/** The left edge of the text columns, and the right edge of those of amounts. */
const X = { date: PAGE.left, text: PAGE.left + 54, debit: 400, credit: 477, balance: PAGE.right };
const TEXT_WIDTH = 228;
const AMOUNT_WIDTH = 70;
/** Of the lines of an entry that stand together on a page; a page has room for more. */
const ROW_LINES_MAX = 40;
const CONTINUED = { date: "", time: "", debit: "", credit: "", balance: "" };

export type EntryRow = {
  date: string;
  time: string;
  kind: string;
  description: string;
  details: readonly string[];
  debit: string;
  credit: string;
  balance: string;
};
/** A row, or a part of one that is longer than a page. */
type Row = Omit<EntryRow, "kind" | "description"> & { lines: readonly string[] };
export type SumRow = { label: string; debit?: string; credit?: string; balance?: string };

type Options = { y: number; title: string; currency: string; foot: string };

export function openTable(pages: Pages, { y: from, title, currency, foot }: Options) {
  const { text } = pages;
  let y = from;
  header();

  function header(): void {
    y += 9;
    text.draw("Date", X.date, y, HEADER);
    text.draw("Entry", X.text, y, HEADER);
    text.drawRight("Debit", X.debit, y, HEADER);
    text.drawRight("Credit", X.credit, y, HEADER);
    text.drawRight(`Balance ${currency}`, X.balance, y, HEADER);
    y += 5;
    pages.rule(y, COLORS.rule, 0.8);
  }

  /** Room for a row, on the next page where this one has none. */
  function room(height: number): void {
    if (y + height <= PAGE.bottom) return;
    pages.begin(foot);
    y = PAGE.top;
    text.draw(`${title}, continued`, PAGE.left, y, RUNNING);
    y += 8;
    header();
  }

  function drawAmounts(amounts: Required<Omit<SumRow, "label">>, style: Style): void {
    for (const column of ["debit", "credit", "balance"] as const) {
      amountLines(text, amounts[column], style, AMOUNT_WIDTH).forEach((line, at) => {
        text.drawRight(line, X[column], y + LEADING * (at + 1) + PADDING - 3, style);
      });
    }
  }

  function linesOf(amounts: readonly string[], style: Style): number {
    return Math.max(...amounts.map((one) => amountLines(text, one, style, AMOUNT_WIDTH).length));
  }

  function drawEntry(row: EntryRow): void {
    const said = text.shown(row.description === "" ? row.kind : row.description);
    let lines = text.lines(said, CELL, TEXT_WIDTH);
    let rest: Pick<EntryRow, "date" | "time" | "debit" | "credit" | "balance"> = row;
    while (lines.length > ROW_LINES_MAX) {
      drawRow({ ...rest, lines: lines.slice(0, ROW_LINES_MAX), details: [] });
      lines = lines.slice(ROW_LINES_MAX);
      rest = CONTINUED;
    }
    drawRow({ ...rest, lines, details: detailLines(row) });
    pages.rule(y, COLORS.faint);
  }

  function drawRow({ date, time, lines, details, debit, credit, balance }: Row): void {
    const height =
      2 * PADDING +
      Math.max(
        lines.length * LEADING + details.length * DETAIL_LEADING,
        linesOf([debit, credit, balance], CELL) * LEADING,
      );
    room(height);
    const first = y + PADDING + LEADING - 3;
    text.draw(date, X.date, first, CELL);
    text.draw(time, X.date, first + DETAIL_LEADING + 1, DETAIL);
    lines.forEach((line, at) => {
      text.draw(line, X.text, first + at * LEADING, CELL);
    });
    details.forEach((line, at) => {
      const below = first + (lines.length - 1) * LEADING + (at + 1) * DETAIL_LEADING + 1;
      text.draw(line, X.text, below, DETAIL);
    });
    drawAmounts({ debit, credit, balance }, CELL);
    y += height;
  }

  /** As many details on a line as it has room for. */
  function detailLines({ kind, description, details }: EntryRow): string[] {
    const lines: string[] = [];
    for (const detail of [...(description === "" ? [] : [kind]), ...details].map((one) =>
      text.shown(one),
    )) {
      const last = lines.at(-1);
      const joined = `${last} · ${detail}`;
      if (last !== undefined && text.width(joined, DETAIL) <= TEXT_WIDTH)
        lines[lines.length - 1] = joined;
      else lines.push(...text.lines(detail, DETAIL, TEXT_WIDTH));
    }
    return lines;
  }

  function drawSum({ label, debit = "", credit = "", balance = "" }: SumRow): void {
    const height = 2 * PADDING + LEADING * linesOf([debit, credit, balance], SUM);
    room(height);
    text.draw(label, X.date, y + PADDING + LEADING - 3, SUM);
    drawAmounts({ debit, credit, balance }, SUM);
    y += height;
    pages.rule(y, COLORS.rule);
  }

  function drawNote(said: string): void {
    room(2 * PADDING + LEADING);
    text.draw(said, X.date, y + PADDING + LEADING - 3, RUNNING);
    y += 2 * PADDING + LEADING;
  }

  return { drawEntry, drawSum, drawNote };
}
