/** What the prover thread gets. */
import type { SharedRings } from "../keys/key_rings.ts";
import type { PlatformParts } from "./platform.ts";
import type { ProverThreadData } from "./worker_data.ts";

export function proverData(
  { directory, options }: Pick<PlatformParts, "directory" | "options">,
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
