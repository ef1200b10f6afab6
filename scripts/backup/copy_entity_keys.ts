/**
 * Copies the keys of entities into a backup. To be called when it is settled how far the logs are copied,
 * and, where a backup goes on, before they are: a key was on disk before the record that needs it, so no log
 * of the backup needs a key that the backup lacks. A key that was destroyed before the call is destroyed in
 * the backup too, for ever.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { WRAPPED_KEY_BYTES } from "../../src/access/entity_keys.ts";
import { ENTITY_KEYS } from "../../src/keys/entity_keys.ts";
import {
  erasableStoreId,
  indexPath,
  makeErasableStore,
  openErasableStore,
} from "../../wal/erasable_store.ts";
import { equalBytes } from "../../wal/format.ts";
import type { DataReading } from "../data_reading.ts";
import { removeLockFile } from "./copy_shard.ts";

/** Does nothing where the source is of a version before there were such keys. */
export async function copyEntityKeys(
  source: string,
  target: string,
  { path, isAtRest }: Pick<DataReading, "path" | "isAtRest">,
): Promise<void> {
  const [from, to] = [join(source, ENTITY_KEYS), join(target, ENTITY_KEYS)];
  if (!existsSync(from)) return;
  const beside = isAtRest ? {} : { beside: join(path, ENTITY_KEYS) };
  const original = openErasableStore(from, WRAPPED_KEY_BYTES, beside);
  try {
    makeErasableStore(to, WRAPPED_KEY_BYTES, original.id);
    const copy = openErasableStore(to, WRAPPED_KEY_BYTES);
    try {
      copy.takeAll(original.entries());
    } finally {
      await copy.close();
      removeLockFile(indexPath(to));
    }
  } finally {
    await original.close();
  }
}

/** Throws where the backup has the keys of another directory. */
export function refuseOtherKeys(source: string, target: string): void {
  const [from, to] = [source, target].map((path) => join(path, ENTITY_KEYS)) as [string, string];
  if (!existsSync(from) || !existsSync(to)) return;
  const [own, other] = [from, to].map((path) => erasableStoreId(path, WRAPPED_KEY_BYTES));
  if (equalBytes(own as Uint8Array, other as Uint8Array)) return;
  throw new Error(`${target} has other ${ENTITY_KEYS} than ${source}: it is no backup of it`);
}
