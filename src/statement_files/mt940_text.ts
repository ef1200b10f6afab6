/**
 * Texts of MT940: the characters that SWIFT has in set x, which are those of SEPA; lines of 65 characters, six at most; and no line that begins with
 * what begins a field or ends a message.
 */
import { inSepaCharacters, isSepaReference } from "../iso20022/sepa_text.ts";
import { cutText, digestOf } from "./file_values.ts";

const LINE = 65;
const LINES_MAX = 6;
/** How far back a line looks for a place where it can end. */
const LOOKS_BACK = 30;
const DIGEST_DIGITS = 8;
/** What stands in `:61:` where there is no reference. */
const NO_REFERENCE = "NONREF";
/** The words by which the parts of `:86:` are found. */
const CODE_WORD = /\/[A-Z]{4}\//;

/** Whether the reference can stand in `:61:` as it is. */
export function isPlainReference(reference: string, charactersMax: number): boolean {
  return (
    isSepaReference(reference) && reference.length <= charactersMax && reference !== NO_REFERENCE
  );
}

/**
 * The reference in the characters of SWIFT. An id of the platform has a hyphen in the place of its underscore. Any other that is
 * changed, or cut, ends in the beginning of the SHA-256 of the whole, so that two never become one.
 */
export function swiftReference(reference: string, charactersMax: number): string {
  const id = /^([a-z]+)_([0-9A-Za-z]+)$/.exec(reference);
  const plain = id === null ? reference : `${id[1]}-${id[2]}`;
  const written = tidy(inSepaCharacters(plain));
  const isWhole = written === plain && written.length <= charactersMax && !CODE_WORD.test(written);
  if (isWhole) return written;
  const kept = written.replaceAll("/", ".").slice(0, charactersMax - DIGEST_DIGITS - 1);
  return `${kept}-${digestOf(reference, DIGEST_DIGITS)}`;
}

/** `:86:` and its lines: words with what they say, and the description behind `/REMI/`, cut by "..." where it is too long. */
export function informationLines(
  words: readonly (readonly [word: string, said: string | undefined])[],
  description: string | undefined,
): string[] {
  const said = words.filter(([, value]) => value !== undefined);
  const before = said.map(([word, value]) => `/${word}/${value}`).join("");
  const remittance = tidy(inSepaCharacters(description ?? ""));
  return linesOf(remittance === "" ? before : `${before}/REMI/${remittance}`);
}

/**
 * The text in at most six lines; what needs more is cut, and "..." stands at its end. Where a line would begin with what begins a
 * field or ends a message, and there is no better place near, it begins with a full stop instead.
 */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let rest = `:86:${text}`;
  while (rest.length > LINE && lines.length < LINES_MAX - 1) {
    const end = endOfLine(rest);
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).replace(/^[-:]/, ".");
  }
  return [...lines, cutText(rest, LINE)];
}

/** Where a line ends best: programs put lines together again with nothing between them, and some take spaces off both ends. */
function endOfLine(text: string): number {
  const ends = Array.from({ length: LOOKS_BACK }, (_, back) => LINE - back);
  const isFree = (end: number) => !/[-:]/.test(text.charAt(end));
  const isInWord = (end: number) => text.charAt(end) !== " " && text.charAt(end - 1) !== " ";
  return ends.find((end) => isFree(end) && isInWord(end)) ?? ends.find(isFree) ?? LINE;
}

function tidy(said: string): string {
  return said.replaceAll(/ {2,}/g, " ").trim();
}
