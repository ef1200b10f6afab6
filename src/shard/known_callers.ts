/**
 * Who the envelopes of a shard come from, read once for each text. The text of an envelope is a view of
 * its message, so a known caller has texts of its own, and nothing that keeps one keeps a message.
 */
import type { Who } from "../contract/messages/envelope.ts";
import { readWho } from "../contract/messages/envelope_text.ts";

/** More callers than this are forgotten all at once, and read again. */
const KNOWN_MAX = 65_536;

export class KnownCallers {
  readonly #known = new Map<string, Who>();

  whoOf(text: string): Who {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const own = Buffer.from(text).toString();
    const who = readWho(own);
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(own, who);
    return who;
  }
}
