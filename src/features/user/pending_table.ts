/**
 * The table of what was begun. It forgets a thing when its code is over; one with wrong codes a day after
 * it was begun, so that they count for the day.
 */
import { DeadlineIndex, removeOver } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { KeyGroups } from "../../contract/tables/key_groups.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { type Pending, SHARED_WITHIN_MS, WRONG_CODES_WINDOW_MS } from "./pending_document.ts";

export class PendingTable<D extends Pending> extends DocumentTable<D> {
  readonly #deadlines: DeadlineIndex<D>;
  readonly #byPerson: KeyGroups<D, string>;

  /** `personOf`: whose guesses are counted together. */
  constructor({
    name,
    code,
    personOf,
  }: {
    name: string;
    code: number;
    personOf: (document: D) => string;
  }) {
    const deadlines = new DeadlineIndex<D>(({ wrongCodes, beganAtMs, codeExpiresAtMs }) =>
      wrongCodes > 0 ? beganAtMs + WRONG_CODES_WINDOW_MS : codeExpiresAtMs,
    );
    const byPerson = new KeyGroups<D, string>(personOf);
    super({ name, code, indexes: [deadlines, byPerson] });
    this.#deadlines = deadlines;
    this.#byPerson = byPerson;
  }

  /**
   * How many guesses of six digits were wrong, or are still possible, in all that was begun for the person within
   * the last day.
   */
  guessesOf(person: string, nowMs: number): number {
    let guesses = 0;
    for (const { isLong, wrongCodes, ...pending } of this.#of(person)) {
      if (isLong || nowMs >= pending.beganAtMs + WRONG_CODES_WINDOW_MS) continue;
      const { attemptsLeft, attemptsOfOthers = 0 } = pending;
      guesses += wrongCodes + (isOpen(pending, nowMs) ? attemptsLeft + attemptsOfOthers : 0);
    }
    return guesses;
  }

  /**
   * What was begun last for the person with a mail of its own, in the last minute, and is not retired; undefined where
   * there is none.
   */
  newestOf(person: string, nowMs: number): D | undefined {
    let newest: D | undefined;
    for (const pending of this.#of(person)) {
      if (pending.isShared || nowMs - pending.beganAtMs > SHARED_WITHIN_MS) continue;
      if (!isOpen(pending, nowMs) || pending.attemptsLeft === 0) continue;
      if (newest === undefined || pending.beganAtMs > newest.beganAtMs) newest = pending;
    }
    return newest;
  }

  *#of(person: string): Generator<D> {
    for (const key of this.#byPerson.of(person)) {
      const pending = this.find(key);
      if (pending !== undefined) yield pending;
    }
  }

  /** Forgets what is over at the time, of everybody. Part of `apply`. */
  forgetOver(timeMs: number): void {
    removeOver(this, this.#deadlines, { realm: PLATFORM_REALM, timeMs });
  }

  /** Forgets all that the person began. Part of `apply`. */
  forgetPerson(person: string): void {
    for (const key of [...this.#byPerson.of(person)]) this.remove(key);
  }
}

/** Whether the code of the mail was not taken, and is not too old. */
function isOpen(
  { codeDigest, codeExpiresAtMs }: Pick<Pending, "codeDigest" | "codeExpiresAtMs">,
  nowMs: number,
) {
  return codeDigest !== "" && nowMs < codeExpiresAtMs;
}
