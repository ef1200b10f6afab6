/** An export of a statement as the shard stores it. */
import {
  STATEMENT_FORMATS,
  type StatementFormat,
} from "../../contract/values/statement_formats.ts";
import type { NounDocument } from "../noun.ts";

export const EXPORT_SCOPES = ["account", "product"] as const;
export type ExportScope = (typeof EXPORT_SCOPES)[number];

export const EXPORT_STATUSES = ["pending", "ready", "failed"] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/**
 * Why there is no file. `rows`: a row is not in the log. `reconciliation`: a balance does not follow from the row before.
 * `segment`: a part of the log is not mounted. `log`: stored data are damaged. `size`: the file would be too large. `format`: the format cannot say an amount.
 * `empty`: no account has anything to state, and the format has no file without a statement.
 */
export const EXPORT_FAULTS = [
  "rows",
  "reconciliation",
  "segment",
  "log",
  "size",
  "format",
  "empty",
] as const;
export type ExportFailure = { code: (typeof EXPORT_FAULTS)[number]; reason: string };

export type StatementExportDocument = NounDocument & {
  statementExportId: string;
  scope: ExportScope;
  /** Of the account or of the Product. */
  id: string;
  month: string;
  format: StatementFormat;
  status: ExportStatus;
  /** Whether the month was open: when the export was asked for, then when its file was made. */
  partial: boolean;
  /** The file beside the log, with its size and SHA-256, and its entries; present once it is ready. */
  file?: string;
  sizeBytes?: number;
  sha256?: string;
  entryCount?: number;
  failure?: ExportFailure;
  createdAtMs: number;
  readyAtMs?: number;
};

/** The name to keep the file under; it needs no quoting anywhere. */
export function filenameOf({
  id,
  month,
  partial,
  format,
}: Pick<StatementExportDocument, "id" | "month" | "partial" | "format">): string {
  const { extension } = STATEMENT_FORMATS[format];
  return `statement-${id}-${month}${partial ? "-partial" : ""}.${extension}`;
}
