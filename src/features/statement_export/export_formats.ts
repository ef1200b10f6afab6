/** The formats of exported statements: how a file of each is called and sent. The room statement_files writes them. */

export const EXPORT_FORMATS = {
  csv: { mediaType: "text/csv", extension: "csv", isText: true },
  camt053: { mediaType: "application/xml", extension: "xml", isText: true },
  mt940: { mediaType: "text/plain", extension: "sta", isText: true },
  ofx: { mediaType: "application/x-ofx", extension: "ofx", isText: true },
  pdf: { mediaType: "application/pdf", extension: "pdf", isText: false },
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormat[];
