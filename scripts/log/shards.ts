/**
 * The shards of a data directory: the paths of their files, and the registry that reads their logs.
 */
import { join } from "node:path";
import { OptionError } from "../../src/base/option_error.ts";
import type { ShardRegistry } from "../../src/contract/declare/registry.ts";
import { PLATFORM_SHARD } from "../../src/contract/records/platform_realm.ts";
import { DOCUMENTS } from "../../src/data_directory.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY, type ShardState } from "../../src/features/registry.ts";
import { ledgerShardsOf } from "./shard_names.ts";

type Files = {
  /** `shard-0`, `platform`: also the name of the shard's folder. */
  name: string;
  shard: number;
  path: string;
  logPath: string;
  statePath: string;
  /**
   * The directory of the shard's proof tree, which exists only after the first proof of a receipt.
   */
  treePath: string;
  /** The folder of the files beside the log; none before the first start of a version that has them. */
  filesPath: string;
};
/** The state of a ledger shard has accounts; the state of the platform shard has none. */
export type Shard = Files &
  (
    | { kind: "ledger"; registry: ShardRegistry<ShardState> }
    | { kind: "platform"; registry: ShardRegistry<unknown> }
  );

/** The selected shard, or all shards. Throws `OptionError` when the directory has no such shard. */
export function shardsOf(dataDir: string, shard: number | "platform" | undefined): Shard[] {
  const count = ledgerShardsOf(dataDir);
  const all = Array.from({ length: count }, (_, at) => ledgerOf(dataDir, at));
  all.push(platformOf(dataDir));
  if (shard === undefined) return all;
  const name = shard === "platform" ? shard : `shard-${shard}`;
  const chosen = all.filter((one) => one.name === name);
  if (chosen.length > 0) return chosen;
  throw new OptionError(`${dataDir} has no ${name}: it was made with ${count} shards`);
}

/** The shard of this name in a directory that may not be whole yet. */
export function shardNamed(dataDir: string, name: string): Shard {
  const number = /^shard-(\d+)$/.exec(name)?.[1];
  if (number === undefined) return platformOf(dataDir);
  return ledgerOf(dataDir, Number(number));
}

function ledgerOf(dataDir: string, shard: number): Shard {
  const files = filesOf(dataDir, `shard-${shard}`, shard);
  return { kind: "ledger", registry: SHARD_REGISTRY, ...files };
}

function platformOf(dataDir: string): Shard {
  return {
    kind: "platform",
    registry: PLATFORM_REGISTRY as unknown as ShardRegistry<unknown>,
    ...filesOf(dataDir, "platform", PLATFORM_SHARD),
  };
}

function filesOf(dataDir: string, name: string, shard: number): Files {
  const path = join(dataDir, name);
  const inside = (folder: string) => join(path, folder);
  const logPath = inside("log");
  const filesPath = join(dataDir, DOCUMENTS, name);
  return {
    ...{ name, shard, path, logPath, filesPath },
    statePath: inside("state"),
    treePath: inside("proof"),
  };
}
