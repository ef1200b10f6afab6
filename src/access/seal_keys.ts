/**
 * The keys that secrets are sealed under, in memory that all threads of the process share: the
 * current key, and behind it those that older secrets may still be sealed under. Main writes the keys
 * at the start and while they are rotated; a reader sees either the keys before or those after.
 */
import { createHash } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import { SharedValue } from "../base/shared_value.ts";
import { SEAL_KEY_BYTES } from "../contract/records/sealing.ts";

/** `id`: 16 hexadecimal digits that follow from the bytes and do not tell them. */
export type SealKey = { id: string; bytes: Uint8Array };

/** The most keys that are kept at once. */
export const SEAL_KEYS_MAX = 16;

/** Bytes of the memory: each key is a text of 44 characters in JSON. */
const MEMORY_BYTES = 64 * SEAL_KEYS_MAX;

/** The seal keys as one thread sees them: all of one rotation, or all of the next. */
export class SealKeys {
  readonly #shared: SharedValue<readonly SealKey[]>;

  /** `memory`: the shared memory of the keys, which another thread has made. */
  constructor(memory: SharedArrayBuffer) {
    this.#shared = new SharedValue(memory, keysIn);
  }

  /** Keys in new memory. */
  static of(keys: readonly Uint8Array[]): SealKeys {
    return new SealKeys(SharedValue.of(textsOf(keys), keysIn, MEMORY_BYTES).memory);
  }

  /** The shared memory, with which another thread opens these keys. */
  get memory(): SharedArrayBuffer {
    return this.#shared.memory;
  }

  /** Replaces all keys by these, the current one first. Only main writes. */
  write(keys: readonly Uint8Array[]): void {
    this.#shared.write(() => textsOf(keys));
  }

  /** All keys, the current one first. */
  get all(): readonly SealKey[] {
    return this.#shared.value;
  }

  /** The key that new texts are sealed under. */
  get current(): SealKey {
    return this.all[0] as SealKey;
  }
}

function textsOf(keys: readonly Uint8Array[]): string[] {
  invariant(keys.length > 0 && keys.length <= SEAL_KEYS_MAX, "there is a key, and room for all");
  for (const { length } of keys) invariant(length === SEAL_KEY_BYTES, "a seal key has 32 bytes");
  return keys.map((key) => Buffer.from(key).toString("base64"));
}

function keysIn(json: unknown): readonly SealKey[] {
  return (json as string[]).map((text) => sealKeyOf(Uint8Array.from(Buffer.from(text, "base64"))));
}

/** The key of these 32 bytes, with its id. */
export function sealKeyOf(bytes: Uint8Array): SealKey {
  return { id: sealKeyIdOf(bytes), bytes };
}

/** The id of a key: the first 64 bits of a hash of its 256 random ones. */
export function sealKeyIdOf(bytes: Uint8Array): string {
  return createHash("sha256").update("id of a seal key\n").update(bytes).digest("hex").slice(0, 16);
}
