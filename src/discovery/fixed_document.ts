/**
 * A document that is the same for everybody as long as the process runs. It has a strong ETag, so
 * that a client need not load it twice, and a Content-Digest (RFC 9530).
 */
import { createHash } from "node:crypto";
import type { DocumentAnswer, HostDocument } from "../http/host_document.ts";

/** Base64url characters of the digest in an ETag: 96 bits. */
const ETAG_LENGTH = 16;

export type FixedDocument = HostDocument & {
  /** SHA-256 of the body, hex. */
  digest(): Promise<string>;
};

/**
 * `make` is called once, when a client asks for the first time. `policy`: Content-Security-Policy of a
 * page.
 */
export function fixedDocument(
  contentType: string,
  make: () => string | Promise<string>,
  policy?: string,
): FixedDocument {
  let made: Promise<{ answer: DocumentAnswer; hash: Buffer }> | undefined;
  const once = () => {
    made ??= answerOf(contentType, make, policy).catch((cause) => {
      made = undefined;
      throw cause;
    });
    return made;
  };
  return {
    counted: true,
    answer: async () => (await once()).answer,
    digest: async () => (await once()).hash.toString("hex"),
  };
}

async function answerOf(
  contentType: string,
  make: () => string | Promise<string>,
  policy: string | undefined,
): Promise<{ answer: DocumentAnswer; hash: Buffer }> {
  const body = await make();
  const hash = createHash("sha256").update(body, "utf8").digest();
  const etag = `"${hash.toString("base64url").slice(0, ETAG_LENGTH)}"`;
  const answer = {
    status: 200,
    contentType,
    body,
    etag,
    headers:
      `\r\netag: ${etag}\r\ncontent-digest: sha-256=:${hash.toString("base64")}:` +
      "\r\ncache-control: no-cache",
    ...(policy !== undefined && { policy }),
  };
  return { answer, hash };
}
