/**
 * Texts of events that this thread has rendered: an event never changes, and the same events are asked
 * for again by every poll of a list and by every endpoint that is sent them.
 */
import type { MemoryKey, Snapshot } from "../../contract/tables/snapshot.ts";
import type { LoggedEvent } from "./logged_event.ts";

/** Characters of the texts that are kept of a shard; all are forgotten when there are more. */
const CHARACTERS_MAX = 2 ** 21;

class EventTexts {
  /** By the realm of the event's record and the event's number. */
  readonly #texts = new Map<string, string>();
  #characters = 0;

  of({ realm, number }: LoggedEvent, make: () => string): string {
    const key = `${realm}:${number}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = make();
    this.#characters += text.length;
    if (this.#characters > CHARACTERS_MAX) {
      this.#texts.clear();
      this.#characters = text.length;
    }
    this.#texts.set(key, text);
    return text;
  }
}

const TEXTS: MemoryKey<EventTexts> = {};

/** The texts of the events of the snapshot's shard, whatever sequence the snapshot shows. */
export function eventTextsOf(snapshot: Snapshot): EventTexts {
  return snapshot.memory.lasting(TEXTS, () => new EventTexts());
}
