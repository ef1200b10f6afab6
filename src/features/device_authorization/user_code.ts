/**
 * The code that a person types to let a program in: eight letters, shown as `XXXX-XXXX`. The letters have
 * no vowels, so no word comes of them, and nothing that looks like a digit. Of a program that sends the
 * person's browser, nobody types anything: in the place of the code stands a handle of 128 random bits. Only
 * the digest of either is stored.
 */
import { Type } from "@sinclair/typebox";
import { PII } from "../../contract/declare/redaction.ts";
import { GUESSABLE } from "../../contract/declare/schema_marks.ts";
import { ruled } from "../../contract/values/value_rules.ts";

/** The letters of a code (RFC 8628, 6.1): 20, so eight of them are 34.5 bits. */
export const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
export const USER_CODE_LENGTH = 8;

const HALF = USER_CODE_LENGTH / 2;
const LETTER = "[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]";
/** What the digest of a code or handle is made under, so that it is the digest of nothing else. */
const DIGEST_LABEL = "user code";
const HANDLE_LABEL = "authorization handle";
const HANDLE = "[0-9A-Za-z]{22}";
const IS_HANDLE = new RegExp(`^${HANDLE}$`);

/** The code or handle in a path. Hidden in the log of requests. */
export const UserCode = ruled(
  Type.String({
    pattern: `^(?:${LETTER}{${HALF}}-?${LETTER}{${HALF}}|${HANDLE})$`,
    description:
      "The code that the program shows, in any case, with or without its hyphen; or the handle in the address that a program has sent the browser to.",
    examples: ["WDJB-MJHT"],
    ...PII,
    ...GUESSABLE,
  }),
  {
    mustBe: `eight letters of ${USER_CODE_LETTERS}, with or without a hyphen in the middle, or a handle of 22 letters and digits`,
  },
);

/** The one form of a code that a digest is made of: eight capitals. */
function canonicalUserCode(text: string): string {
  return text.replaceAll("-", "").toUpperCase();
}

/** The code as a program shows it. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}

/**
 * What `digest` makes of a code, however it was typed, or of a handle: the digest that stands for it, or all
 * that the stored one may be.
 */
export function digestOfUserCode<D>(digest: (label: string, text: string) => D, text: string): D {
  if (IS_HANDLE.test(text)) return digest(HANDLE_LABEL, text);
  return digest(DIGEST_LABEL, canonicalUserCode(text));
}
