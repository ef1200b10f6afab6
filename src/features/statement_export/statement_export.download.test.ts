/** Decision table of statement_export.download. */
import assert from "node:assert/strict";
import {
  type AskedExport,
  askedExport,
  FILE,
  MADE,
} from "../../../test/support/features/statement_export/exports.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import type { FileReader } from "../../contract/declare/file_reader.ts";
import { statementExportDownload } from "./statement_export.download.ts";
import { statementExportSettle } from "./statement_export.settle.ts";

const TEXT = "timestamp\r\n";
const filesWith = (fault?: "missing" | "damaged"): FileReader => ({
  faultOf: () => fault,
  *parts() {
    yield TEXT;
  },
});
const madeReady = ({ world, statementExportId }: AskedExport & { world: World }) =>
  world.made(statementExportSettle, { statementExportId, made: MADE });

decisionTable(statementExportDownload, {
  given: (world: World) => askedExport(world),
  input: ({ statementExportId }) => ({ statementExportId }),
  asking: () => ({ files: filesWith() }),
  rows: [
    {
      title: "ready",
      given: madeReady,
      outcome: "the content, and the digest and the size that the record has",
      reply: {
        ...{ content: TEXT, encoding: "utf8", mediaType: "text/csv", partial: true },
        ...{ sha256: FILE.sha256, sizeBytes: FILE.sizeBytes },
      },
    },
    {
      title: "pending",
      code: "statement_evidence_incomplete",
      details: { missing: ["file"] },
      check: ({ message }) => assert.match(String(message), /it is pending/),
    },
    {
      title: "failed",
      given: ({ world, statementExportId }) => {
        const failure = { code: "rows", reason: "a row is gone" };
        world.made(statementExportSettle, { statementExportId, failure });
      },
      code: "statement_evidence_incomplete",
      details: { missing: ["file"] },
      check: ({ message }) => assert.match(String(message), /it has failed: a row is gone/),
    },
    ...(["missing", "damaged"] as const).map(
      (fault): Row<"statement_evidence_incomplete", AskedExport> => ({
        title: `its file is ${fault}`,
        given: madeReady,
        asking: { files: filesWith(fault) },
        code: "statement_evidence_incomplete",
        details: { missing: ["file"] },
        check: ({ message }) => assert.match(String(message), new RegExp(`its file is ${fault}`)),
      }),
    ),
    ...unknownIds({
      field: "statementExportId",
      code: "resource_not_found",
      create: (world, caller) => askedExport(world, caller).statementExportId,
    }),
  ],
});
