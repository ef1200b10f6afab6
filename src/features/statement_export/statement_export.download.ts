/** statement_export.download: the file of an export, as it was made. */
import { foundFile } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import {
  STATEMENT_FORMAT_NAMES,
  STATEMENT_FORMATS,
} from "../../contract/values/statement_formats.ts";
import { refuseEvidence } from "../calendar_month.ts";
import { filenameOf, type StatementExportDocument } from "./statement_export_document.ts";
import { fileOfExport } from "./statement_export_files.ts";
import { statementExports } from "./statement_export_noun.ts";
import { StatementExportContent } from "./statement_export_schema.ts";

const CONTENT_FIELD = "content";
const [FIRST_TYPE = "text/csv", ...OTHER_TYPES] = new Set<string>(
  STATEMENT_FORMAT_NAMES.map((format) => STATEMENT_FORMATS[format].mediaType),
);

export const statementExportDownload = declareRead({
  id: "statement_export.download",
  summary: "Download the file of an export",
  description:
    "The same bytes every time. With `Accept: application/json` an object holds the file in `content`. A part of the file is asked for with " +
    "`Range: bytes=…`, one range; `If-Range` takes the `ETag`.",
  http: { method: "GET", path: "/statement-exports/{statementExportId}/download" },
  principals: PRODUCT_CALLERS,
  scope: "statements:read",
  path: statementExports.path,
  output: StatementExportContent,
  refusals: ["resource_not_found", "statement_evidence_incomplete"],
  runsIn: "pool",
  file: {
    mediaType: FIRST_TYPE,
    otherTypes: OTHER_TYPES,
    hasRanges: true,
    contentField: CONTENT_FIELD,
  },
  read(snapshot, { statementExportId }, { realm, files }) {
    const seen = statementExports.find(snapshot, realm, statementExportId);
    if (seen === undefined) return statementExports.notFound(statementExportId);
    const { document } = seen;
    const file = fileOfExport(document);
    if (file === undefined) return refuseFile(document, whyNone(document));
    const fault = files?.faultOf(file) ?? (files === undefined ? "out of reach" : undefined);
    if (files === undefined || fault !== undefined) {
      return refuseFile(document, `its file is ${fault}: make a new export`);
    }
    const { mediaType, isText } = STATEMENT_FORMATS[document.format];
    const encoding = isText ? "utf8" : "base64";
    return foundFile({
      ...{ mediaType, contentField: CONTENT_FIELD, filename: filenameOf(document) },
      fields: { encoding, mediaType, partial: document.partial, statementExportId },
      parts: () => files.parts(file, encoding),
      kept: file,
    });
  },
});

function whyNone({ status, failure }: StatementExportDocument): string {
  return status === "pending"
    ? "it is pending: its file is being made"
    : `it has failed: ${failure?.reason ?? "its file was not made"}`;
}

function refuseFile({ month, statementExportId }: StatementExportDocument, why: string) {
  return refuseEvidence(month, "file", `${statementExportId} cannot be downloaded, because ${why}`);
}
