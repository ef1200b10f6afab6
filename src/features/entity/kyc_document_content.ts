/** The checks of the content of a document file. */
import { hash } from "node:crypto";
import type { Issue } from "../../contract/refusals/refusal.ts";
import type { KycDocumentDraft } from "./kyc_document_schema.ts";

/** How the bytes of each type begin: JPEG (ISO/IEC 10918-1), PNG (RFC 2083, 3.1), PDF (ISO 32000-1, 7.5.2). */
const BEGINNINGS: Readonly<Record<KycDocumentDraft["contentType"], Buffer>> = {
  "image/jpeg": Buffer.from("ffd8ff", "hex"),
  "image/png": Buffer.from("89504e470d0a1a0a", "hex"),
  "application/pdf": Buffer.from("%PDF-"),
};

type Sent = Pick<KycDocumentDraft, "contentType" | "sha256" | "contentBase64">;

/**
 * The issues that the schemas cannot find: the content is not canonical base64, does not begin with the signature of its
 * type, or has another SHA-256 than the caller says. No message repeats any part of the content.
 */
export function contentIssues({ contentType, sha256, contentBase64 }: Sent): Issue[] {
  const content = contentOf(contentBase64);
  if (content.toString("base64") !== contentBase64) {
    const message = "contentBase64 must be base64 with padding (RFC 4648, section 4), in one line";
    return [{ code: "format", message, path: ["contentBase64"] }];
  }
  const issues: Issue[] = [];
  const beginning = BEGINNINGS[contentType];
  if (!content.subarray(0, beginning.length).equals(beginning)) {
    const type = typeOf(content);
    const is = type === undefined ? "of none of the types that are taken" : type;
    const message = `contentType is ${contentType}, the content begins as one that is ${is}`;
    issues.push({ code: "conflict", message, path: ["contentType"] });
  }
  if (hash("sha256", content, "hex") !== sha256) {
    const message = "sha256 is not the SHA-256 of the content that arrived";
    issues.push({ code: "conflict", message, path: ["sha256"] });
  }
  return issues;
}

export function contentOf(contentBase64: string): Buffer {
  return Buffer.from(contentBase64, "base64");
}

function typeOf(content: Buffer): string | undefined {
  return Object.entries(BEGINNINGS).find(([, beginning]) =>
    content.subarray(0, beginning.length).equals(beginning),
  )?.[0];
}
