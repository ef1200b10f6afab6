/**
 * Destroys the keys of all that stood in a realm which a reset has retired, then deletes its files: in main, by slices, so that main and
 * the disk serve others in between.
 */
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { fileSlicesOf, keySlicesOf } from "../features/platform/retired_keys.ts";
import { removeFiles } from "../files/named_files.ts";
import type { ThreadEntityKeys } from "../keys/entity_keys.ts";
import type { ShardView } from "../views/shard_view.ts";

/** Rows whose keys are destroyed, or whose files are deleted, at once: some milliseconds of main, most of them of the disk. */
const SLICE_ROWS = 128;
/** A slice is followed by a pause that is so many times as long: commits of the shards need the disk too. */
const PAUSE_OF_SLICES = 1;

export type RetiredParts = {
  shard: number;
  realm: number;
  /** Shows all that was in the realm when it was retired. */
  view: Pick<ShardView, "refreshed">;
  keys: Pick<ThreadEntityKeys, "destroyAll">;
  /** The folder of the files of the shard. */
  filesPath: string;
  /** True: view and keys are closed, or will be. */
  isStopping(): boolean;
  logger: Logger;
};

/** What is gone of a retired realm. Files that no record came to name are not counted: the next start deletes them. */
export type GoneOfRetired = { keys: number; files: number };

/**
 * Resolves when no key and no file of the realm is on the disk, with how many there were. May be done again, from the beginning. Never
 * resolves where the process stops before: the next start does it.
 */
export async function destroyOfRetired(parts: RetiredParts): Promise<GoneOfRetired> {
  const { shard, realm, view, keys, filesPath, logger } = parts;
  const startedMs = performance.now();
  const snapshot = () => view.refreshed();
  const gone = { keys: 0, files: 0 };
  await bySlices(parts, keySlicesOf(snapshot, realm, SLICE_ROWS), (names) => {
    gone.keys += keys.destroyAll(names);
  });
  await bySlices(parts, fileSlicesOf(snapshot, realm, SLICE_ROWS), (files) => {
    if (files.length > 0) removeFiles(filesPath, files);
    gone.files += new Set(files).size;
  });
  const ms = Math.round(performance.now() - startedMs);
  logger.info({ shard, realm, ...gone, ms }, "the keys of a sandbox before its reset are gone");
  return gone;
}

async function bySlices(
  { isStopping }: Pick<RetiredParts, "isStopping">,
  slices: Generator<readonly string[]>,
  take: (slice: readonly string[]) => void,
): Promise<void> {
  for (;;) {
    if (isStopping()) await new Promise(() => {});
    const beganMs = performance.now();
    const { value, done } = slices.next();
    if (done) return;
    take(value);
    await setTimeout(PAUSE_OF_SLICES * (performance.now() - beganMs));
  }
}
