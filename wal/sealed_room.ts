/**
 * Memory for the values of one write of a state: each value is copied once, with its checksum
 * behind it, as it is stored. The memory is used again for the next write: 64 MB copied into fresh
 * buffers took 80 to 130 ms on the thread that fills them (two busy cores), because of the kernel's
 * work for new pages, and thousands of small ones a second make the garbage collector mark the
 * whole heap, because memory outside the heap counts too.
 */
import { CHECKED } from "./state_value.ts";

/** Bytes of a slab: a slab is made at once, so that this bounds the time one value may take. */
const SLAB_BYTES = 2 ** 20;
/** The memory that is kept for the next write: the blocks of balances of 4,000,000 accounts. */
const KEPT_SLABS_MAX = 256;

export class SealedRoom {
  readonly #slabs: Buffer[] = [];
  /** The slab that is being filled, and where its free bytes begin. */
  #slab = 0;
  #at = 0;

  /**
   * The value as it is stored: valid until `empty`, and not to be changed. `checksum`: the result of
   * `checksumOf` for key and value.
   */
  seal(key: Uint8Array, value: Uint8Array, checksum: number): Uint8Array {
    const bytes = value.length + CHECKED.sealBytes;
    if (bytes > SLAB_BYTES) {
      return CHECKED.seal(key, value, { room: Buffer.allocUnsafeSlow(bytes), at: 0, checksum });
    }
    if (this.#at + bytes > SLAB_BYTES) {
      this.#slab++;
      this.#at = 0;
    }
    this.#slabs[this.#slab] ??= Buffer.allocUnsafeSlow(SLAB_BYTES);
    const room = this.#slabs[this.#slab] as Buffer;
    const stored = CHECKED.seal(key, value, { room, at: this.#at, checksum });
    this.#at += bytes;
    return stored;
  }

  /** All values have been written, so that their memory may be used again. */
  empty(): void {
    this.#slabs.length = Math.min(this.#slabs.length, KEPT_SLABS_MAX);
    this.#slab = 0;
    this.#at = 0;
  }
}
