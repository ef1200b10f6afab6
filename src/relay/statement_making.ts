/**
 * Makes the file of one export of a statement, from one snapshot: the whole file shows one frame of the log.
 * Guarantees: the file has its name only when it is whole and on disk; of an export that fails, or whose making is stopped, there
 * is no file. Does not record anything: the effect's outcome does.
 */
import type { Snapshot } from "../contract/tables/snapshot.ts";
import type { StatementEntry } from "../contract/values/statement_csv.ts";
import { evidenceOf, rangeOfMonth } from "../features/calendar_month.ts";
import { accountMonth } from "../features/statement/account_month.ts";
import { productEntries } from "../features/statement/product_entries.ts";
import { GAP, rowsOfRealmMonth } from "../features/statement/row_range.ts";
import { statementEntries } from "../features/statement/statement_entries.ts";
import type {
  ExportFailure,
  StatementExportDocument,
} from "../features/statement_export/statement_export_document.ts";
import type { MadeExport } from "../features/statement_export/statement_export_making.ts";
import { NewFile, newFileName } from "../files/new_file.ts";
import { faultOfStatement } from "../statement_files/format_limits.ts";
import type { FileStatement, StatementHead } from "../statement_files/statement.ts";
import { statementFile } from "../statement_files/statement_file.ts";
import { isDamage, isUnmounted } from "../views/damage.ts";

/** The most bytes of a file: some fifteen million entries as CSV. */
export const EXPORT_BYTES_MAX = 2 ** 31;

export type MakingParts = {
  snapshot: Snapshot;
  document: StatementExportDocument;
  productId: string;
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

/** What was found of the month of a Product. Throws where it is a gap. */
function there<T>(month: string, found: T | typeof GAP): T {
  if (found !== GAP) return found;
  const reason = `${month} of the Product has a record that is not in the ledger`;
  throw new MonthUnfit({ code: "rows", reason });
}

/** The ledger lacks what the month needs. */
class MonthUnfit extends Error {
  readonly failure: ExportFailure;
  constructor(failure: ExportFailure) {
    super(failure.reason);
    this.failure = failure;
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
  const statement = document.scope === "account" ? ofAccount(parts) : ofProduct(parts, counted);
  const unsayable = faultOfStatement(document.format, statement.head);
  if (unsayable !== undefined) throw new MonthUnfit({ code: "format", reason: unsayable });
  const file = new NewFile(folder, newFileName(document.statementExportId));
  try {
    for (const piece of statementFile(document.format, [statement])) {
      file.write(piece);
      if (file.sizeBytes > EXPORT_BYTES_MAX) {
        const reason = `the file would have more than ${EXPORT_BYTES_MAX} bytes`;
        throw new MonthUnfit({ code: "size", reason });
      }
      check();
    }
    const named = file.keep();
    const entryCount =
      document.scope === "account" ? statement.head.entryCount : counted.entryCount;
    return { made: { ...named, entryCount, partial } };
  } catch (cause) {
    file.discard();
    throw cause;
  }
}

/** The whole month is gone through first, so that its evidence is known before a byte is written. */
function ofAccount({ snapshot, document, productId, nowMs }: MakingParts): FileStatement {
  const { id, month, realm } = document;
  const seen = accountMonth(snapshot, { accountId: id, month }, { realm, nowMs });
  if (seen.refused) {
    const missing = (seen.details as { missing?: readonly string[] }).missing?.[0];
    const code = missing === "reconciliation" ? "reconciliation" : "rows";
    throw new MonthUnfit({ code, reason: seen.message });
  }
  const { account, range, summary } = seen;
  const { currency, extras } = account.document;
  const head: StatementHead = {
    ...headOf(document, { productId, nowMs }),
    currency,
    ...(extras?.name !== undefined && { name: extras.name }),
    openingMinor: summary.openingMinor,
    closingMinor: summary.closingMinor,
    totalDebitsMinor: summary.debitsMinor,
    totalCreditsMinor: summary.creditsMinor,
    entryCount: summary.entryCount,
    entriesDigest: summary.entriesDigest,
  };
  return { head, entries: statementEntries(snapshot, account, range) };
}

/** Only a file without sums of its own, CSV, is made of a Product: its entries are of all currencies. */
function ofProduct(
  { snapshot, document, productId, nowMs }: MakingParts,
  counted: { entryCount: number },
): FileStatement {
  const { month, realm } = document;
  const range = there(month, rowsOfRealmMonth(snapshot, realm, month));
  function* entries(): Generator<StatementEntry> {
    for (const found of productEntries(snapshot, realm, range)) {
      const entry = there(month, found);
      counted.entryCount++;
      yield entry;
    }
  }
  const sums = {
    ...{ openingMinor: 0n, closingMinor: 0n, totalDebitsMinor: 0n, totalCreditsMinor: 0n },
    ...{ entryCount: 0, entriesDigest: "" },
  };
  const head = { ...headOf(document, { productId, nowMs }), ...sums, currency: "" };
  return { head, entries: entries() };
}

function headOf(
  { scope, id, month, createdAtMs }: StatementExportDocument,
  { productId, nowMs }: Pick<MakingParts, "productId" | "nowMs">,
) {
  return {
    ...{ scope, id, month, createdAtMs },
    ...{ productId, productName: productId },
    ...rangeOfMonth(month),
    partial: evidenceOf(month, nowMs).status === "open",
    timeZone: "UTC",
  };
}
