/** What a run must have met of objects that are told how a payout or a collection has ended, and of rows that ask banks. */

const DEBIT_ENDS = ["collected", "failed", "returned"];

/** What some hundred seeds must meet. */
export const TOLD_ENDS = [
  ...["posted", "failed", "returned", "cancelled"].map((end) => `object told: payout ${end}`),
  ...DEBIT_ENDS.map((end) => `object told: collection ${end}`),
  ...DEBIT_ENDS.map((end) => `row told: collection ${end}`),
  ...["sent", "unsent", "cameBack", "got", "missed", "lose", "take"].map(
    (action) => `called when told: ${action}`,
  ),
  "object.payout.run accepted",
  "object.payout.run invalid_noun_transition",
  "object.collection.run accepted",
  "row asked its bank",
  "row asked its bank again",
];

/** The same, where it is met once in some hundred seeds. */
export const TOLD_RARE = [
  "payout of an object returned before it was told to be posted",
  "called when told: bounce",
  "object.collection.run invalid_noun_transition",
  "row tried again with money that is here",
  "row skipped when it was told: until",
  "money came to an object that has ended",
];
