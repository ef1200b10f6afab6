/** The facts about guesses: a wrong one is counted, a right one ends the count. */
import type { Apply } from "../../contract/declare/operation.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { type GuessDocument, type Guessed, guessKeyOf } from "./guess_document.ts";
import type { UserState } from "./user_state.ts";

export type GuessedWrong = { kind: "guess.wrong.1"; guess: Omit<GuessDocument, "realm"> };
export type GuessedRight = { kind: "guess.right.1"; userId: string; of: Guessed };

export const guessFacts: Record<(GuessedWrong | GuessedRight)["kind"], Apply<UserState>> = {
  "guess.wrong.1": ({ guesses }, fact, { timeMs }) => {
    guesses.forgetOver(timeMs);
    const { guess } = fact as GuessedWrong;
    guesses.set(guessKeyOf(guess.userId, guess.of), { ...guess, realm: PLATFORM_REALM });
  },
  "guess.right.1": ({ guesses }, fact) => {
    const { userId, of } = fact as GuessedRight;
    guesses.remove(guessKeyOf(userId, of));
  },
};
