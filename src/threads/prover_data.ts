/** What the prover thread gets. */
import type { DataDirectory } from "../data_directory.ts";
import type { SharedRings } from "../keys/key_rings.ts";
import type { Options } from "../options.ts";
import type { ProverThreadData } from "./worker_data.ts";

export function proverData(
  { directory, options }: { directory: DataDirectory; options: Pick<Options, "logLevel"> },
  { memory, files }: SharedRings,
): ProverThreadData {
  const { secret: privatePem = "", fromMs: signsFromMs } = files.receipt.current;
  return {
    kind: "prover",
    logLevel: options.logLevel,
    shards: Array.from({ length: directory.shards }, (_, at) => directory.shard(`shard-${at}`)),
    salts: memory.salts,
    privatePem,
    signsFromMs,
  };
}
