/** The directory of credentials (access/directory.ts) of a thread that reads the platform shard. */
import type { Directory } from "../access/directory.ts";
import { invariant } from "../base/invariant.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import { ShardSignals } from "../contract/messages/envelope.ts";
import { PLATFORM_SHARD } from "../contract/records/platform_realm.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { ShardFiles } from "./worker_data.ts";

/** How the features find what they announce. */
export type Finders = Pick<
  NonNullable<ShardRegistry<never>["announcements"]>,
  "find" | "idOfIdentity"
>;

/** `registry`: of the platform shard. */
export function findersOf<S>({ announcements }: Pick<ShardRegistry<S>, "announcements">): Finders {
  invariant(announcements !== undefined, "the platform shard announces who may call");
  return announcements;
}

/**
 * `shards`: has the platform shard. `views`: the views of this thread by shard number; while the
 * platform shard's is not opened yet, nothing is found.
 */
export function credentialDirectory(
  finders: Finders,
  shards: readonly Pick<ShardFiles, "shard" | "signals">[],
  views: ReadonlyMap<number, ShardView>,
): Directory {
  const files = shards.find(({ shard }) => shard === PLATFORM_SHARD);
  invariant(files !== undefined, "a thread that asks who calls reads the platform shard");
  const signals = new ShardSignals(files.signals);
  return {
    get acknowledged() {
      return signals.acknowledged;
    },
    get viewed() {
      return signals.viewed;
    },
    find(subject) {
      const view = views.get(PLATFORM_SHARD);
      return view && finders.find(view.refreshed(), subject);
    },
    idOfIdentity(identity) {
      const view = views.get(PLATFORM_SHARD);
      return view && finders.idOfIdentity(view.refreshed(), identity);
    },
  };
}
