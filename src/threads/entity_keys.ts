/**
 * The keys of entities in `entity-keys` of the data directory, as the threads of the process use them: a
 * thread opens the store at its first use, and closes it when it ends.
 */
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import {
  type ErasableStore,
  erasableStoreId,
  makeErasableStore,
  openErasableStore,
} from "../../wal/erasable_store.ts";
import { entityKeysIn, rewrapped, sealKeyIdIn, WRAPPED_KEY_BYTES } from "../access/entity_keys.ts";
import type { EntityKeys } from "../access/entity_sealer.ts";
import { SealKeys } from "../access/seal_keys.ts";
import { OptionError } from "../base/option_error.ts";
import type { Carrier } from "../contract/effect.ts";
import type { EntityKeyDestruction } from "../features/entity/entity_erasure.ts";
import { filesOfOwner, removeFiles } from "./named_files.ts";
import { StartRefused } from "./start_refused.ts";

export const ENTITY_KEYS = "entity-keys";

/** What a thread opens the keys with. */
export type EntityKeyParts = {
  entityKeysPath: string;
  /** The memory of `SealKeys`. */
  sealKeys: SharedArrayBuffer;
};

/**
 * The id of the store of the directory at `path`. `storeId`: that in the settings, undefined in a directory
 * that had no such store yet, which gets one. Throws `OptionError` where the store is missing or another.
 */
export function entityKeysAt(path: string, given: string, storeId: string | undefined): string {
  const own = join(path, ENTITY_KEYS);
  const told = join(given, ENTITY_KEYS);
  if (storeId === undefined) {
    return Buffer.from(makeErasableStore(own, WRAPPED_KEY_BYTES)).toString("hex");
  }
  let id: string;
  try {
    id = Buffer.from(erasableStoreId(own, WRAPPED_KEY_BYTES)).toString("hex");
  } catch (cause) {
    throw new OptionError(`${told} is missing or damaged: restore it from the backup`, { cause });
  }
  if (id === storeId) return id;
  throw new OptionError(`${told} is not that of this directory: restore it from the backup`);
}

/** Opens the store of the directory, which shows whether it can be used. Throws `StartRefused`. */
export function openEntityKeys(keys: ThreadEntityKeys, { given }: { given: string }): void {
  try {
    keys.open();
  } catch (cause) {
    const told = join(given, ENTITY_KEYS);
    const message = `the keys of entities in ${told} cannot be opened: ${(cause as Error).message}`;
    throw new StartRefused(`${message}\nNothing was changed. Restore the folder from a backup.`);
  }
}

/**
 * Destroys the entity's key and deletes its files in the folder; when this returns, neither is on the disk.
 * May be done again. Returns how many files there were.
 */
export function destroyEntity(
  entityId: string,
  keys: Pick<ThreadEntityKeys, "destroy">,
  filesPath: string,
): { files: number } {
  keys.destroy(entityId);
  const files = filesOfOwner(filesPath, entityId);
  if (files.length > 0) removeFiles(filesPath, files);
  return { files: files.length };
}

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 60_000;

/**
 * The carrier of the effect that follows an erasure. `destroy` is tried until it succeeds, because whoever
 * asked waits for it and the law may too; `pause` resolves after so many milliseconds.
 */
export function carrierOfDestructions(
  destroy: (entityId: string) => Promise<{ files: number }>,
  {
    pause,
    onFailure,
  }: { pause: (ms: number) => Promise<unknown>; onFailure: (cause: unknown) => void },
): Carrier {
  return async ({ payload }) => {
    const { entityId } = payload as EntityKeyDestruction;
    for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS)) {
      try {
        return { entityId, ...(await destroy(entityId)) };
      } catch (cause) {
        onFailure(cause);
        await pause(pauseMs);
      }
    }
  };
}

/** The keys of entities in one thread. */
export class ThreadEntityKeys {
  readonly keys: EntityKeys;
  readonly #path: string;
  readonly #seal: SealKeys;
  #store: ErasableStore | undefined;

  constructor({ entityKeysPath, sealKeys }: EntityKeyParts) {
    this.#path = entityKeysPath;
    this.#seal = new SealKeys(sealKeys);
    this.keys = entityKeysIn(() => this.open(), this.#seal);
  }

  /** Opens the store where this was not done yet. Throws where it is damaged. */
  open(): ErasableStore {
    this.#store ??= openErasableStore(this.#path, WRAPPED_KEY_BYTES);
    return this.#store;
  }

  /** When this returns, nothing of the entity's key is in the store, and it gets none again. */
  destroy(entityId: string): void {
    this.open().erase(entityId);
  }

  /**
   * Wraps every key anew that is not under the current seal key; resolves with how many. Then no key is
   * under another one, in neither of the store's files, if the seal keys did not change meanwhile.
   */
  async rewrap(): Promise<number> {
    let count = 0;
    const current = this.#seal.current.id;
    const walk = this.open().replaceAll((entityId, value) => {
      if (sealKeyIdIn(value) === current) return value;
      count++;
      return rewrapped(value, entityId, this.#seal);
    });
    for (const _ of walk) await turn();
    return count;
  }

  async close(): Promise<void> {
    await this.#store?.close();
    this.#store = undefined;
  }
}
