/**
 * Makes the file of one export of a statement, from one snapshot: the whole file shows one frame of the log.
 * Guarantees: the file has its name only when it is whole and on disk; of an export that fails, or whose making is stopped, there
 * is no file. Does not record anything: the effect's outcome does.
 */
import { lowestSuffixAt } from "../base/id.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import type { StatementEntry } from "../contract/values/statement_csv.ts";
import { evidenceOf, rangeOfMonth } from "../features/calendar_month.ts";
import { accountMonth } from "../features/statement/account_month.ts";
import { GAP } from "../features/statement/month_rows.ts";
import { productEntries } from "../features/statement/product_entries.ts";
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
  const partial = evidenceOf(document.month, parts.nowMs).status === "open";
  const counted = { entryCount: 0 };
  const file = new NewFile(folder, newFileName(document.statementExportId));
  try {
    for (const piece of piecesOf(parts, counted)) {
      file.write(piece);
      if (file.sizeBytes > EXPORT_BYTES_MAX) {
        const reason = `the file would have more than ${EXPORT_BYTES_MAX} bytes`;
        throw new MonthUnfit("size", reason);
      }
      check();
    }
    return { made: { ...file.keep(), entryCount: counted.entryCount, partial } };
  } catch (cause) {
    file.discard();
    throw cause;
  }
}

/** How many entries are in the pieces that were given. */
type Counted = { entryCount: number };

/** The CSV of a Product has the entries of all accounts in one order; every other file has statements of accounts. */
function piecesOf(parts: MakingParts, counted: Counted): Iterable<Uint8Array> {
  const { scope, format } = parts.document;
  return scope === "product" && format === "csv"
    ? entriesFile(entriesOfProduct(parts, counted))
    : statementFile(format, statementsOf(parts, counted));
}

function* entriesOfProduct(
  { snapshot, document: { month, realm } }: MakingParts,
  counted: Counted,
): Generator<StatementEntry> {
  for (const entry of productEntries(snapshot, realm, rangeOfMonth(month))) {
    if (entry === GAP) {
      const reason = `${month} of the Product has a record that is not in the ledger`;
      throw new MonthUnfit("rows", reason);
    }
    counted.entryCount++;
    yield entry;
  }
}

/** At least one; each is made when the one before it is written. */
function* statementsOf(parts: MakingParts, counted: Counted): Generator<FileStatement> {
  const { scope, format, month } = parts.document;
  let isEmpty = true;
  for (const accountId of accountsOf(parts)) {
    const statement = statementOf(parts, accountId);
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
function* accountsOf({ snapshot, document }: MakingParts): Generator<string> {
  const { scope, id, month, realm } = document;
  if (scope === "account") {
    yield id;
    return;
  }
  const below = lowestSuffixAt(rangeOfMonth(month).belowMs);
  for (const { key } of snapshot.ascend(LEDGER_TABLE.account, realm, { below }))
    yield `acct_${key}`;
}

/** The whole month is gone through first, so that its evidence is known before a byte of it is written. */
function statementOf(parts: MakingParts, accountId: string): FileStatement {
  const { snapshot, document, productId, productName, nowMs } = parts;
  const { scope, month, realm, createdAtMs } = document;
  const seen = accountMonth(snapshot, { accountId, month }, { realm, nowMs });
  if (seen.refused) {
    const missing = (seen.details as { missing?: readonly string[] }).missing?.[0];
    const code = missing === "reconciliation" ? "reconciliation" : "rows";
    throw new MonthUnfit(code, `${accountId}: ${seen.message}`);
  }
  const { account, range, summary, evidence } = seen;
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
    partial: evidence.status === "open",
    timeZone: "UTC",
  };
  return { head, entries: statementEntries(snapshot, account, range) };
}
