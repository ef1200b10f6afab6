/**
 * Words that mean the same to people in search of an operation or a guide, whatever noun they look for; those of one
 * noun stand in its words (`contract/declare/noun_words.ts`). Each row is one meaning. A word that is looked for stands
 * for all words of its rows, which count less than the word itself.
 */
export const SAME_MEANING: readonly (readonly string[])[] = [
  ["page", "pagination", "paging", "cursor", "list"],
  ["limit", "rate", "429", "throttle", "quota"],
  ["delete", "remove", "close", "archive", "revoke", "end", "stop"],
  ["create", "open", "new", "make", "add"],
  ["change", "update", "edit", "rename"],
  ["show", "get", "read", "retrieve", "see"],
  ["error", "code", "refusal", "failure"],
];
