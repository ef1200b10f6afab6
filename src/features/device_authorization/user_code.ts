/**
 * The code that a person types to let a program in: eight letters, shown as `XXXX-XXXX`. The letters have
 * no vowels, so no word comes of them, and nothing that looks like a digit. Only its digest is stored.
 */
import { Type } from "@sinclair/typebox";
import type { PreparationTools } from "../../contract/preparation.ts";
import { PII } from "../../contract/redaction.ts";
import { ruled } from "../../contract/value_rules.ts";

/** The letters of a code (RFC 8628, 6.1): 20, so eight of them are 34.5 bits. */
export const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
export const USER_CODE_LENGTH = 8;

const HALF = USER_CODE_LENGTH / 2;
const LETTER = "[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]";
/** What the digest of a code is made under, so that it is the digest of nothing else. */
const DIGEST_LABEL = "user code";

/** The code in a path. Hidden in the log of requests. */
export const UserCode = ruled(
  Type.String({
    pattern: `^${LETTER}{${HALF}}-?${LETTER}{${HALF}}$`,
    description: "The code that the program shows, in any case, with or without its hyphen.",
    examples: ["WDJB-MJHT"],
    ...PII,
  }),
  { mustBe: `eight letters of ${USER_CODE_LETTERS}, with or without a hyphen in the middle` },
);

/** The one form of a code that a digest is made of: eight capitals. */
function canonicalUserCode(text: string): string {
  return text.replaceAll("-", "").toUpperCase();
}

/** The code as a program shows it. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}

/** The digest that stands for a code, however it was typed. */
export function digestOfUserCode(digest: PreparationTools["digest"], text: string): string {
  return digest(DIGEST_LABEL, canonicalUserCode(text));
}
