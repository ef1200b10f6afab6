/**
 * The realms that wait for the wall clock, ordered by the time of their earliest due step. An outdated
 * entry stays in the heap until it comes to the top, or until half of the entries are outdated and
 * the heap is rebuilt: so memory is proportional to the realms that wait, and a change costs
 * logarithmic time.
 */
import { BinaryHeap } from "../base/binary_heap.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";

export type Deadline = { realm: RealmDocument; atMs: number };

/** A heap with fewer entries is not rebuilt. */
const REBUILD_MIN = 64;

export class Deadlines {
  #heap = createHeap();
  readonly #byRealm = new Map<RealmDocument, Deadline>();

  /** Entries of the heap, outdated entries included. */
  get size(): number {
    return this.#heap.size;
  }

  /**
   * Sets the one time that the realm waits for, milliseconds UTC; undefined: the realm does not
   * wait.
   */
  set(realm: RealmDocument, atMs: number | undefined): void {
    if (this.#byRealm.get(realm)?.atMs === atMs) return;
    if (atMs === undefined) this.#byRealm.delete(realm);
    else {
      const deadline = { realm, atMs };
      this.#byRealm.set(realm, deadline);
      this.#heap.push(deadline);
    }
    if (this.#heap.size >= REBUILD_MIN && this.#heap.size > 2 * this.#byRealm.size) this.#rebuild();
  }

  /** The realm waits for this time, or for an earlier one for which it waits already. */
  setEarlier(realm: RealmDocument, atMs: number): void {
    const known = this.#byRealm.get(realm)?.atMs;
    if (known === undefined || atMs < known) this.set(realm, atMs);
  }

  /** The earliest deadline; undefined while no realm waits. */
  first(): Deadline | undefined {
    for (let first = this.#heap.peek(); first !== undefined; first = this.#heap.peek()) {
      if (this.#byRealm.get(first.realm) === first) return first;
      this.#heap.pop();
    }
    return undefined;
  }

  #rebuild(): void {
    this.#heap = createHeap();
    for (const deadline of this.#byRealm.values()) this.#heap.push(deadline);
  }
}

function createHeap(): BinaryHeap<Deadline> {
  return new BinaryHeap<Deadline>((a, b) => a.atMs < b.atMs);
}
