/** Destroys the keys of all that stood in a realm which a reset has retired: in main, by slices, so that main and the disk serve others in between. */
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { keySlicesOf } from "../features/platform/retired_keys.ts";
import type { ThreadEntityKeys } from "../keys/entity_keys.ts";
import type { ShardView } from "../views/shard_view.ts";

/** Rows whose keys are destroyed at once: some milliseconds of main, most of them of the disk. */
const SLICE_ROWS = 128;
/** A slice is followed by a pause that is so many times as long: commits of the shards need the disk too. */
const PAUSE_OF_SLICES = 1;

export type RetiredKeysParts = {
  shard: number;
  realm: number;
  /** Shows all that was in the realm when it was retired. */
  view: Pick<ShardView, "refreshed">;
  keys: Pick<ThreadEntityKeys, "destroyAll">;
  /** True: view and keys are closed, or will be. */
  isStopping(): boolean;
  logger: Logger;
};

/**
 * Resolves when no key of the realm is on the disk, with how many there were. May be done again, from the beginning. Never
 * resolves where the process stops before: the next start does it.
 */
export async function destroyKeysOfRetired(parts: RetiredKeysParts): Promise<{ keys: number }> {
  const { shard, realm, view, keys, isStopping, logger } = parts;
  const startedMs = performance.now();
  let count = 0;
  const slices = keySlicesOf(() => view.refreshed(), realm, SLICE_ROWS);
  for (;;) {
    if (isStopping()) return await new Promise(() => {});
    const beganMs = performance.now();
    const { value: names, done } = slices.next();
    if (done) break;
    count += keys.destroyAll(names);
    await setTimeout(PAUSE_OF_SLICES * (performance.now() - beganMs));
  }
  const ms = Math.round(performance.now() - startedMs);
  logger.info({ shard, realm, keys: count, ms }, "the keys of a sandbox before its reset are gone");
  return { keys: count };
}
