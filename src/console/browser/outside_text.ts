/**
 * Text that somebody outside of the company chose, such as the name that an agent gives itself, taken apart by
 * what a reader can see of it. Guarantees: a piece that is `plain` or `odd` has no character that hides,
 * that turns the direction of what stands after it, or that covers its neighbours.
 */
import { LOOKALIKES } from "./lookalikes.ts";

/**
 * `plain`: what it looks like. `hidden`: one character that nobody sees, or that changes how others are
 * shown. `odd`: one letter that looks like another; `script` is the alphabet that it is of.
 */
export type Piece =
  | { kind: "plain"; text: string }
  | { kind: "hidden"; code: string }
  | { kind: "odd"; text: string; code: string; script: string };

/** Characters without a form of their own, spaces that are none of a keyboard, and the blank of Braille. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/u;
const MARK = /\p{M}/u;
/** Marks that one letter may carry, as in Vietnamese; more of them cover the lines around. */
const MARKS_MAX = 2;
const LETTER = /\p{L}/u;
const WORD = /[\p{L}\p{M}]+/gu;

const SCRIPTS: readonly (readonly [name: string, of: RegExp])[] = [
  ["Latin", /\p{Script=Latin}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Georgian", /\p{Script=Georgian}/u],
  ["Devanagari", /\p{Script=Devanagari}/u],
  ["Thai", /\p{Script=Thai}/u],
  ["Chinese or Japanese", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["Korean", /\p{Script=Hangul}/u],
  ["no", /[\p{Script=Common}\p{Script=Inherited}]/u],
];
const NONE = "no";
/** Alphabets that words of East Asia mix (UTS 39, highly restrictive). */
const MIXED_IN_ASIA: readonly string[] = ["Latin", "Chinese or Japanese", "Korean"];

/** The text in pieces, in their order; together they have every character of the text. */
export function piecesOf(text: string): Piece[] {
  const odd = oddLettersOf(text);
  const pieces: Piece[] = [];
  let marks = 0;
  let at = 0;
  for (const one of text) {
    marks = MARK.test(one) ? marks + 1 : 0;
    const before = pieces.at(-1);
    if (HIDDEN.test(one) || marks > MARKS_MAX) pieces.push({ kind: "hidden", code: codeOf(one) });
    else if (odd.has(at)) {
      pieces.push({ kind: "odd", text: one, code: codeOf(one), script: scriptOf(one) });
    } else if (before?.kind === "plain") before.text += one;
    else pieces.push({ kind: "plain", text: one });
    at += one.length;
  }
  return pieces;
}

/** The text with each invisible character as its code, where elements cannot stand: "pay⟨U+202E⟩lap". */
export function visibleText(text: string): string {
  return piecesOf(text)
    .map((piece) => (piece.kind === "hidden" ? `⟨${piece.code}⟩` : piece.text))
    .join("");
}

/** The text without what cannot be seen, for a field that a person may change. */
export function cleanText(text: string): string {
  return piecesOf(text)
    .map((piece) => (piece.kind === "hidden" ? " " : piece.text))
    .join("")
    .replaceAll(/ +/g, " ")
    .trim();
}

/** The skeleton of a text (UTS 39): two texts that a reader may confuse have equal skeletons. */
export function skeletonOf(text: string): string {
  const seen = [...cleanText(text).normalize("NFKC")].map((one) => LOOKALIKES.get(one) ?? one);
  return seen
    .join("")
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, "")
    .replaceAll(/[il1|]/g, "l")
    .replaceAll("0", "o");
}

/** Where letters stand that look like others: offsets in the text. */
function oddLettersOf(text: string): Set<number> {
  const words = [...text.matchAll(WORD)].map((found) => ({
    at: found.index,
    letters: [...found[0]],
  }));
  const honest = new Set(words.filter(isHonest).map(({ letters }) => mainScriptOf(letters)));
  const odd = new Set<number>();
  for (const { at, letters } of words) {
    const own = mainScriptOf(letters);
    const isForged = letters.every(isLookalike) && !honest.has(own);
    let offset = at;
    for (const letter of letters) {
      const isOther = !belongs(letter, own, letters);
      if (isForged || isOther || isDisguised(letter)) odd.add(offset);
      offset += letter.length;
    }
  }
  return odd;
}

/** Whether the word is of one alphabet, and has a letter that only this alphabet has. */
function isHonest({ letters }: { letters: string[] }): boolean {
  const own = mainScriptOf(letters);
  return letters.every((one) => belongs(one, own, letters)) && !letters.every(isLookalike);
}

function isLookalike(letter: string): boolean {
  return LOOKALIKES.has(letter) || MARK.test(letter);
}

/** A letter of ASCII in another shape, such as `Ａ` and `𝐀`, or a rare one of the Latin alphabet. */
function isDisguised(letter: string): boolean {
  if (!LETTER.test(letter)) return false;
  const plain = letter.normalize("NFKC");
  const isShape = plain !== letter && /^[\x21-\x7e]+$/.test(plain);
  return isShape || (LOOKALIKES.has(letter) && scriptOf(letter) === "Latin");
}

function belongs(letter: string, own: string, word: readonly string[]): boolean {
  const script = scriptOf(letter);
  if (script === own || script === NONE) return true;
  const isAsian = word.some((one) => MIXED_IN_ASIA.indexOf(scriptOf(one)) > 0);
  return isAsian && MIXED_IN_ASIA.includes(script) && MIXED_IN_ASIA.includes(own);
}

/** The alphabet of most letters; of as many the one that comes first. */
function mainScriptOf(letters: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const letter of letters) {
    const script = scriptOf(letter);
    if (script !== NONE) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? NONE;
}

function scriptOf(letter: string): string {
  return SCRIPTS.find(([, of]) => of.test(letter))?.[0] ?? "another";
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
