/** What several formats need: texts that XML can say, references that fit, amounts with a sign, the end of a statement. */
import { createHash } from "node:crypto";
import { decimalOf } from "../iso20022/decimal_amount.ts";
import type { StatementHead } from "./statement.ts";

/** What no XML can say (section 2.2 of XML 1.0): control characters, lone surrogates, two of the first plane. */
const UNSAYABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const LINE_BREAK = /\r\n|[\r\n\t]/g;
const REPLACEMENT = "\ufffd";
/** Hexadecimal digits of the digest that makes what was cut one of its own. */
const DIGEST_DIGITS = 8;

/** The text in one line, with U+FFFD for each character that XML cannot say. */
export function sayableText(said: string): string {
  return said.replaceAll(UNSAYABLE, REPLACEMENT).replaceAll(LINE_BREAK, " ");
}

/** The text as it is, or its beginning and "..." where it is longer. Counts code points, as XML does. */
export function cutText(said: string, charactersMax: number): string {
  if (said.length <= charactersMax) return said;
  const characters = Array.from(said);
  if (characters.length <= charactersMax) return said;
  return `${characters.slice(0, charactersMax - 3).join("")}...`;
}

/** The text in pieces of at most so many code points; together they are the text. */
export function piecesOf(said: string, charactersMax: number): string[] {
  const characters = Array.from(said);
  const pieces: string[] = [];
  for (let from = 0; from < characters.length; from += charactersMax) {
    pieces.push(characters.slice(from, from + charactersMax).join(""));
  }
  return pieces;
}

/** The reference, or its beginning and the beginning of its SHA-256 where it is too long: another one is cut to another text. */
export function fittedReference(reference: string, charactersMax: number): string {
  if (reference.length <= charactersMax) return reference;
  const kept = Array.from(reference).slice(0, charactersMax - DIGEST_DIGITS - 1);
  return `${kept
    .join("")
    .slice(0, charactersMax - DIGEST_DIGITS - 1)
    .toWellFormed()}-${digestOf(reference, DIGEST_DIGITS)}`;
}

/** The first hexadecimal digits of the SHA-256 of the text. */
export function digestOf(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}

/** "-120.50" */
export function signedDecimal(minor: bigint, currency: string): string {
  return minor < 0n ? `-${decimalOf(-minor, currency)}` : decimalOf(minor, currency);
}

/** The last moment that a statement tells of: the end of the month, or now in an open month. */
export function endMsOf({ partial, createdAtMs, fromMs, belowMs }: StatementHead): number {
  return partial ? Math.max(fromMs, Math.min(createdAtMs, belowMs - 1)) : belowMs - 1;
}

/**
 * Names one statement: the same month of the same account has the same name again, but an open month has another at
 * each time that it is asked for.
 */
export function digestOfStatement(head: StatementHead, digits: number): string {
  return digestOfMonth(`${head.accountId} ${head.currency}`, head, digits);
}

/** Names the file whose first statement has the head, in the same way. */
export function digestOfFile(head: StatementHead, digits: number): string {
  return head.scope === "account"
    ? digestOfStatement(head, digits)
    : digestOfMonth(head.productId, head, digits);
}

function digestOfMonth(
  subject: string,
  { month, partial, createdAtMs }: StatementHead,
  digits: number,
): string {
  return digestOf([subject, month, ...(partial ? [createdAtMs] : [])].join(" "), digits);
}
