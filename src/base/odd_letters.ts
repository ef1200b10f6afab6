/**
 * What a reader of a name that a stranger chose must see: characters that show nothing or turn the text
 * around are written out, and letters that look like others are named.
 */

/** Characters that are not seen, or that change how others are seen: controls, formats, separators, fillers. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** White space other than the plain one. */
const ODD_SPACE = /[\p{Zs}\t]/u;

/** Scripts whose letters look like Latin ones (Unicode TR 39, confusables). */
const LOOK_ALIKE =
  /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\p{sc=Coptic}\p{sc=Lisu}]/u;
const LATIN = /\p{sc=Latin}/u;
const LETTER = /\p{L}/u;
/** The most letters that are named. */
const NAMED_MAX = 12;

/** The text with every character that is not seen, and every space but the plain one, as `[U+202E]`. */
export function seenText(text: string): string {
  return Array.from(text, (character) => {
    if (character === " ") return character;
    return UNSEEN.test(character) || ODD_SPACE.test(character)
      ? `[${codeOf(character)}]`
      : character;
  }).join("");
}

/**
 * The letters that may be taken for others, each once, as `с (U+0441)`: those of scripts that look like Latin; of
 * a text with Latin letters, those of every other script; and those that are another form of a plain
 * character, such as letters of mathematics.
 */
export function oddLetters(text: string): string[] {
  const characters = Array.from(text);
  const hasLatin = characters.some((character) => LATIN.test(character));
  const isOdd = (character: string) => {
    if (character.normalize("NFKC") !== character.normalize("NFC")) return true;
    if (!LETTER.test(character) || LATIN.test(character)) return false;
    return hasLatin || LOOK_ALIKE.test(character);
  };
  const odd = new Set(
    characters.filter((one) => !UNSEEN.test(one) && !ODD_SPACE.test(one) && isOdd(one)),
  );
  return [...odd].slice(0, NAMED_MAX).map((character) => `${character} (${codeOf(character)})`);
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
