/**
 * statement_export.settle: ends the effect by which the file of an export is made: `ready` with its size, digest and number of
 * entries, or `failed` with the reason. The record stands in the realm of the export, in a retired one too.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { EXPORT_FAULTS } from "./statement_export_document.ts";
import { type StatementExportState, statementExports } from "./statement_export_noun.ts";

const COUNT = Type.Integer({ minimum: 0 });

export const statementExportSettle = declareWrite<StatementExportState>()({
  id: "statement_export.settle",
  summary: "Record that the file of an export was made",
  http: { method: "POST", path: "/platform/statement-exports/settle" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    {
      statementExportId: Id("sxp"),
      made: Type.Optional(
        Type.Object(
          {
            file: Type.String(),
            sizeBytes: COUNT,
            sha256: Type.String(),
            entryCount: COUNT,
            partial: Type.Boolean(),
          },
          { additionalProperties: false },
        ),
      ),
      failure: Type.Optional(
        Type.Object(
          {
            code: Type.Union(EXPORT_FAULTS.map((code) => Type.Literal(code))),
            reason: Type.String(),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { title: "StatementExportSettlement", additionalProperties: false },
  ),
  output: Type.Object(
    { statementExportId: Id("sxp") },
    { title: "StatementExportSettled", additionalProperties: false },
  ),
  refusals: [],
  events: ["statement_export.ready", "statement_export.failed"],
  decide(state, { statementExportId, made, failure }, context) {
    const reply = { statementExportId };
    const before = state.statementExports.byId(context.realm, statementExportId);
    if (before?.status !== "pending") return accept([], reply);
    // Neither: a reset came before, and nobody finds the export any more.
    if (made === undefined && failure === undefined) return accept([], reply);
    const after =
      made !== undefined
        ? { ...before, ...made, status: "ready" as const, readyAtMs: context.nowMs }
        : { ...before, status: "failed" as const, ...(failure !== undefined && { failure }) };
    return accept([statementExports.changeFact(after.status, before, after, context)], reply);
  },
});
