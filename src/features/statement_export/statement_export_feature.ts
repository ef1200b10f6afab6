/** The feature of exports of statements: files that are kept. */
import type { Feature } from "../../contract/declare/feature.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import { statementExportCreate } from "./statement_export.create.ts";
import { statementExportDownload } from "./statement_export.download.ts";
import { statementExportSettle } from "./statement_export.settle.ts";
import { statementExportExamples } from "./statement_export_examples.ts";
import { statementExportFiles } from "./statement_export_files.ts";
import { STATEMENT_EXPORT_MAKING } from "./statement_export_making.ts";
import {
  type StatementExportState,
  statementExportList,
  statementExportRetrieve,
  statementExports,
} from "./statement_export_noun.ts";
import { statementExportWords } from "./statement_export_words.ts";

export const statementExportFeature = {
  tag: "Statements",
  words: statementExportWords,
  operations: [
    statementExportList,
    statementExportRetrieve,
    statementExportCreate,
    statementExportDownload,
    statementExportSettle,
  ],
  examples: statementExportExamples,
  ...statementExports.manifest,
  effects: [STATEMENT_EXPORT_MAKING],
  files: statementExportFiles,
} satisfies Feature<LedgerState & StatementExportState>;
