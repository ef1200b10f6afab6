/**
 * Texts in the characters that every bank of SEPA takes (EPC217-08): the letters of the basic Latin alphabet, digits, and / - ? : ( ) . , ' + and space.
 * Latin letters with marks are written without them; other scripts cannot be written.
 */

/** The characters that may stand, within a class of a regular expression. */
const TAKEN = "A-Za-z0-9/\\-?:().,'+ ";
const IS_TAKEN = new RegExp(`^[${TAKEN}]*$`);
const NOT_TAKEN = new RegExp(`[^${TAKEN}]`, "gu");
const MARKS = /\p{Mark}/gu;
const AT_END = /[/ ]+$/;
const LETTER_OR_DIGIT = /[\p{Letter}\p{Number}]/u;

/** Latin letters that are no basic letter with a mark, and signs with a near one. */
const NEAR: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ẞ: "SS", æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", ø: "o", Ø: "O", ł: "l", Ł: "L" },
  ...{ đ: "d", Đ: "D", ð: "d", Ð: "D", þ: "th", Þ: "TH", ħ: "h", Ħ: "H", ı: "i", ŋ: "n", Ŋ: "N" },
  ...{ "&": "+", "@": "(at)", _: "-", "–": "-", "—": "-", "‘": "'", "’": "'", "`": "'" },
  ...{ "“": "'", "”": "'", '"': "'", ";": ",", "[": "(", "]": ")", "{": "(", "}": ")" },
  ...{ "€": "EUR" },
};

/**
 * A name as it stands in a file, at most 70 characters (the length that SEPA takes); undefined where it has a letter that has no such
 * form, because part of a name may be somebody else's.
 */
export function sepaName(name: string): string | undefined {
  const near = inBasicLatin(name);
  for (const [character] of near.matchAll(NOT_TAKEN)) {
    if (LETTER_OR_DIGIT.test(character)) return undefined;
  }
  const written = cut(tidy(near.replaceAll(NOT_TAKEN, " ")), 70);
  return /[A-Za-z0-9]/.test(written) ? written : undefined;
}

/** A text for people, at most 140 characters; what cannot be written is a full stop. Undefined where nothing is left. */
export function sepaRemittance(said: string): string | undefined {
  return cut(tidy(inSepaCharacters(said)), 140) || undefined;
}

/** A text of any length in these characters; what cannot be written is a full stop. */
export function inSepaCharacters(said: string): string {
  return inBasicLatin(said).replaceAll(/\s/g, " ").replaceAll(NOT_TAKEN, ".");
}

/** Whether a reference can stand in a file as it is: changed, nobody would find it again. */
export function isSepaReference(reference: string): boolean {
  return (
    IS_TAKEN.test(reference) &&
    reference.length <= 35 &&
    reference.trim() !== "" &&
    reference === reference.trim() &&
    !/^\/|\/$|\/\//.test(reference)
  );
}

function inBasicLatin(said: string): string {
  const near = [...said.normalize("NFC")].map((character) => NEAR[character] ?? character).join("");
  return near.normalize("NFKD").replaceAll(MARKS, "");
}

/** EPC217-08: no two slashes beside each other, and none at either end. */
function tidy(said: string): string {
  return said
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/\/{2,}/g, "/")
    .replace(/^[/ ]+/, "")
    .replace(AT_END, "");
}

function cut(said: string, charactersMax: number): string {
  return said.slice(0, charactersMax).replace(AT_END, "");
}
