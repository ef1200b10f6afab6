/**
 * The operations on exports of statements in the story of all examples. When a file is ready follows from what is outside of
 * the story, the thread that makes it; so what is asked afterwards has its answer by hand.
 */
import { createHash } from "node:crypto";
import { type Example, exampleId } from "../../contract/document/example.ts";
import { API_KEY, MONTH, PRODUCT, WALLET } from "../example_ids.ts";

const EXPORT = exampleId("sxp", 912);
const TEXT =
  "timestamp,transferId,kind,counterpartyAccountId,description,debit,credit,balance,currency,externalId\r\n";

const FILE = {
  filename: `statement-${WALLET}-${MONTH}-partial.csv`,
  mediaType: "text/csv",
  sizeBytes: TEXT.length,
  sha256: createHash("sha256").update(TEXT).digest("hex"),
};

const READY = {
  statementExportId: EXPORT,
  productId: PRODUCT,
  environment: "sandbox",
  scope: "account",
  id: WALLET,
  month: MONTH,
  format: "csv",
  status: "ready",
  partial: true,
  ...FILE,
  entryCount: 0,
  createdAt: "2026-03-30T12:50:00.000Z",
  readyAt: "2026-03-30T12:50:00.140Z",
  revision: 2,
  updatedAt: "2026-03-30T12:50:00.140Z",
  actor: { type: "product_key", id: API_KEY },
};

export const statementExportExamples: readonly Example[] = [
  {
    at: "12:50:00",
    operation: "statement_export.create",
    body: { scope: "account", id: WALLET, month: MONTH },
    makes: { statementExportId: EXPORT },
  },
  {
    at: "12:50:10",
    operation: "statement_export.retrieve",
    path: { statementExportId: EXPORT },
    answer: READY,
  },
  {
    at: "12:50:20",
    operation: "statement_export.list",
    query: { productId: PRODUCT, limit: 1 },
    answer: { items: [READY] },
  },
  {
    at: "12:50:30",
    operation: "statement_export.download",
    path: { statementExportId: EXPORT },
    answer: {
      content: TEXT,
      filename: FILE.filename,
      sha256: FILE.sha256,
      sizeBytes: FILE.sizeBytes,
      encoding: "utf8",
      mediaType: FILE.mediaType,
      partial: true,
      statementExportId: EXPORT,
    },
  },
];
