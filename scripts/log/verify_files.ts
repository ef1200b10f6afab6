/** The check of every file beside a log that its state names: there, in its size, with its digest. */
import { ownerOfFile } from "../../src/contract/records/named_file.ts";
import type { ShardState } from "../../src/features/registry.ts";
import { type FileFault, faultsOfFiles } from "../../src/files/named_files.ts";
import { openLogReader } from "../../wal/log_reader.ts";
import { givenUpAfter } from "./named_in_log.ts";
import type { Shard } from "./shards.ts";

export type FileCheck = { checked: number; faults: FileFault[] };

/** Checks the files that a state of the shard names. */
export function checkFilesOf(shard: Shard, state: ShardState): FileCheck {
  const check: FileCheck = { checked: 0, faults: [] };
  if (shard.kind !== "ledger") return check;
  const counted = function* () {
    for (const file of shard.registry.files?.of(state) ?? []) {
      check.checked++;
      yield file;
    }
  };
  check.faults.push(...faultsOfFiles(shard.filesPath, counted()));
  return check;
}

/** The faults, without those of owners whose files were given up after frame `sequence`. */
export async function faultsLeft(
  shard: Shard,
  { faults }: FileCheck,
  sequence: number,
): Promise<string[]> {
  if (faults.length === 0) return [];
  const log = openLogReader(shard.logPath);
  try {
    const givenUp = givenUpAfter(log, shard, sequence);
    const left = faults.filter(({ file }) => !givenUp.has(ownerOfFile(file.file) ?? ""));
    return left.map(({ message }) => message);
  } finally {
    await log.close();
  }
}
