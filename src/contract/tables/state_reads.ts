/** The state as it was written last, for tables that keep no stored document in memory. */
import type { TableRow } from "./snapshot.ts";

/**
 * Every read sees a whole state: that of the last write that was reported as written, or of one after it.
 * A read throws at a value that is not what was written.
 */
export interface StateReads {
  /** A copy of the value at `key`, or undefined. */
  get(tableCode: number, realm: number, key: string): Uint8Array | undefined;
  /** Copies of the rows of a realm whose keys begin with `prefix` and are greater than `after`, smallest key first. */
  under(tableCode: number, realm: number, prefix: string, after?: string): Iterable<TableRow>;
  /** Copies of all rows of a table, by realm and then by key. */
  all(tableCode: number): Iterable<TableRow & { realm: number }>;
  /** The smallest number of a realm, from `realm` on, that has a row of the table. */
  nextRealm(tableCode: number, realm: number): number | undefined;
}

const NONE: readonly never[] = [];

/** Before anything was written. */
export const NOTHING_STORED: StateReads = {
  get: () => undefined,
  under: () => NONE,
  all: () => NONE,
  nextRealm: () => undefined,
};
