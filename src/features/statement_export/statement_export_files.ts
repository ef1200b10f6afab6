/** The files of exports: which must be there. Those of a sandbox that was reset may be deleted. */
import type { FileNaming, NamedFile } from "../../contract/records/named_file.ts";
import type { StatementExportDocument } from "./statement_export_document.ts";
import { type StatementExportState, statementExports } from "./statement_export_noun.ts";

export const statementExportFiles: FileNaming<StatementExportState> = {
  *of({ statementExports: exports }, realms) {
    for (const document of exports.values()) {
      const { realm } = document;
      const file = fileOfExport(document);
      if (file !== undefined && !realms.isRetired(realm)) yield { ...file, realm };
    }
  },
  kindsBegin: "statement_export.",
  changeOf(fact) {
    const document = statementExports.of(fact);
    const file = document && fileOfExport(document);
    return file === undefined ? {} : { named: [file] };
  },
  isMadeOfLog: true,
};

/** The file of an export; undefined of one that is not ready. */
export function fileOfExport({
  file,
  sizeBytes,
  sha256,
}: Pick<StatementExportDocument, "file" | "sizeBytes" | "sha256">): NamedFile | undefined {
  if (file === undefined || sizeBytes === undefined || sha256 === undefined) return undefined;
  return { file, sizeBytes, sha256 };
}
