/**
 * The table of what was begun. It forgets a thing when its code is over; one with wrong codes a day after
 * it was begun, so that they count for the day.
 */
import { DeadlineIndex } from "../../contract/document_index.ts";
import { DocumentTable } from "../../contract/document_table.ts";
import { KeyGroups } from "../../contract/key_groups.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { type Pending, WRONG_CODES_WINDOW_MS } from "./pending_document.ts";

export class PendingTable<D extends Pending> extends DocumentTable<D> {
  readonly #deadlines: DeadlineIndex<D>;
  readonly #byPerson: KeyGroups<D, string>;

  /** `personOf`: whose wrong codes are counted together. */
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

  /** The wrong codes of all that the person began and that is not forgotten. */
  wrongCodesOf(person: string): number {
    let wrongCodes = 0;
    for (const key of this.#byPerson.of(person)) wrongCodes += this.find(key)?.wrongCodes ?? 0;
    return wrongCodes;
  }

  /** Forgets what is over at the time, of everybody. Part of `apply`. */
  forgetOver(timeMs: number): void {
    for (;;) {
      const first = this.#deadlines.first(PLATFORM_REALM);
      if (first === undefined || first.atMs > timeMs) return;
      this.remove(first.key);
    }
  }

  /** Forgets all that the person began. Part of `apply`. */
  forgetPerson(person: string): void {
    for (const key of [...this.#byPerson.of(person)]) this.remove(key);
  }
}
