/** How far the log of requests reaches, for who must make ids that come after all of its ids. */
import { join } from "node:path";
import { openStateReader } from "../../wal/state_reader.ts";
import { ID_SUFFIX_LENGTH, timeMsOfSuffix } from "../base/id.ts";
import { dayOf, daysIn, NO_CHECKSUMS } from "./store.ts";

/**
 * The latest time of an entry, milliseconds UTC, of the day of `fromMs` or a later one; -1 where there is
 * none. Reads the keys alone, each of which has the suffix of its block's newest entry. A day that cannot
 * be read counts for none: the log of requests may lose entries.
 */
export async function newestRequestMs(path: string, fromMs: number): Promise<number> {
  let newestMs = -1;
  for (const day of daysIn(path).filter((each) => each >= dayOf(fromMs))) {
    try {
      const reader = openStateReader(join(path, day), NO_CHECKSUMS);
      try {
        for (const [key] of reader.ascend({})) {
          const suffix = Buffer.from(key).toString("latin1").slice(-ID_SUFFIX_LENGTH);
          newestMs = Math.max(newestMs, timeMsOfSuffix(suffix));
        }
      } finally {
        await reader.close();
      }
    } catch {
      // What no reader finds has no id that anybody could look for.
    }
  }
  return newestMs;
}
