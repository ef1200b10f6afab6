/** The words of a text as a search compares them: by their stems, without stop words. */

/** Words that say nothing of what is looked for, unless a phrase with them has a meaning: `who am I`. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `about am and any are as at be been by can could did do does done for from had has have how i if in into is it just
   let like may me need of off on or please should so such then there they to us want was we were what when where who
   whose why will with would you`.split(/\s+/),
);
/** Words that may stand within a phrase and change nothing: `close the account`, `close our account`. */
const FILLERS: ReadonlySet<string> = new Set(
  "a an the my our your his her its their this that these those some".split(" "),
);
/** Words that look like a form of another word and mean something else. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...["accounting", "booking", "bookings", "holdings", "savings", "outstanding", "during"],
]);
/** The fewest letters of a stem. */
const STEM_MIN = 3;

/**
 * The words of a text in their order, in small letters, without fillers; camel case is split: `the externalId` has
 * two.
 */
export function wordsOf(text: string): string[] {
  const parted = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  const words = parted.replace(/['’]s\b/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !FILLERS.has(word));
}

/** Whether the word, in small letters, says nothing of what is looked for. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The stems of all words in their order. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemOf);
}

/** The stems of all words but stop words, in their order. */
export function contentStemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word))
    .map(stemOf);
}

/**
 * What forms of one word have in common: `freezes`, `freezing`, `frozen` not. Plural, -ing and -ed are taken off,
 * and what is spelled in another way because of them; the rest need not be a word.
 */
export function stemOf(word: string): string {
  if (OWN_WORDS.has(word)) return word;
  const singular = word
    .replace(/ies$/, "y")
    .replace(/(s|x|z|ch|sh)es$/, "$1")
    .replace(/([^sui])s$/, "$1");
  const bare = withoutEnding(singular.replace(/ied$/, "y"));
  const stem = bare.length < STEM_MIN ? singular : bare;
  return stem.length <= STEM_MIN ? stem : stem.replace(/e$/, "").replace(/([^aeiou])\1$/, "$1");
}

/** Without -ing or -ed, where a vowel is left: `string` stays. */
function withoutEnding(word: string): string {
  const length = word.endsWith("ing") ? 3 : word.endsWith("ed") ? 2 : 0;
  const rest = word.slice(0, word.length - length);
  return /[aeiouy]/.test(rest) ? rest : word;
}
