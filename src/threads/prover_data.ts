/** What the prover thread gets. */
import type { PlatformParts } from "./platform.ts";
import type { ProverThreadData } from "./worker_data.ts";

export function proverData({
  directory,
  options,
}: Pick<PlatformParts, "directory" | "options">): ProverThreadData {
  const { privatePem, saltSecret } = directory.receiptKeys;
  return {
    kind: "prover",
    logLevel: options.logLevel,
    shards: Array.from({ length: directory.shards }, (_, at) => directory.shard(`shard-${at}`)),
    saltSecret,
    privatePem,
  };
}
