/**
 * A document that is the same for everybody as long as the process runs, in the content coding that
 * the client prefers. Each coding has a strong ETag of its own, so that a client need not load it
 * twice, and a Content-Digest (RFC 9530) of the bytes that are sent.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { VARIES } from "../http/answer/security_headers.ts";
import type { DocumentAnswer, HostDocument } from "../http/call/host_document.ts";
import { preferredType } from "../http/read/accept.ts";
import { type ContentCoding, preferredCoding } from "../http/read/content_coding.ts";

/** Base64url characters of the digest in an ETag: 96 bits. */
const ETAG_LENGTH = 16;
/** The smallest document that has codings, bytes: below, the lines of the head outweigh the gain. */
const CODED_BYTES_MIN = 512;
/**
 * 0 to 11. The reference page's script, 4.3 MB: 0.7 s for 1,073 kB at 6; 11.5 s for 943 kB at 11
 * (measured on the machine of bench/README.md).
 */
const BROTLI_QUALITY = 6;
/** 1 to 9. The same script: 0.17 s for 1,261 kB. */
const GZIP_LEVEL = 9;

/** A year, which is the most that caches honour, and no question in between (RFC 8246). */
const FOR_EVER = "public, max-age=31536000, immutable";

export type FixedDocument = HostDocument & {
  /** SHA-256 of the document as it is, hex. */
  digest(): Promise<string>;
};

type About = { contentType: string; policy: string | undefined; caching: string };
type Made = { bytes: Buffer; answer: DocumentAnswer };

/**
 * `make` is called once, when a client asks for the first time; a coding is made once, when a client
 * that prefers it asks for the first time. `policy`: Content-Security-Policy of a page. `isForEver`: the
 * path never has other bytes, because it names them, so that a client need not ask again.
 */
export function fixedDocument(
  contentType: string,
  make: () => string | Promise<string>,
  policy?: string,
  { isForEver = false } = {},
): FixedDocument {
  const about = { contentType, policy, caching: isForEver ? FOR_EVER : "no-cache" };
  const plain = once(async () => {
    const bytes = Buffer.from(await make(), "utf8");
    return answerOf(bytes, "identity", about);
  });
  const coded = (coding: "br" | "gzip") =>
    once(async () => answerOf(await compressed((await plain()).bytes, coding), coding, about));
  const forms = { identity: plain, br: coded("br"), gzip: coded("gzip") };
  return {
    counted: true,
    async answer({ codings }) {
      const { bytes, answer } = await plain();
      if (bytes.length < CODED_BYTES_MIN) return answer;
      return (await forms[preferredCoding(codings)]()).answer;
    },
    digest: async () => sha256((await plain()).bytes).toString("hex"),
  };
}

/**
 * A document that is made anew when what it is made of is another object. `of`: what it is made of now;
 * `made`: the document of that.
 */
export function remadeDocument<T extends object>(
  of: () => T,
  made: (of: T) => FixedDocument,
): FixedDocument {
  let known: { of: T; document: FixedDocument } | undefined;
  const current = () => {
    const now = of();
    if (known?.of !== now) known = { of: now, document: made(now) };
    return known.document;
  };
  return {
    counted: true,
    answer: (accepted) => current().answer(accepted),
    digest: () => current().digest(),
  };
}

/**
 * One document in several media types. The header `Accept` chooses, and where it says nothing the document is the
 * first (RFC 9110, 12.5.1). Each form has a tag of its own.
 */
export function chosenDocument<T extends string>(
  forms: Readonly<Record<T, FixedDocument>>,
  offered: readonly [T, ...T[]],
): FixedDocument {
  return {
    counted: true,
    async answer(accepted) {
      const answer = await forms[preferredType(accepted.types, offered)].answer(accepted);
      return answer && { ...answer, headers: variedByType(answer.headers ?? "") };
    },
    digest: () => forms[offered[0]].digest(),
  };
}

/** The result of `make`, kept from the first call on; a failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((cause) => {
      made = undefined;
      throw cause;
    });
    return made;
  };
}

function compressed(bytes: Buffer, coding: "br" | "gzip"): Promise<Buffer> {
  if (coding === "gzip") return promisify(gzip)(bytes, { level: GZIP_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return promisify(brotliCompress)(bytes, { params });
}

function answerOf(
  bytes: Buffer,
  coding: ContentCoding,
  { contentType, policy, caching }: About,
): Made {
  const hash = sha256(bytes);
  const etag = `"${hash.toString("base64url").slice(0, ETAG_LENGTH)}"`;
  const encoded = coding === "identity" ? "" : `\r\ncontent-encoding: ${coding}`;
  const varies = bytes.length < CODED_BYTES_MIN && encoded === "" ? "" : VARIES_BY_CODING;
  const answer = {
    status: 200,
    contentType,
    body: "",
    bytes,
    etag,
    headers:
      `\r\netag: ${etag}\r\ncontent-digest: sha-256=:${hash.toString("base64")}:` +
      `\r\ncache-control: ${caching}${encoded}${varies}`,
    ...(policy !== undefined && { policy }),
  };
  return { bytes, answer };
}

/** The line of a document whose coding `Accept-Encoding` has chosen (RFC 9110, 12.5.5). */
const VARIES_BY_CODING = "\r\nvary: accept-encoding";

/** The lines of a head, of which one says that `Accept` has chosen too: each header stands once. */
function variedByType(headers: string): string {
  if (!headers.includes(VARIES_BY_CODING)) return headers + VARIES;
  return headers.replace(VARIES_BY_CODING, `${VARIES}, accept-encoding`);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
