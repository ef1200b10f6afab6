/** The examples of document files: Ada shows where she lives, in a picture of one point. */
import type { Example } from "../../contract/example.ts";
import { ADA_ENTITY } from "../example_ids.ts";

const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mOoBwAAgQCAfhwpxwAAAABJRU5ErkJggg==";
const PICTURE_SHA256 = "ffee5910065693b0b0bdcc77f193137f90748f2cd1f79ed6f8a61967ccaab416";

export const kycDocumentExamples: readonly Example[] = [
  {
    at: "10:11:07",
    operation: "entity.kyc.document.create",
    path: { entityId: ADA_ENTITY },
    body: {
      kind: "proofOfAddress",
      contentType: "image/png",
      sha256: PICTURE_SHA256,
      contentBase64: PICTURE,
    },
    makes: { sha256: PICTURE_SHA256 },
  },
  {
    at: "10:11:17",
    operation: "entity.kyc.document.list",
    path: { entityId: ADA_ENTITY },
    query: { limit: 1 },
  },
];
