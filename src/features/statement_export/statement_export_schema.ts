/** Schemas of exports of statements. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  CreatedAt,
  EnvironmentName,
  Id,
  Revision,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { STATEMENT_FORMAT_NAMES } from "../../contract/values/statement_formats.ts";
import { Month, MonthAsked } from "../calendar_month.ts";
import { EXPORT_FAULTS, EXPORT_SCOPES, EXPORT_STATUSES } from "./statement_export_document.ts";

export const ExportScopeName = Type.Union(
  EXPORT_SCOPES.map((scope) => Type.Literal(scope)),
  {
    title: "StatementExportScope",
    description:
      "`account`: the statement of one account. `product`: of all accounts of the Product: as `csv` their entries, in the order in which they were made; as any other format a statement of each account that has an entry in the month or a balance at its end.",
  },
);

export const ExportFormatName = Type.Union(
  STATEMENT_FORMAT_NAMES.map((format) => Type.Literal(format)),
  {
    title: "StatementExportFormat",
    description:
      "What the file is. `csv`: a line for each entry, for spreadsheets. `camt053`: a bank statement in XML of ISO 20022. `mt940`: one of SWIFT. `ofx`: one for bookkeeping programs. `pdf`: one to read and to file.",
  },
);

export const ExportStatusName = Type.Union(
  EXPORT_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "StatementExportStatus",
    description:
      "`pending`: the file is being made. `ready`: it can be downloaded. `failed`: the file cannot be made, as `failure` says. `ready` and `failed` are final.",
  },
);

const SubjectId = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    "Of scope `account` the id of an account, of scope `product` that of the Product of the call.",
});

const Sha256 = Type.String({
  pattern: "^[0-9a-f]{64}$",
  description: "SHA-256 of the bytes of the file, hexadecimal.",
  examples: ["4c0e58633db74a8e20fc8c6cb5b35a4890296867add252abde74f673292ee74c"],
});
const SizeBytes = Type.Integer({ minimum: 0, description: "Length of the file in bytes." });
const Filename = Type.String({
  description: "A name to keep the file under; has `-partial` in it where the month was open.",
});
const MediaType = Type.String({ description: "As in `Content-Type`: `text/csv`." });
const Partial = Type.Boolean({
  description:
    "True where the month was open when the file was made: the entries up to that moment are in it.",
});

export const StatementExportDraft = Type.Object(
  {
    scope: ExportScopeName,
    id: SubjectId,
    month: described(
      MonthAsked,
      "Calendar month, `YYYY-MM`. Of scope `account` a month of UTC, by the time of the records. Of scope `product` the month of the Product's statement: by its clock, in the time zone of the company. A month that has not begun, or that was over before the thing existed, is refused with `statement_evidence_incomplete`.",
    ),
    format: Type.Optional(described(ExportFormatName, "What the file is; `csv` by default.")),
  },
  {
    title: "StatementExportDraft",
    description: "Which statement is exported, and as what.",
    additionalProperties: false,
  },
);

export const StatementExport = Type.Object(
  {
    statementExportId: Id("sxp"),
    productId: Id("prod"),
    environment: EnvironmentName,
    scope: ExportScopeName,
    id: SubjectId,
    month: described(Month, "Calendar month, `YYYY-MM`, as it was asked for."),
    format: ExportFormatName,
    status: ExportStatusName,
    partial: Partial,
    filename: Filename,
    mediaType: MediaType,
    sizeBytes: Type.Optional(
      described(SizeBytes, "Length of the file in bytes; present once it is ready."),
    ),
    sha256: Type.Optional(
      described(Sha256, "SHA-256 of the bytes of the file, hexadecimal; present once it is ready."),
    ),
    entryCount: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "How many entries the file has; present once it is ready.",
      }),
    ),
    failure: Type.Optional(
      Type.Object(
        {
          code: Type.Union(
            EXPORT_FAULTS.map((code) => Type.Literal(code)),
            {
              description:
                "`rows`: a row is not in the ledger. `reconciliation`: a balance does not follow from the row before. `segment`: a part of the ledger is on a disk that is not mounted. `log`: stored data are damaged. `size`: the file would be too large. `format`: an amount has more digits than the format can say. `empty`: no account of the Product has an entry in the month or a balance at its end, and only a CSV can say nothing.",
            },
          ),
          reason: Type.String({ description: "One sentence for people." }),
        },
        {
          title: "StatementExportFailure",
          description: "Why there is no file; present where `status` is `failed`.",
          additionalProperties: false,
        },
      ),
    ),
    createdAt: CreatedAt,
    readyAt: Type.Optional(described(Timestamp, "When the file was ready; absent before.")),
    revision: Revision,
    updatedAt: UpdatedAt,
    actor: Actor,
  },
  {
    title: "StatementExport",
    description: "A statement of a month as a file that is kept.",
    additionalProperties: false,
  },
);
export type StatementExport = Static<typeof StatementExport>;

/** The JSON form of a download. */
export const StatementExportContent = Type.Object(
  {
    content: Type.String({ description: "The whole file: as text, or in base64." }),
    filename: Filename,
    sha256: Sha256,
    sizeBytes: SizeBytes,
    encoding: Type.Union([Type.Literal("utf8"), Type.Literal("base64")], {
      description:
        "What `content` is: `utf8`: the text of the file. `base64`: its bytes, of a format that is no text.",
    }),
    mediaType: MediaType,
    partial: Partial,
    statementExportId: Id("sxp"),
  },
  {
    title: "StatementExportContent",
    description: "The file as JSON: its content and what a client checks it with.",
    additionalProperties: false,
  },
);
