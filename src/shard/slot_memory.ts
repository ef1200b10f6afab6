/**
 * The memory of `KeySlots`: pieces of large arrays, so that parts which grow leave the garbage collector
 * nothing to find and to free. A piece has a power of two of slots. One that is given back joins the
 * free one beside it (a buddy allocation), so that the pieces of all parts become the pieces of twice
 * the size that half of them ask for next.
 * Guarantees: a piece that is taken is full of zeros, and no part of it belongs to another.
 */
import { invariant } from "../base/invariant.ts";

/** Words of 32 bits in a slot. */
export const SLOT_WORDS = 3;
/** Slots of the first slab and of the largest; a slab is as large as all before it together. */
const SLAB_SLOTS_FIRST = 2 ** 12;
const SLAB_SLOTS_MAX = 2 ** 21;

/** Where a piece begins: the number of the slab, and the first word in it. */
export type Piece = { slab: number; from: number };

/** Free pieces of one size, each named by a number. `stack` may name pieces that are free no more. */
type Free = { names: Set<number>; stack: number[] };

export class SlotMemory {
  readonly #slabs: Int32Array[] = [];
  /** By the logarithm of the size. */
  readonly #free: Free[] = [];

  /** All slots, taken or free. */
  get slots(): number {
    return this.#slabs.reduce((sum, slab) => sum + slab.length / SLOT_WORDS, 0);
  }

  slab(number: number): Int32Array {
    return this.#slabs[number] as Int32Array;
  }

  /** A piece of `slots` slots; a power of two, at most `SLAB_SLOTS_MAX`. */
  take(slots: number): Piece {
    const size = Math.log2(slots);
    invariant(Number.isInteger(size) && slots <= SLAB_SLOTS_MAX, "a piece has a power of two");
    let found = size;
    while (found < this.#free.length && this.#freeOf(found).names.size === 0) found++;
    if (found >= this.#free.length) found = this.#addSlab(slots);
    const name = this.#takeFree(found);
    for (; found > size; found--) this.#addFree(found - 1, name + 2 ** (found - 1));
    const slot = name % SLAB_SLOTS_MAX;
    return { slab: (name - slot) / SLAB_SLOTS_MAX, from: slot * SLOT_WORDS };
  }

  /** Gives back a piece of `slots` slots that was taken. */
  giveBack({ slab, from }: Piece, slots: number): void {
    const array = this.slab(slab);
    array.fill(0, from, from + slots * SLOT_WORDS);
    const slabSize = Math.log2(array.length / SLOT_WORDS);
    let slot = from / SLOT_WORDS;
    let size = Math.log2(slots);
    const first = slab * SLAB_SLOTS_MAX;
    while (size < slabSize && this.#freeOf(size).names.delete(first + (slot ^ (1 << size)))) {
      slot &= ~(1 << size);
      size++;
    }
    this.#addFree(size, first + slot);
  }

  /** Returns the logarithm of the new slab's size. */
  #addSlab(slots: number): number {
    const wanted = Math.max(SLAB_SLOTS_FIRST, slots, Math.min(this.slots, SLAB_SLOTS_MAX));
    const size = Math.ceil(Math.log2(wanted));
    this.#addFree(size, this.#slabs.length * SLAB_SLOTS_MAX);
    this.#slabs.push(new Int32Array(2 ** size * SLOT_WORDS));
    return size;
  }

  #takeFree(size: number): number {
    const { names, stack } = this.#freeOf(size);
    for (;;) {
      const name = stack.pop();
      invariant(name !== undefined, "a free piece stands in the stack of its size");
      if (names.delete(name)) return name;
    }
  }

  #addFree(size: number, name: number): void {
    const { names, stack } = this.#freeOf(size);
    names.add(name);
    stack.push(name);
  }

  #freeOf(size: number): Free {
    while (this.#free.length <= size) this.#free.push({ names: new Set(), stack: [] });
    return this.#free[size] as Free;
  }
}
