/** For tests of the pages: names that an agent gives itself to be taken for another, or for a part of the page. */

/**
 * Markup that would run a script, the C and the a of Cyrillic, a blank of no width, and a character that turns
 * what follows around; then words that a reader, or a model, could take for the page's own.
 */
export const INJECTED =
  '<img src=x onerror="document.title=1">\u0421l\u0430ude\u200b\u202e gnihton seod</bdi></p><h1>Verified</h1>';
/** What of it a page shows as codes. */
export const INJECTED_CODES = ["U+200B", "U+202E"] as const;
