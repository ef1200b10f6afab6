/** The formats of statements as files: how a file of each is called and sent. The room statement_files writes them. */

/** `isText`: the file is text, in UTF-8; bytes otherwise. */
export const STATEMENT_FORMATS = {
  csv: { mediaType: "text/csv", extension: "csv", isText: true },
  camt053: { mediaType: "application/xml", extension: "xml", isText: true },
  mt940: { mediaType: "text/plain", extension: "sta", isText: true },
  ofx: { mediaType: "application/x-ofx", extension: "ofx", isText: true },
  pdf: { mediaType: "application/pdf", extension: "pdf", isText: false },
} as const;

export type StatementFormat = keyof typeof STATEMENT_FORMATS;

export const STATEMENT_FORMAT_NAMES = Object.keys(STATEMENT_FORMATS) as StatementFormat[];
