/**
 * Reads a state store while its writer runs, from any other thread (from another process only in
 * the way of `beside.ts`). The reader holds one moment of the store from its first read to the next
 * `refresh`, over any number of event-loop turns; `snapshot` takes a moment of its own, for a
 * request that waits in between. Every read throws `StateDamaged` at a value that is not what was
 * written.
 */
import { type Database, openDatabaseReader } from "./database.ts";
import { type StateBounds, type StateSnapshot, takeSnapshot } from "./state_snapshot.ts";
import { CHECKED, UNCHECKED } from "./state_value.ts";

export interface StateReader {
  /** A view that the next read of any log or state handle of this thread overwrites. */
  get(key: Uint8Array): Uint8Array | undefined;
  /** Copies, smallest key first. */
  ascend(bounds: StateBounds): Iterable<[key: Uint8Array, value: Uint8Array]>;
  /** Copies, greatest key first. */
  descend(bounds: StateBounds): Iterable<[key: Uint8Array, value: Uint8Array]>;
  /**
   * Ends the held moment; the next read takes the newest moment, which has every write that resolved
   * before. Call it after the last read, too: the file grows as long as a moment is held.
   */
  refresh(): void;
  /** The newest moment, independent of `refresh`. The caller releases it. */
  snapshot(): StateSnapshot;
  close(): Promise<void>;
}

/** Opens beside a writer (which opens first). Throws when there is no store at `path`. */
export function openStateReader(path: string, { checksums = true } = {}): StateReader {
  return stateReaderOver(openDatabaseReader(path), checksums ? CHECKED : UNCHECKED);
}

/** A reader over a database that is already open. */
export function stateReaderOver(database: Database, form = CHECKED): StateReader {
  let held: StateSnapshot | undefined;
  const current = (): StateSnapshot => {
    held ??= takeSnapshot(database, form);
    return held;
  };
  const refresh = (): void => {
    held?.release();
    held = undefined;
  };
  return {
    get: (key) => current().get(key),
    ascend: (bounds) => current().ascend(bounds),
    descend: (bounds) => current().descend(bounds),
    refresh,
    snapshot: () => takeSnapshot(database, form),
    close() {
      refresh();
      return database.close();
    },
  };
}
