/**
 * A statement file as PDF, for people who file it: what it is of, the balances and sums of the month, a table of the entries
 * with its header on every page, and the digest of the entries at the foot. Each statement begins on a page of its own. The same statements are the same bytes.
 */
import type { StatementEntry } from "../contract/values/statement_csv.ts";
import { endMsOf } from "./file_values.ts";
import { firstOf } from "./first_of.ts";
import { type LocalTimes, localTimes } from "./local_time.ts";
import { drawHead, fileTitleOf, titleOf } from "./pdf_head.ts";
import { openPages, type Pages } from "./pdf_pages.ts";
import { openTable } from "./pdf_table.ts";
import { shownAmount, shownDay, shownKind } from "./pdf_values.ts";
import type { FileStatement, StatementHead } from "./statement.ts";

/** Bytes of a part. */
const PART_BYTES = 64 * 1024;

export function* pdfFile(given: Iterable<FileStatement>): Generator<Uint8Array> {
  const { head, statements } = firstOf(given);
  const pages = openPages({ title: fileTitleOf(head), createdAtMs: head.createdAtMs });
  for (const statement of statements) yield* statementPages(pages, statement);
  pages.end();
  const rest = pages.taken();
  if (rest !== undefined) yield rest;
}

function* statementPages(pages: Pages, { head, entries }: FileStatement): Generator<Uint8Array> {
  const localTime = localTimes(head.timeZone);
  const { accountId, currency } = head;
  pages.begin(footOf(head));
  const y = drawHead(pages, head, localTime);
  const title = `${titleOf(head)}, ${accountId}`;
  const table = openTable(pages, { y, title, currency, foot: footOf(head) });
  table.drawSum({
    label: `Opening balance on ${shownDay(localTime(head.fromMs))}`,
    balance: shownAmount(head.openingMinor, currency),
  });
  for (const entry of entries) {
    table.drawEntry(rowOf(entry, localTime));
    if (pages.document.readableLength < PART_BYTES) continue;
    const part = pages.taken();
    if (part !== undefined) yield part;
  }
  if (head.entryCount === 0) table.drawNote("No entries in this month.");
  table.drawSum({
    label: "Sum of debits and of credits",
    debit: shownAmount(head.totalDebitsMinor, currency),
    credit: shownAmount(head.totalCreditsMinor, currency),
  });
  table.drawSum({
    label: `${head.partial ? "Balance" : "Closing balance"} on ${shownDay(localTime(endMsOf(head)))}`,
    balance: shownAmount(head.closingMinor, currency),
  });
  table.drawNote(
    head.partial
      ? "This month is still open: entries may be added to it. Ask again after it has ended."
      : "End of the statement. Opening balance plus credits less debits is the closing balance.",
  );
}

function footOf({ entriesDigest }: StatementHead): string {
  return `SHA-256 of the entries: ${entriesDigest}`;
}

function rowOf(entry: StatementEntry, localTime: LocalTimes) {
  const { direction, amountMinor, currency, kind, description = "", externalId } = entry;
  const { date, time } = localTime(entry.bookedAtMs);
  const amount = shownAmount(amountMinor, currency);
  const way = direction === "debit" ? "to" : "from";
  return {
    ...{ date, time: time.slice(0, 8), kind: shownKind(kind), description },
    details: [
      `${way} ${entry.counterpartyAccountId}`,
      entry.transferId,
      ...(externalId === undefined ? [] : [`Reference ${externalId}`]),
    ],
    debit: direction === "debit" ? amount : "",
    credit: direction === "credit" ? amount : "",
    balance: shownAmount(entry.balanceMinor, currency),
  };
}
