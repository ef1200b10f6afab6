/** The beginning of a statement on its first page: what it is of, and what the month came to. */
import { endMsOf } from "./file_values.ts";
import type { LocalTime, LocalTimes } from "./local_time.ts";
import { COLORS, PAGE, type Pages } from "./pdf_pages.ts";
import type { Style } from "./pdf_text.ts";
import { shownAmount, shownDay, shownMoment, shownMonth } from "./pdf_values.ts";
import type { StatementHead } from "./statement.ts";

const TITLE: Style = { face: "bold", size: 18, color: COLORS.text };
const MONTH: Style = { face: "plain", size: 11, color: COLORS.muted };
const PARTIAL: Style = { face: "bold", size: 9, color: "#b3261e" };
const LABEL: Style = { face: "plain", size: 7, color: COLORS.muted };
const VALUE: Style = { face: "plain", size: 8.5, color: COLORS.text };
const SUM: Style = { face: "bold", size: 10, color: COLORS.text };
const LEADING = 11.5;
/** Where the two columns of facts begin, and how wide their labels and values are. */
const COLUMNS = [PAGE.left, PAGE.left + 282];
const LABEL_WIDTH = 56;
const VALUE_WIDTHS = [214, 172];
const SUM_GAP = 8;
/** Of a name, of which a name of 500 wide characters has as many. */
const LINES_MAX = 20;

type Fact = [label: string, value: string];

const TITLE_TEXT = "Account statement";

/** "Account statement, November 2026" */
export function titleOf({ month }: StatementHead): string {
  return `${TITLE_TEXT}, ${shownMonth(month)}`;
}

/** Of the file whose first statement has the head: of a Product "Account statements, November 2026". */
export function fileTitleOf(head: StatementHead): string {
  return head.scope === "account" ? titleOf(head) : `${TITLE_TEXT}s, ${shownMonth(head.month)}`;
}

/** Draws it from the top of the page; where the next thing begins. */
export function drawHead(pages: Pages, head: StatementHead, localTime: LocalTimes): number {
  const { text } = pages;
  let y = PAGE.top + 16;
  text.draw(TITLE_TEXT, PAGE.left, y, TITLE);
  y += 17;
  text.draw(`${shownMonth(head.month)}, ${head.currency}`, PAGE.left, y, MONTH);
  if (head.partial) {
    const said = "Partial: the month is still open";
    text.drawRight(said, PAGE.right, y, PARTIAL);
  }
  y += 12;
  pages.rule(y, COLORS.rule);
  const columns = factsOf(head, localTime);
  const ends = columns.map((facts, at) => drawFacts(pages, facts, at, y + 16));
  return drawSums(pages, head, Math.max(...ends) + 4);
}

function factsOf(head: StatementHead, localTime: LocalTimes): Fact[][] {
  const { name, iban, accountId, productName, productId, timeZone, entryCount } = head;
  return [
    [
      ...(name === undefined || name === "" ? [] : [["Name", name] satisfies Fact]),
      ...(iban === undefined
        ? []
        : [["IBAN", (iban.match(/.{1,4}/g) ?? []).join(" ")] satisfies Fact]),
      ["Account", accountId],
      ["Product", productName],
      ["", productId],
    ],
    [
      ["From", shownBound(localTime(head.fromMs), "00:00:00.000")],
      ["Until", shownBound(localTime(endMsOf(head)), "23:59:59.999")],
      ["Time zone", timeZone],
      ["Entries", String(entryCount)],
      ["Made", shownMoment(localTime(head.createdAtMs))],
    ],
  ];
}

/** A day; with the time where the month neither begins nor ends with a day of the time zone, or is not over. */
function shownBound(at: LocalTime, boundOfDay: string): string {
  return at.time === boundOfDay ? shownDay(at) : shownMoment(at);
}

/** Draws a column of facts, each value in as many lines as it needs; the baseline after the last. */
function drawFacts({ text }: Pages, facts: readonly Fact[], column: number, from: number): number {
  const x = COLUMNS[column] ?? PAGE.left;
  let y = from;
  for (const [label, value] of facts) {
    text.draw(label, x, y, LABEL);
    const lines = text.lines(text.shown(value), VALUE, VALUE_WIDTHS[column] ?? 0);
    for (const line of lines.length > LINES_MAX ? [...lines.slice(0, LINES_MAX), "..."] : lines) {
      text.draw(line, x + LABEL_WIDTH, y, VALUE);
      y += LEADING;
    }
  }
  return y;
}

/** Four boxes in a row; an amount that is wider than its box has several lines. */
function drawSums({ document, text }: Pages, head: StatementHead, top: number): number {
  const { currency } = head;
  const sums: Fact[] = [
    ["Opening balance", shownAmount(head.openingMinor, currency)],
    ["Credits", shownAmount(head.totalCreditsMinor, currency)],
    ["Debits", shownAmount(-head.totalDebitsMinor, currency)],
    [head.partial ? "Balance so far" : "Closing balance", shownAmount(head.closingMinor, currency)],
  ];
  const width = (PAGE.right - PAGE.left - SUM_GAP * (sums.length - 1)) / sums.length;
  const lines = sums.map(([, amount]) => amountLines(text, amount, SUM, width - 16));
  const height = 26 + 13 * Math.max(...lines.map(({ length }) => length));
  sums.forEach(([label], at) => {
    const x = PAGE.left + at * (width + SUM_GAP);
    document.rect(x, top, width, height).fill("#f1f3f4");
    text.draw(label, x + 8, top + 14, LABEL);
    lines[at]?.forEach((line, number) => {
      text.drawRight(line, x + width - 8, top + 30 + 13 * number, SUM);
    });
  });
  return top + height + 12;
}

/** An amount in lines that are at most so wide, cut behind the commas between thousands. */
export function amountLines(
  text: Pages["text"],
  amount: string,
  style: Style,
  widthMax: number,
): string[] {
  const lines: string[] = [];
  let line = "";
  for (const group of amount.match(/[^,]+,?/g) ?? []) {
    if (line !== "" && text.width(line + group, style) > widthMax) {
      lines.push(line);
      line = "";
    }
    line += group;
  }
  return [...lines, line];
}
