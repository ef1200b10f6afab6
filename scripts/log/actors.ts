/**
 * The actors of a data directory: the paths of their files, and the registry that reads their logs.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PLATFORM_SHARD } from "../../src/contract/platform_scope.ts";
import type { ActorRegistry } from "../../src/contract/registry.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY, type ShardState } from "../../src/features/registry.ts";
import { OptionError } from "../../src/options.ts";

type Files = {
  /** `shard-0`, `platform`: also the name of the actor's folder. */
  name: string;
  shard: number;
  path: string;
  logPath: string;
  statePath: string;
  /**
   * The directory of the shard's proof tree, which exists only after the first proof of a receipt.
   */
  treePath: string;
};
/** A shard's state has accounts; the platform's state has none. */
export type Actor = Files &
  (
    | { kind: "shard"; registry: ActorRegistry<ShardState> }
    | { kind: "platform"; registry: ActorRegistry<unknown> }
  );

/** The selected actor, or all actors. Throws `OptionError` when the directory has no such actor. */
export function actorsOf(dataDir: string, shard: number | "platform" | undefined): Actor[] {
  const shards = shardsOf(dataDir);
  const all = Array.from({ length: shards }, (_, at): Actor => {
    const files = filesOf(dataDir, `shard-${at}`, at);
    return { kind: "shard", registry: SHARD_REGISTRY, ...files };
  });
  all.push({
    kind: "platform",
    registry: PLATFORM_REGISTRY as unknown as ActorRegistry<unknown>,
    ...filesOf(dataDir, "platform", PLATFORM_SHARD),
  });
  if (shard === undefined) return all;
  const name = shard === "platform" ? shard : `shard-${shard}`;
  const chosen = all.filter((actor) => actor.name === name);
  if (chosen.length > 0) return chosen;
  throw new OptionError(`${dataDir} has no ${name}: it was made with ${shards} shards`);
}

/** The folders of a directory's actors. Throws `OptionError` when it is no data directory. */
export function actorNamesOf(dataDir: string): string[] {
  return actorsOf(dataDir, undefined).map(({ name }) => name);
}

function filesOf(dataDir: string, name: string, shard: number): Files {
  const path = join(dataDir, name);
  const inside = (folder: string) => join(path, folder);
  const logPath = inside("log");
  return { name, shard, path, logPath, statePath: inside("state"), treePath: inside("proof") };
}

function shardsOf(dataDir: string): number {
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
