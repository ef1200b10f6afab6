/** The export of a statement as a noun: its declaration, its reads, and the function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { STATEMENT_FORMATS } from "../../contract/values/statement_formats.ts";
import { Month } from "../calendar_month.ts";
import { declareNoun, type StatePartOf } from "../noun.ts";
import { declareReads } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { filenameOf, type StatementExportDocument } from "./statement_export_document.ts";
import { ExportStatusName, StatementExport } from "./statement_export_schema.ts";

export const statementExports = declareNoun<StatementExportDocument>()({
  noun: "statement_export",
  plural: "statementExports",
  prefix: "sxp",
  readScope: "statements:read",
  output: StatementExport,
  notFoundCode: "resource_not_found",
  notFound: (statementExportId) =>
    refuse("resource_not_found", noSuchHere("sxp", statementExportId), {
      resourceType: "statement_export",
      statementExportId,
    }),
  table: { code: LEDGER_TABLE.statementExport },
  private: ["file"],
  show: statementExportResource,
  search: {
    title: ({ month, format, status }) => `${month} ${format} ${status}`,
    texts: ({ month }) => [month],
    ids: ({ id }) => [id],
  },
  stored: {},
  filters: {
    status: filter(
      described(ExportStatusName, "Only exports in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
    month: filter(
      described(Month, "Only exports of this month."),
      (wanted) =>
        ({ month }) =>
          month === wanted,
    ),
  },
  happenings: {
    created: "An export of a statement was asked for.",
    ready: "The file of an export of a statement can be downloaded.",
    failed: "The file of an export of a statement cannot be made.",
  },
});

export type StatementExportState = StatePartOf<typeof statementExports>;

/** `statement_export.list` and `statement_export.retrieve`. */
export const [statementExportList, statementExportRetrieve] = declareReads(statementExports, {
  path: "/statement-exports",
  list: {
    summary: "List exports of statements",
    description: "Newest first.",
  },
  retrieve: {
    summary: "Retrieve an export of a statement",
    description:
      "What the export is, without its content: poll it until `status` is not `pending`, or listen to `statement_export.ready`.",
  },
});

/** The export in answers. The order of the fields is their order on the wire. */
export function statementExportResource(
  statementExport: Omit<StatementExportDocument, "realm" | "file">,
  { productId, environment }: ResourceNames,
): StatementExport {
  const { sizeBytes, sha256, entryCount, failure, readyAtMs } = statementExport;
  return {
    statementExportId: statementExport.statementExportId,
    productId,
    environment,
    scope: statementExport.scope,
    id: statementExport.id,
    month: statementExport.month,
    format: statementExport.format,
    status: statementExport.status,
    partial: statementExport.partial,
    filename: filenameOf(statementExport),
    mediaType: STATEMENT_FORMATS[statementExport.format].mediaType,
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(sha256 !== undefined && { sha256 }),
    ...(entryCount !== undefined && { entryCount }),
    ...(failure !== undefined && { failure }),
    createdAt: isoTime(statementExport.createdAtMs),
    ...(readyAtMs !== undefined && { readyAt: isoTime(readyAtMs) }),
    revision: statementExport.revision,
    updatedAt: isoTime(statementExport.updatedAtMs),
    actor: actorOfText(statementExport.changedBy),
  };
}
