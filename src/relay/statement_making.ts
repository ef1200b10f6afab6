/**
 * Makes the file of one export of a statement, from one snapshot: the whole file shows one frame of the log.
 * Guarantees: the file has its name only when it is whole and on disk; of an export that fails, or whose making is stopped, there
 * is no file. Does not record anything: the effect's outcome does.
 */
import { lowestSuffixAt } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import type { StatementEntry } from "../contract/values/statement_csv.ts";
import { evidenceOf, rangeOfMonth } from "../features/calendar_month.ts";
import { seeAccount } from "../features/ledger/account_rows.ts";
import { seeNextMonth } from "../features/ledger/month_ends.ts";
import { seeDays } from "../features/ledger/realm_zones.ts";
import type { TimeRange } from "../features/record_walk.ts";
import { summaryOf } from "../features/statement/month_summary.ts";
import { productEntries } from "../features/statement/product_entries.ts";
import {
  GAP,
  type RowRange,
  rowsOfMonth,
  rowsOfRealmMonth,
} from "../features/statement/row_range.ts";
import { statementEntries } from "../features/statement/statement_entries.ts";
import type {
  ExportFailure,
  StatementExportDocument,
} from "../features/statement_export/statement_export_document.ts";
import type { MadeExport } from "../features/statement_export/statement_export_making.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import { NewFile, newFileName } from "../files/new_file.ts";
import { faultOfStatement } from "../statement_files/format_limits.ts";
import type { FileStatement, StatementHead } from "../statement_files/statement.ts";
import { entriesFile, statementFile } from "../statement_files/statement_file.ts";
import { isDamage, isUnmounted } from "../views/damage.ts";

/** The most bytes of a file: some fifteen million entries as CSV. */
export const EXPORT_BYTES_MAX = 2 ** 31;

export type MakingParts = {
  snapshot: Snapshot;
  document: StatementExportDocument;
  productId: string;
  productName: string;
  /** The folder of the files of the shard. */
  folder: string;
  nowMs: number;
  /** Called between two pieces of the file: throws where the making must stop. */
  check(): void;
  /** Is told why the ledger could not be read: an answer has no path and no place in it. */
  onFault(cause: Error): void;
};

/** What came of the making. Throws where the disk fails or the making is stopped: then it is made again later. */
export function makeStatementExport(parts: MakingParts): MadeExport {
  try {
    return written(parts);
  } catch (cause) {
    if (cause instanceof MonthUnfit) return { failure: cause.failure };
    const failure = failureOf(cause);
    if (failure === undefined) throw cause;
    parts.onFault(cause as Error);
    return { failure };
  }
}

/** The ledger lacks what the month needs, or the format cannot say it. */
class MonthUnfit extends Error {
  readonly failure: ExportFailure;
  constructor(code: ExportFailure["code"], reason: string) {
    super(reason);
    this.failure = { code, reason };
  }
}

function failureOf(cause: unknown): ExportFailure | undefined {
  if (isUnmounted(cause)) {
    const reason = `a part of the ledger, ${cause.segment}, is not mounted`;
    return { code: "segment", reason };
  }
  return isDamage(cause)
    ? { code: "log", reason: "stored data of the ledger are damaged" }
    : undefined;
}

/** The month of an export. `rows`: which rows it has. `range`: its bounds, as the clock of the subject tells them. */
type ExportedMonth = { rows: RowRange; range: TimeRange; timeZone: string; partial: boolean };

/** Months of accounts are those of UTC by the time of records; months of a Product are those of its statements. */
function monthOf({ snapshot, document, nowMs }: MakingParts): ExportedMonth {
  const { scope, month, realm } = document;
  if (scope === "account") {
    const partial = evidenceOf(month, nowMs).status === "open";
    return { rows: rowsOfMonth(month), range: rangeOfMonth(month), timeZone: "UTC", partial };
  }
  const days = seeDays(snapshot, realm);
  const range = days.rangeOfMonth(month);
  return {
    rows: there(month, rowsOfRealmMonth(snapshot, realm, month)),
    range,
    timeZone: days.zoneAt(range.fromMs).name,
    partial: month >= (seeNextMonth(snapshot, realm) ?? month),
  };
}

/** What was found of the month of a Product. Throws where it is a gap. */
function there<T>(month: string, found: T | typeof GAP): T {
  if (found !== GAP) return found;
  throw new MonthUnfit("rows", `${month} of the Product has a record that is not in the ledger`);
}

function written(parts: MakingParts): MadeExport {
  const { document, folder, check } = parts;
  const month = monthOf(parts);
  const counted = { entryCount: 0 };
  const file = new NewFile(folder, newFileName(document.statementExportId));
  try {
    for (const piece of piecesOf(parts, month, counted)) {
      file.write(piece);
      if (file.sizeBytes > EXPORT_BYTES_MAX) {
        const reason = `the file would have more than ${EXPORT_BYTES_MAX} bytes`;
        throw new MonthUnfit("size", reason);
      }
      check();
    }
    return { made: { ...file.keep(), entryCount: counted.entryCount, partial: month.partial } };
  } catch (cause) {
    file.discard();
    throw cause;
  }
}

/** How many entries are in the pieces that were given. */
type Counted = { entryCount: number };

/** The CSV of a Product has the entries of all accounts in one order; every other file has statements of accounts. */
function piecesOf(
  parts: MakingParts,
  month: ExportedMonth,
  counted: Counted,
): Iterable<Uint8Array> {
  const { scope, format } = parts.document;
  return scope === "product" && format === "csv"
    ? entriesFile(entriesOfProduct(parts, month, counted))
    : statementFile(format, statementsOf(parts, month, counted));
}

function* entriesOfProduct(
  { snapshot, document: { month, realm } }: MakingParts,
  { rows }: ExportedMonth,
  counted: Counted,
): Generator<StatementEntry> {
  for (const entry of productEntries(snapshot, realm, rows)) {
    const found = there(month, entry);
    counted.entryCount++;
    yield found;
  }
}

/** At least one; each is made when the one before it is written. */
function* statementsOf(
  parts: MakingParts,
  exported: ExportedMonth,
  counted: Counted,
): Generator<FileStatement> {
  const { scope, format, month } = parts.document;
  let isEmpty = true;
  for (const accountId of accountsOf(parts, exported)) {
    const statement = statementOf(parts, exported, accountId);
    const { entryCount, closingMinor } = statement.head;
    if (scope === "product" && entryCount === 0 && closingMinor === 0n) continue;
    const unsayable = faultOfStatement(format, statement.head);
    if (unsayable !== undefined) throw new MonthUnfit("format", `${accountId}: ${unsayable}`);
    isEmpty = false;
    counted.entryCount += entryCount;
    yield statement;
  }
  if (isEmpty)
    throw new MonthUnfit("empty", `in ${month} no account has an entry or a balance at its end`);
}

/** The account; of a Product every account that was made before the end of the month, in the order of their ids. */
function* accountsOf(
  { snapshot, document }: MakingParts,
  { rows: { belowMs } }: ExportedMonth,
): Generator<string> {
  const { scope, id, realm } = document;
  if (scope === "account") {
    yield id;
    return;
  }
  const before = Number.isFinite(belowMs) ? { below: lowestSuffixAt(belowMs) } : {};
  for (const { key } of snapshot.ascend(LEDGER_TABLE.account, realm, before)) yield `acct_${key}`;
}

/** The whole month is gone through first, so that its evidence is known before a byte of it is written. */
function statementOf(
  parts: MakingParts,
  { rows, range, timeZone, partial }: ExportedMonth,
  accountId: string,
): FileStatement {
  const { snapshot, document, productId, productName } = parts;
  const { scope, month, realm, createdAtMs } = document;
  const account = seeAccount(snapshot, realm, accountId);
  invariant(account !== undefined, "the account of an export stays");
  const summary = summaryOf(snapshot, account, rows);
  if ("missing" in summary) {
    const { missing } = summary;
    const reason = `${accountId}: the ledger's ${missing} for ${month} are not complete`;
    throw new MonthUnfit(missing, reason);
  }
  const { currency, extras } = account.document;
  const head: StatementHead = {
    ...{ scope, accountId, productId, productName, currency, month, createdAtMs },
    ...(extras?.name !== undefined && { name: extras.name }),
    ...range,
    openingMinor: summary.openingMinor,
    closingMinor: summary.closingMinor,
    totalDebitsMinor: summary.debitsMinor,
    totalCreditsMinor: summary.creditsMinor,
    entryCount: summary.entryCount,
    entriesDigest: summary.entriesDigest,
    ...{ partial, timeZone },
  };
  return { head, entries: statementEntries(snapshot, account, rows) };
}
