/** How many wrong guesses of a person's secrets came one after the other, and how long the next has to wait. */
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";

/** What is guessed: each is counted by itself, so that who knows the one clears no count of the other. */
export type Guessed = "password" | "factor";

export type GuessDocument = {
  realm: number;
  userId: string;
  of: Guessed;
  /** Wrong guesses since the last right one. */
  wrong: number;
  /** From this millisecond on a guess is compared again; 0: there was no wait. */
  waitsUntilMs: number;
  lastWrongAtMs: number;
};

/** Wrong guesses that cost no wait (api.md, 2.8: "5 wrong -> lock"): the fifth begins the first wait. */
export const GUESSES_FREE = 5;
/** The first wait, milliseconds; each further wrong guess doubles it. */
export const FIRST_WAIT_MS = 10_000;
/** The longest wait, milliseconds: an hour (NIST SP 800-63B, 5.2.2, waits "up to an hour"). */
export const LONGEST_WAIT_MS = 3_600_000;
/** How long after its last wrong guess a count is kept, milliseconds: a day. */
export const GUESSES_KEPT_MS = 86_400_000;

/** How long nobody's guess is compared after so many wrong ones, milliseconds. */
export function waitAfter(wrong: number): number {
  if (wrong < GUESSES_FREE) return 0;
  const doublings = Math.min(wrong - GUESSES_FREE, 20);
  return Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS);
}

/** The key of a count in its table. */
export function guessKeyOf(userId: string, of: Guessed): string {
  const suffix = suffixOf("usr", userId);
  invariant(suffix !== undefined, "a count is of a person");
  return `${suffix}.${of}`;
}
