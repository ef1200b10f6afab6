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
import { decodeAccountDocument } from "../features/ledger/account_document.ts";
import { type SeenAccount, seeAccount } from "../features/ledger/account_rows.ts";
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

function written(parts: MakingParts): MadeExport {
  const { document, folder, check } = parts;
  const period = periodOf(parts);
  const counted = { entryCount: 0 };
  const file = new NewFile(folder, newFileName(document.statementExportId));
  try {
    for (const piece of piecesOf(parts, period, counted)) {
      file.write(piece);
      if (file.sizeBytes > EXPORT_BYTES_MAX) {
        const reason = `the file would have more than ${EXPORT_BYTES_MAX} bytes`;
        throw new MonthUnfit("size", reason);
      }
      check();
    }
    return { made: { ...file.keep(), entryCount: counted.entryCount, partial: period.partial } };
  } catch (cause) {
    file.discard();
    throw cause;
  }
}

/** The month of the export: its rows, its bounds, the time zone of its days, and whether rows may still come. */
type Period = { rows: RowRange; bounds: TimeRange; timeZone: string; partial: boolean };

/** Of an account by the time of records in UTC; of a Product by its clock and its days, as its statements are. */
function periodOf({ snapshot, document, nowMs }: MakingParts): Period {
  const { scope, month, realm } = document;
  if (scope === "account") {
    const partial = evidenceOf(month, nowMs).status === "open";
    return { rows: rowsOfMonth(month), bounds: rangeOfMonth(month), timeZone: "UTC", partial };
  }
  const days = seeDays(snapshot, realm);
  const bounds = days.rangeOfMonth(month);
  return {
    rows: there(month, rowsOfRealmMonth(snapshot, realm, month)),
    bounds,
    timeZone: days.zoneAt(bounds.fromMs).name,
    partial: month >= (seeNextMonth(snapshot, realm) ?? month),
  };
}

/** What was found of the month of a Product. Throws where it is a gap. */
function there<T>(month: string, found: T | typeof GAP): T {
  if (found !== GAP) return found;
  throw new MonthUnfit("rows", `${month} of the Product has a record that is not in the ledger`);
}

/** How many entries are in the pieces that were given. */
type Counted = { entryCount: number };

/** The CSV of a Product has the entries of all accounts in one order; every other file has statements of accounts. */
function piecesOf(parts: MakingParts, period: Period, counted: Counted): Iterable<Uint8Array> {
  const { scope, format } = parts.document;
  return scope === "product" && format === "csv"
    ? entriesFile(entriesOfProduct(parts, period, counted))
    : statementFile(format, statementsOf(parts, period, counted));
}

function* entriesOfProduct(
  { snapshot, document: { month, realm } }: MakingParts,
  { rows }: Period,
  counted: Counted,
): Generator<StatementEntry> {
  for (const found of productEntries(snapshot, realm, rows)) {
    const entry = there(month, found);
    counted.entryCount++;
    yield entry;
  }
}

/** At least one; each is made when the one before it is written. */
function* statementsOf(
  parts: MakingParts,
  period: Period,
  counted: Counted,
): Generator<FileStatement> {
  const { scope, format, month } = parts.document;
  let isEmpty = true;
  for (const account of accountsOf(parts, period)) {
    const statement = statementOf(parts, period, account);
    const { accountId, entryCount, closingMinor } = statement.head;
    if (scope === "product" && entryCount === 0 && closingMinor === 0n) continue;
    const unsayable = faultOfStatement(format, statement.head);
    if (unsayable !== undefined) throw new MonthUnfit("format", `${accountId}: ${unsayable}`);
    isEmpty = false;
    counted.entryCount += entryCount;
    yield statement;
  }
  if (isEmpty) {
    const reason = `in ${month} no account has an entry or a balance at its end`;
    throw new MonthUnfit("empty", reason);
  }
}

/** The account; of a Product every account that was made before the last row of the month, in the order of their ids. */
function* accountsOf(
  { snapshot, document }: MakingParts,
  { rows }: Period,
): Generator<SeenAccount> {
  const { scope, id, realm } = document;
  if (scope === "account") {
    const account = seeAccount(snapshot, realm, id);
    invariant(account !== undefined, "the account of an export is there");
    yield account;
    return;
  }
  const range = { below: lowestSuffixAt(rows.belowMs) };
  for (const { key, value } of snapshot.ascend(LEDGER_TABLE.account, realm, range)) {
    yield { suffix: key, realm, document: decodeAccountDocument(value) };
  }
}

/** The whole month is gone through first, so that its evidence is known before a byte of it is written. */
function statementOf(
  { snapshot, document, productId, productName }: MakingParts,
  { rows, bounds, timeZone, partial }: Period,
  account: SeenAccount,
): FileStatement {
  const { scope, month, createdAtMs } = document;
  const accountId = `acct_${account.suffix}`;
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
    ...bounds,
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
