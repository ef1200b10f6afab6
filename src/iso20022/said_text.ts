/** What a bank has written, where it is said to people: a file may have anything in it, of any length. */

/** The most characters of what is said: more tells nobody more. */
export const SAID_MAX = 300;
/** What a terminal takes as a command, or what turns the order of what is read around. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
/** In the place of a character that is not shown. */
const STANDS_FOR_UNSEEN = "\ufffd";

/** The text in one line without characters that nobody sees; what is longer than may be ends in an ellipsis. */
export function saidText(text: string): string {
  const seen = text.slice(0, SAID_MAX).replaceAll(UNSEEN, STANDS_FOR_UNSEEN);
  return text.length > SAID_MAX ? `${seen}…` : seen;
}
