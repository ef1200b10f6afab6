/**
 * The keys of documents in groups, in memory only: by realm, or by what they belong to and how they stand.
 * So whoever needs the documents of a group does not look at all others.
 */
import type { DocumentIndex } from "./document_table.ts";

const NONE: ReadonlySet<string> = new Set();

/** `groupOf`: the group of a document; undefined for one that is in none. */
export class KeyGroups<T, G> implements DocumentIndex<T> {
  readonly #groupOf: (document: T) => G | undefined;
  readonly #groups = new Map<G, Set<string>>();

  constructor(groupOf: (document: T) => G | undefined) {
    this.#groupOf = groupOf;
  }

  /** The keys of a group, in no order. The set changes with the documents. */
  of(group: G): ReadonlySet<string> {
    return this.#groups.get(group) ?? NONE;
  }

  /** How many groups have a document. */
  get size(): number {
    return this.#groups.size;
  }

  changed(key: string, before: T | undefined, after: T | undefined): void {
    const old = before && this.#groupOf(before);
    const now = after && this.#groupOf(after);
    if (old === now) return;
    if (old !== undefined) {
      const keys = this.#groups.get(old);
      keys?.delete(key);
      if (keys?.size === 0) this.#groups.delete(old);
    }
    if (now === undefined) return;
    const keys = this.#groups.get(now);
    if (keys === undefined) this.#groups.set(now, new Set([key]));
    else keys.add(key);
  }
}
