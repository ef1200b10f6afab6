/** The check of every file beside a log that its state names: there, in its size, with its digest. */
import type { RealmFile } from "../../src/contract/records/named_file.ts";
import type { ShardState } from "../../src/features/registry.ts";
import { type FileFault, faultsOfFiles } from "../../src/files/named_files.ts";
import type { Journal } from "../../src/shard/journal.ts";
import { openLogReader } from "../../wal/log_reader.ts";
import { givenUpAfter, isGivenUp } from "./named_in_log.ts";
import type { Shard } from "./shards.ts";

export type FileCheck = { checked: number; faults: FileFault<RealmFile>[] };

/** Checks the files that a state of the shard names. */
export function checkFilesOf(
  shard: Shard,
  { state, realms }: Pick<Journal<ShardState>, "state" | "realms">,
): FileCheck {
  const check: FileCheck = { checked: 0, faults: [] };
  if (shard.kind !== "ledger") return check;
  const counted = function* () {
    for (const file of shard.registry.files?.of(state, realms) ?? []) {
      check.checked++;
      yield file;
    }
  };
  check.faults.push(...faultsOfFiles(shard.filesPath, counted()));
  return check;
}

/** The faults, without those of files that were given up after frame `sequence`. */
export async function faultsLeft(
  shard: Shard,
  { faults }: FileCheck,
  sequence: number,
): Promise<string[]> {
  if (faults.length === 0) return [];
  const log = openLogReader(shard.logPath);
  try {
    const givenUp = givenUpAfter(log, shard, sequence);
    const left = faults.filter(({ file }) => !isGivenUp(file, givenUp));
    return left.map(({ message }) => message);
  } finally {
    await log.close();
  }
}
