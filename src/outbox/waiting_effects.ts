/**
 * The effects of one line that wait for a retry, by number and by due time.
 * An effect stays here while it is attempted, until a durable report says that it is over.
 */
import { BinaryHeap } from "../base/binary_heap.ts";
import type { WaitingEffect } from "../contract/messages/outbox.ts";

/** Superseded entries of the heap beyond as many as there are effects, before it is made anew. */
const SUPERSEDED_MAX = 64;

/** A queue of retries, the one that is due first in front. */
export class WaitingEffects {
  readonly #byNumber = new Map<number, WaitingEffect>();
  #byDue = newHeap();

  /** How many effects wait, or were taken and not deleted. */
  get size(): number {
    return this.#byNumber.size;
  }

  /** Adds an effect; one of the same number is replaced. */
  set(effect: WaitingEffect): void {
    this.#byNumber.set(effect.number, effect);
    if (this.#byDue.size >= 2 * this.#byNumber.size + SUPERSEDED_MAX) this.#byDue = this.#anew();
    this.#byDue.push(effect);
  }

  /** Removes the effect with this number; does nothing where there is none. */
  delete(number: number): void {
    this.#byNumber.delete(number);
  }

  /** The effect that is due first, of those that are not taken. */
  first(): WaitingEffect | undefined {
    for (;;) {
      const first = this.#byDue.peek();
      if (first === undefined || this.#byNumber.get(first.number) === first) return first;
      this.#byDue.pop();
    }
  }

  /** Takes what `first` returned: it is waited for no more, but stays known by its number. */
  take(): WaitingEffect | undefined {
    const first = this.first();
    this.#byDue.pop();
    return first;
  }

  /** Keeps only what is due, which must not hold an effect that is taken. */
  #anew(): BinaryHeap<WaitingEffect> {
    const heap = newHeap();
    for (const effect of this.#byDue.within(() => true)) {
      if (this.#byNumber.get(effect.number) === effect) heap.push(effect);
    }
    return heap;
  }
}

function newHeap(): BinaryHeap<WaitingEffect> {
  return new BinaryHeap(
    (a, b) => a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.number < b.number),
  );
}
