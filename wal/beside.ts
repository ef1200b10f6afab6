/**
 * Reading beside a writer from another process, without touching what the writer relies on.
 *
 * Whoever opens a database with its own `lock.mdb` writes to that file: lmdb-js 3.5.6 sets the
 * shared number of the last transaction back to the one that it found in the data file a moment
 * before (`mdb_env_open2`). A commit between these two steps is lost, the next commit stands on a
 * wrong page, and the writer may crash. So no other process ever opens a database in its place:
 * the writer's process holds a moment (`holdMoment`), and the other process opens the same data
 * file through a directory of its own, with a lock file of its own (`linkDatabase`).
 */
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { resolve } from "node:path";
import { type Database, dataFile, openDatabaseReader } from "./database.ts";
import { segmentsPath } from "./segment.ts";
import { takeSnapshot } from "./state_snapshot.ts";

const handles = new Map<string, Database>();

/**
 * Holds the newest moment of the database at `path`: LMDB does not use the pages of this moment
 * again until it is released. For the writer's process, on any thread. Returns undefined when there
 * is no database yet. The handle stays open for the next hold.
 */
export function holdMoment(path: string): { release(): void } | undefined {
  const own = resolve(path);
  if (!existsSync(dataFile(own))) return undefined;
  let database = handles.get(own);
  if (database === undefined) {
    database = openDatabaseReader(own);
    handles.set(own, database);
  }
  return takeSnapshot(database);
}

/**
 * Makes the directory `path`, through which another process reads the database at `original`
 * while its writer holds a moment. That process reads nothing older than the held moment.
 */
export function linkDatabase(original: string, path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (existsSync(dataFile(original))) symlinkSync(dataFile(resolve(original)), dataFile(path));
  const segments = segmentsPath(resolve(original));
  if (existsSync(segments)) symlinkSync(segments, segmentsPath(path));
}
