/** The effect by which the file of an export is made, and what whoever makes it says of it. */
import type { EffectKind } from "../../contract/declare/effect.ts";
import type { NamedFile } from "../../contract/records/named_file.ts";
import type { ExportFailure } from "./statement_export_document.ts";

/**
 * Nobody waits for it: a file may take minutes. One of a shard is made at a time, in the order of their records, by a
 * thread that makes nothing else; killed anywhere, the next start makes the file anew.
 */
export const STATEMENT_EXPORT_MAKING: EffectKind = {
  kind: "statement_export_making",
  settledBy: "statement_export.settle",
  cause: "platform",
  underWayMax: 1,
};

/** The payload of the effect. `realm`: the number of the realm that the export stands in. */
export type StatementExportMaking = { statementExportId: string; realm: number };

/** What came of it. `partial`: whether the month was open when the snapshot was taken. */
export type MadeExport =
  | { made: NamedFile & { entryCount: number; partial: boolean } }
  | { failure: ExportFailure };
