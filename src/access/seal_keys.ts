/**
 * The keys that secrets are sealed under, in memory that all threads of the process share: the
 * current key, and behind it those that older secrets may still be sealed under. Main writes the keys
 * at the start and while they are rotated; a reader sees either the keys before or those after.
 */
import { createHash } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import { SEAL_KEY_BYTES } from "../contract/sealing.ts";

/** `id`: 16 hexadecimal digits that follow from the bytes and do not tell them. */
export type SealKey = { id: string; bytes: Uint8Array };

/** The most keys that are kept at once. */
export const SEAL_KEYS_MAX = 16;

/** The version, odd while the keys are written, and the number of keys; then the keys. */
const HEAD_INTS = 2;
const HEAD_BYTES = HEAD_INTS * Int32Array.BYTES_PER_ELEMENT;
const [VERSION, COUNT] = [0, 1];

export class SealKeys {
  /** What another thread opens the same keys with. */
  readonly memory: SharedArrayBuffer;
  readonly #head: Int32Array;
  readonly #bytes: Uint8Array;
  #known: readonly SealKey[] = [];
  #knownVersion = -1;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#head = new Int32Array(memory, 0, HEAD_INTS);
    this.#bytes = new Uint8Array(memory, HEAD_BYTES);
  }

  /** Keys in new memory. */
  static of(keys: readonly Uint8Array[]): SealKeys {
    const made = new SealKeys(new SharedArrayBuffer(HEAD_BYTES + SEAL_KEYS_MAX * SEAL_KEY_BYTES));
    made.write(keys);
    return made;
  }

  /** Puts these keys in the place of all before, the current one first. Only main writes. */
  write(keys: readonly Uint8Array[]): void {
    invariant(keys.length > 0 && keys.length <= SEAL_KEYS_MAX, "there is a key, and room for all");
    Atomics.add(this.#head, VERSION, 1);
    for (const [at, key] of keys.entries()) {
      invariant(key.length === SEAL_KEY_BYTES, "a seal key has 32 bytes");
      this.#bytes.set(key, at * SEAL_KEY_BYTES);
    }
    Atomics.store(this.#head, COUNT, keys.length);
    Atomics.add(this.#head, VERSION, 1);
  }

  /** All keys, the current one first. */
  get all(): readonly SealKey[] {
    for (;;) {
      const version = Atomics.load(this.#head, VERSION);
      if (version === this.#knownVersion) return this.#known;
      const copy = Uint8Array.from(this.#bytes);
      const count = Atomics.load(this.#head, COUNT);
      // An odd version is being written, which takes main some microseconds.
      if (version % 2 !== 0 || Atomics.load(this.#head, VERSION) !== version) continue;
      this.#known = Array.from({ length: count }, (_, at) =>
        sealKeyOf(copy.slice(at * SEAL_KEY_BYTES, (at + 1) * SEAL_KEY_BYTES)),
      );
      this.#knownVersion = version;
    }
  }

  get current(): SealKey {
    return this.all[0] as SealKey;
  }
}

export function sealKeyOf(bytes: Uint8Array): SealKey {
  return { id: sealKeyIdOf(bytes), bytes };
}

/** The id of a key: the first 64 bits of a hash of its 256 random ones. */
export function sealKeyIdOf(bytes: Uint8Array): string {
  return createHash("sha256").update("id of a seal key\n").update(bytes).digest("hex").slice(0, 16);
}
