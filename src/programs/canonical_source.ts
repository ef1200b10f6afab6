/**
 * The one text of a program's source, and digests of it: equal programs have equal digests, whatever the
 * order of their keys and the white space between them.
 */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { invariant } from "../base/invariant.ts";

/**
 * The source in the canonical form of RFC 8785. `source` is what JSON.parse made, without lone surrogates:
 * the server refuses these in every body.
 */
export function canonicalSource(source: unknown): string {
  const text = canonicalize(source);
  invariant(text !== undefined, "what JSON.parse made has a JSON text");
  return text;
}

/** `sha256:` and the SHA-256 of a text's UTF-8 bytes, hexadecimal. */
export function sourceDigest(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
