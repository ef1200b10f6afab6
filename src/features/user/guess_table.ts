/** The table of the counts of wrong guesses. */
import { DeadlineIndex, removeOver } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { GUESSES_KEPT_MS, type GuessDocument } from "./guess_document.ts";

/** The counts of people who have guessed wrong, until a day after the last time. */
export class GuessTable extends DocumentTable<GuessDocument> {
  readonly #deadlines: DeadlineIndex<GuessDocument>;

  constructor() {
    const deadlines = new DeadlineIndex<GuessDocument>(
      ({ lastWrongAtMs }) => lastWrongAtMs + GUESSES_KEPT_MS,
    );
    super({ name: "guess", code: PLATFORM_TABLE.guess, indexes: [deadlines] });
    this.#deadlines = deadlines;
  }

  /** Forgets the counts that are over at the time, of everybody. Part of `apply`. */
  forgetOver(timeMs: number): void {
    removeOver(this, this.#deadlines, { realm: PLATFORM_REALM, timeMs });
  }
}
