/** The examples of document files: Ada shows where she lives, in a picture of one point. */
import type { Example } from "../../contract/document/example.ts";
import { ADA_ENTITY } from "../example_ids.ts";
import { EXAMPLE_DOCUMENT } from "./kyc_document_schema.ts";

export const kycDocumentExamples: readonly Example[] = [
  {
    at: "10:11:07",
    operation: "entity.kyc.document.create",
    path: { entityId: ADA_ENTITY },
    body: EXAMPLE_DOCUMENT,
    makes: { sha256: EXAMPLE_DOCUMENT.sha256 },
  },
  {
    at: "10:11:17",
    operation: "entity.kyc.document.list",
    path: { entityId: ADA_ENTITY },
    query: { limit: 1 },
  },
];
