/**
 * The values that a server makes itself, and the value of the story for each: ids, digests, cursors,
 * and measurements. The same value of the server is always the same value of the story, so a link
 * between two answers shows in their examples too.
 */
import { createHash } from "node:crypto";
import { exampleIdSuffix, isIdSuffix, placeOf, timeMsOfSuffix } from "../../src/base/id.ts";

/** An id (`acct_` and 26 characters; keys and requests have other lengths) or a digest. */
const MADE = /\b([a-z]{2,4})_([0-9A-Za-z]{13,26})\b|\b(?:[0-9a-f]{32}|[0-9a-f]{64})\b/g;

/** Fields whose values differ from run to run, and what the examples have there. */
const MEASURED: Readonly<Record<string, unknown>> = {
  durationMs: 1.25,
  userAgent: "curl/8.5.0",
  "user-agent": "curl/8.5.0",
};

/** Numbers of the ids that no example names; those that examples name are smaller. */
const FIRST_NUMBER = 101;

export class StoryNames {
  readonly #ofServer = new Map<string, string>();
  readonly #ofStory = new Map<string, string>();
  #number = FIRST_NUMBER;

  bind(server: string, story: string): void {
    this.#ofServer.set(server, story);
    this.#ofStory.set(story, server);
  }

  /** The text of a request with the server's values in place of the story's. */
  toServer(text: string): string {
    let changed = text;
    for (const [story, server] of this.#ofStory) changed = changed.replaceAll(story, server);
    return changed;
  }

  /** An answer of the server with the story's values. */
  toStory(value: unknown, field = ""): unknown {
    if (Object.hasOwn(MEASURED, field)) return MEASURED[field];
    if (typeof value === "string") return this.#text(value, field);
    if (Array.isArray(value)) return value.map((item) => this.toStory(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, this.toStory(item, name)]),
    );
  }

  #text(text: string, field: string): string {
    const known = this.#ofServer.get(text);
    if (known !== undefined) return known;
    if (field === "nextCursor") return this.#newName(text, `A${this.#digest("base64url")}`);
    return text.replaceAll(MADE, (made, prefix?: string, suffix?: string) => {
      const name = this.#ofServer.get(made);
      if (name !== undefined) return name;
      if (suffix === undefined) {
        return this.#newName(made, this.#digest("hex").slice(0, made.length));
      }
      return this.#newName(made, `${prefix}_${this.#suffixFor(suffix)}`);
    });
  }

  /** A suffix of the same length and, where the suffix tells its time, of the same time. */
  #suffixFor(suffix: string): string {
    if (isIdSuffix(suffix))
      return exampleIdSuffix(timeMsOfSuffix(suffix), placeOf(this.#number, 0));
    return this.#digest("base64url").replaceAll(/[-_]/g, "").slice(0, suffix.length);
  }

  #digest(encoding: "hex" | "base64url"): string {
    return createHash("sha256").update(`value ${this.#number} of the story`).digest(encoding);
  }

  #newName(server: string, story: string): string {
    this.#number++;
    this.bind(server, story);
    return story;
  }
}
