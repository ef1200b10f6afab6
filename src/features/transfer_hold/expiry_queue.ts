/**
 * Reserved holds by deadline, a heap for each scope. A hold that ends early stays in the heap until
 * it surfaces, or until half of the heap has ended and it is built anew: memory follows the holds
 * that are reserved, and each end costs logarithmic time on average.
 * Guarantees: the first of each heap is reserved.
 */
import { BinaryHeap } from "../../base/binary_heap.ts";

type Entry = { expiresAtMs: number; transferHoldId: string };
type Line = { heap: BinaryHeap<Entry>; ended: number };

/** Below so many entries a heap is not worth building anew. */
const REBUILD_MIN = 64;

export class ExpiryQueue {
  readonly #byScope = new Map<number, Line>();

  add(scope: number, expiresAtMs: number, transferHoldId: string): void {
    let line = this.#byScope.get(scope);
    if (line === undefined) {
      line = { heap: createHeap(), ended: 0 };
      this.#byScope.set(scope, line);
    }
    line.heap.push({ expiresAtMs, transferHoldId });
  }

  /** The scopes that have a reserved hold. */
  scopes(): Iterable<number> {
    return this.#byScope.keys();
  }

  /** The reserved hold of `scope` with the earliest deadline, of equal ones the first by id. */
  first(scope: number): Readonly<Entry> | undefined {
    return this.#byScope.get(scope)?.heap.peek();
  }

  /** Entries of `scope`, those of ended holds included. */
  size(scope: number): number {
    return this.#byScope.get(scope)?.heap.size ?? 0;
  }

  /** One hold of `scope` has ended. `isReserved` tells of each whether it still is. */
  end(scope: number, isReserved: (transferHoldId: string) => boolean): void {
    const line = this.#byScope.get(scope);
    if (line === undefined) return;
    line.ended++;
    if (line.heap.size >= REBUILD_MIN && line.ended * 2 > line.heap.size) rebuild(line, isReserved);
    for (let first = line.heap.peek(); first !== undefined; first = line.heap.peek()) {
      if (isReserved(first.transferHoldId)) return;
      line.heap.pop();
      line.ended--;
    }
    this.#byScope.delete(scope);
  }
}

function rebuild(line: Line, isReserved: (transferHoldId: string) => boolean): void {
  const entries = line.heap.within(() => true);
  line.heap = createHeap();
  line.ended = 0;
  for (const entry of entries) if (isReserved(entry.transferHoldId)) line.heap.push(entry);
}

function createHeap(): BinaryHeap<Entry> {
  return new BinaryHeap<Entry>((a, b) => compareEntries(a, b) < 0);
}

function compareEntries(a: Entry, b: Entry): number {
  return a.expiresAtMs - b.expiresAtMs || (a.transferHoldId < b.transferHoldId ? -1 : 1);
}
