/** The names of a data directory's shards, by its settings. Loads no feature. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OptionError } from "../../src/base/option_error.ts";

/** The folders of a directory's shards. Throws `OptionError` when it is no data directory. */
export function shardNamesOf(dataDir: string): string[] {
  const ledger = Array.from({ length: ledgerShardsOf(dataDir) }, (_, at) => `shard-${at}`);
  return [...ledger, "platform"];
}

/** How many ledger shards the directory was made with. */
export function ledgerShardsOf(dataDir: string): number {
  const path = join(dataDir, "settings.json");
  if (!existsSync(path)) throw new OptionError(`${dataDir} is no data directory: no settings.json`);
  try {
    const { shards } = JSON.parse(readFileSync(path, "utf8")) as { shards: unknown };
    if (Number.isInteger(shards)) return shards as number;
  } catch {
    // Text that is not JSON gets the error below, as JSON without the number of shards does.
  }
  throw new OptionError(`${path} cannot be read: restore it from the backup`);
}
