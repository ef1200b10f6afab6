/**
 * One value in memory that all threads of the process share: one thread writes it, and every other sees
 * either the value before or the value after, never a part of it. The value travels as JSON.
 * Guarantees: whoever reads while a new value is made waits until it is made or given up; a reader parses
 * a value once, and a value that did not change costs one atomic load.
 */
import { invariant } from "./invariant.ts";

/** The version, odd while a value is written, and the bytes of the value. */
const HEAD_INTS = 2;
const HEAD_BYTES = HEAD_INTS * Int32Array.BYTES_PER_ELEMENT;
const [VERSION, LENGTH] = [0, 1];

export class SharedValue<T> {
  /** What another thread opens the same value with. */
  readonly memory: SharedArrayBuffer;
  readonly #head: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #parsed: (json: unknown) => T;
  #known: { version: number; value: T } | undefined;

  /** `parsed`: makes the value of what `JSON.parse` gives. */
  constructor(memory: SharedArrayBuffer, parsed: (json: unknown) => T) {
    this.memory = memory;
    this.#head = new Int32Array(memory, 0, HEAD_INTS);
    this.#bytes = new Uint8Array(memory, HEAD_BYTES);
    this.#parsed = parsed;
  }

  /** A value in new memory, whose JSON may have so many bytes. */
  static of<T>(json: unknown, parsed: (json: unknown) => T, bytesMax: number): SharedValue<T> {
    const made = new SharedValue(new SharedArrayBuffer(HEAD_BYTES + bytesMax), parsed);
    made.write(() => json);
    return made;
  }

  /**
   * Puts what `make` returns in the place of the value. Readers wait while `make` runs, so what it looks at
   * cannot have been used with the new value. Where it throws, the value stays. Only one thread writes.
   */
  write(make: () => unknown): void {
    invariant(Atomics.load(this.#head, VERSION) % 2 === 0, "one value is written at a time");
    Atomics.add(this.#head, VERSION, 1);
    try {
      const bytes = new TextEncoder().encode(JSON.stringify(make()));
      invariant(bytes.length <= this.#bytes.length, "there is room for a shared value");
      this.#bytes.set(bytes);
      Atomics.store(this.#head, LENGTH, bytes.length);
    } finally {
      Atomics.add(this.#head, VERSION, 1);
      Atomics.notify(this.#head, VERSION);
    }
  }

  get value(): T {
    for (;;) {
      const version = Atomics.load(this.#head, VERSION);
      if (this.#known?.version === version) return this.#known.value;
      if (version % 2 !== 0) {
        Atomics.wait(this.#head, VERSION, version);
        continue;
      }
      // A decoder takes no shared memory.
      const copy = Uint8Array.from(this.#bytes.subarray(0, Atomics.load(this.#head, LENGTH)));
      if (Atomics.load(this.#head, VERSION) !== version) continue;
      const value = this.#parsed(JSON.parse(new TextDecoder().decode(copy)));
      this.#known = { version, value };
      return value;
    }
  }
}
