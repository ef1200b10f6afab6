/**
 * Short-lived keys that exist in the memory of this process alone: what is sealed under one can be opened
 * for at least `PASSING_MS` and for at most twice as long, and by nobody once the process has ended. So a log, a state
 * and a backup may hold texts that nobody shall be able to read later: for these no key is on any disk.
 * Main makes the keys and replaces them; all threads have them in shared memory (`seal_keys.ts`).
 */
import { randomBytes } from "node:crypto";
import { APPROVAL_MS } from "../contract/declare/approval.ts";
import { SEAL_KEY_BYTES } from "../contract/records/sealing.ts";
import { SealKeys } from "./seal_keys.ts";
import { openSealer, SealBroken } from "./sealer.ts";

/** A key is current for so long, milliseconds: as long as an approval may be given, its request can be shown. */
export const PASSING_MS = APPROVAL_MS;

export type PassingSealer = {
  /** Seals the text for its owner under the current key. */
  seal(text: string, owner: string): string;
  /** The text; undefined where its key is gone, or it was sealed for another owner or changed. */
  open(sealed: string, owner: string): string | undefined;
  /** Ids of the keys whose texts open now, the current one first. */
  readonly keyIds: readonly string[];
};

/** One random key, in new shared memory. */
export function newPassingKeys(): SealKeys {
  return SealKeys.of([randomBytes(SEAL_KEY_BYTES)]);
}

/** Makes a new key the current one. The key that was current stays until the next call; older keys are deleted. */
export function renewPassingKeys(keys: SealKeys): void {
  keys.write([randomBytes(SEAL_KEY_BYTES), keys.current.bytes]);
}

/** A sealer with the keys as they are at each call. */
export function openPassingSealer(keys: Pick<SealKeys, "all" | "current">): PassingSealer {
  const sealer = openSealer(keys);
  return {
    seal: sealer.seal,
    open(sealed, owner) {
      try {
        return sealer.open(sealed, owner);
      } catch (error) {
        if (error instanceof SealBroken) return undefined;
        throw error;
      }
    },
    get keyIds() {
      return keys.all.map(({ id }) => id);
    },
  };
}
