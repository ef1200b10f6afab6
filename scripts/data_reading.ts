/**
 * How a command reads a data directory whose server may run. When no server runs, the command holds
 * the directory's lock, so that no server starts meanwhile. Beside a server the command reads the
 * same files through a directory of links, while the server holds a moment of them (see
 * `wal/beside.ts`).
 */
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { OptionError } from "../src/base/option_error.ts";
import { DOCUMENTS, tryLockDataDirectory } from "../src/data_directory.ts";
import { ENTITY_KEYS } from "../src/keys/entity_keys.ts";
import { useIdKeyOf } from "../src/keys/id_key_file.ts";
import { askControlAndHold } from "../src/operator/control_client.ts";
import { HOLD_COMMAND } from "../src/operator/control_protocol.ts";
import { linkDatabase } from "../wal/beside.ts";
import { indexPath } from "../wal/erasable_store.ts";
import { shardNamesOf } from "./log/shard_names.ts";

/** How long a command waits for a server that starts, or for another command, milliseconds. */
const WAIT_MS = 15_000;
const POLL_MS = 100;

export type DataReading = {
  /**
   * The path under which the shards' folders are read: the directory itself, or links to its files.
   */
  path: string;
  /** True when no server runs; none can start before `release`. */
  isAtRest: boolean;
  release(): void;
};

/**
 * Opens a data directory for reading, and names its key of ids to this thread. Throws `OptionError` when it is no data directory, and when
 * another process keeps it for `waitMs` milliseconds, measured by the number of tries.
 */
export async function openDataReading(dataDir: string, waitMs = WAIT_MS): Promise<DataReading> {
  const names = shardNamesOf(dataDir);
  useIdKeyOf(dataDir);
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const reading = (await readAtRest(dataDir)) ?? (await readBeside(dataDir, names));
    if (reading !== undefined) return reading;
    if (waitedMs >= waitMs) {
      throw new OptionError(
        `${dataDir} is in use by a server that is still starting, or by another command: try again`,
      );
    }
    await wait(POLL_MS);
  }
}

async function readAtRest(dataDir: string): Promise<DataReading | undefined> {
  const lock = await tryLockDataDirectory(dataDir);
  return lock && { path: dataDir, isAtRest: true, release: () => lock.close() };
}

async function readBeside(dataDir: string, names: string[]): Promise<DataReading | undefined> {
  const request = { command: HOLD_COMMAND, arguments: {} };
  const hold = await askControlAndHold(dataDir, request).catch((cause: Error) => {
    if (cause.message.startsWith("no server runs")) return undefined;
    throw new OptionError(cause.message, { cause });
  });
  if (hold === undefined) return undefined;
  const path = mkdtempSync(join(tmpdir(), "data-links-"));
  for (const name of ["settings.json", DOCUMENTS]) {
    symlinkSync(resolve(dataDir, name), join(path, name));
  }
  for (const name of names) {
    for (const kind of ["log", "state"]) {
      linkDatabase(join(dataDir, name, kind), join(path, name, kind));
    }
  }
  linkDatabase(indexPath(join(dataDir, ENTITY_KEYS)), indexPath(join(path, ENTITY_KEYS)));
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    path,
    isAtRest: false,
    release() {
      hold.release();
      remove();
      process.off("exit", remove);
    },
  };
}
