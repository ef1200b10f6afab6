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
import { filesOfOwner, removeFiles } from "../files/named_files.ts";

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

/**
 * Destroys the key of an owner and deletes its files in the folder; when this returns, neither is on the disk.
 * May be done again. `owner`: an entity, or the name of the key of a beneficiary, which has no files. Returns how many
 * files there were.
 */
export function destroyOwner(
  owner: string,
  keys: Pick<ThreadEntityKeys, "destroy">,
  filesPath: string,
): { files: number } {
  keys.destroy(owner);
  const files = filesOfOwner(filesPath, owner);
  if (files.length > 0) removeFiles(filesPath, files);
  return { files: files.length };
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

  /** The same for all of the names. Returns how many have had a key. Other threads wait for milliseconds, if there are hundreds. */
  destroyAll(names: readonly string[]): number {
    return this.open().eraseAll(names);
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
