/**
 * The scopes that wait for the wall clock, ordered by the time of their earliest due step. An outdated
 * entry stays in the heap until it comes to the top, or until half of the entries are outdated and
 * the heap is rebuilt: so memory is proportional to the scopes that wait, and a change costs
 * logarithmic time.
 */
import { BinaryHeap } from "../base/binary_heap.ts";
import type { ScopeDocument } from "../contract/scope_document.ts";

export type Deadline = { scope: ScopeDocument; atMs: number };

/** A heap with fewer entries is not rebuilt. */
const REBUILD_MIN = 64;

export class Deadlines {
  #heap = createHeap();
  readonly #byScope = new Map<ScopeDocument, Deadline>();

  /** Entries of the heap, outdated entries included. */
  get size(): number {
    return this.#heap.size;
  }

  /**
   * Sets the one time that the scope waits for, milliseconds UTC; undefined: the scope does not
   * wait.
   */
  set(scope: ScopeDocument, atMs: number | undefined): void {
    if (this.#byScope.get(scope)?.atMs === atMs) return;
    if (atMs === undefined) this.#byScope.delete(scope);
    else {
      const deadline = { scope, atMs };
      this.#byScope.set(scope, deadline);
      this.#heap.push(deadline);
    }
    if (this.#heap.size >= REBUILD_MIN && this.#heap.size > 2 * this.#byScope.size) this.#rebuild();
  }

  /** The earliest deadline; undefined while no scope waits. */
  first(): Deadline | undefined {
    for (let first = this.#heap.peek(); first !== undefined; first = this.#heap.peek()) {
      if (this.#byScope.get(first.scope) === first) return first;
      this.#heap.pop();
    }
    return undefined;
  }

  #rebuild(): void {
    this.#heap = createHeap();
    for (const deadline of this.#byScope.values()) this.#heap.push(deadline);
  }
}

function createHeap(): BinaryHeap<Deadline> {
  return new BinaryHeap<Deadline>((a, b) => a.atMs < b.atMs);
}
