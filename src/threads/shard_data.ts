/** What the thread of a shard is started with. */
import { PLATFORM_NAMES } from "../contract/records/platform_realm.ts";
import type { DataDirectory } from "../data_directory.ts";
import { DIGEST_BYTES_MAX } from "../files/named_files.ts";
import type { Options } from "../options.ts";
import type { ShardWiring } from "./shard_wiring.ts";
import type { ShardThreadData } from "./worker_data.ts";

type Parts = { options: Pick<Options, "logLevel">; directory: DataDirectory };

export function shardData(
  { options, directory }: Parts,
  kind: ShardThreadData["kind"],
  { files, shardPorts, mainPorts: [, mainPort] }: ShardWiring,
  given: Pick<ShardThreadData, "docsUrl" | "reserveBytes">,
): ShardThreadData {
  return {
    kind,
    ...files,
    ...given,
    logLevel: options.logLevel,
    dataPath: directory.given,
    digestBytesMax: Math.floor(DIGEST_BYTES_MAX / directory.shards),
    edgePorts: shardPorts,
    realms: kind === "ledger" ? [] : [{ names: PLATFORM_NAMES, createdAtMs: Date.now() }],
    mainPort,
  };
}
