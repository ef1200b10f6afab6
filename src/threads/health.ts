/**
 * Whether a write would succeed now, in one place for `/readyz`, `/healthz`, `service_ready` and the
 * log: every shard takes writes, and the start is over.
 */
import type { ShardSignals } from "../contract/messages/envelope.ts";
import { PLATFORM_SHARD } from "../contract/records/platform_realm.ts";

/**
 * `starting`: logs are replayed. `disk_full`: writes are refused until there is space; nothing else
 * is needed. `failed`: a shard has stopped, and only a restart makes it serve.
 */
export type HealthStatus = "starting" | "ready" | "disk_full" | "failed";

export type Health = {
  status: HealthStatus;
  /** One sentence for the operator; absent where the server is ready. */
  reason?: string;
  /** Whether each ledger shard takes writes. */
  shards: { shard: number; serving: boolean }[];
  /** Whether the platform shard takes writes: those of tenants, Products and keys. */
  platform: { serving: boolean };
};

export type HealthParts = {
  /** By shard number; the platform shard has the number `PLATFORM_SHARD`. */
  signals: ReadonlyMap<number, ShardSignals>;
  /** True once every log is replayed and every edge serves. */
  hasStarted: boolean;
  /** Shards whose thread has ended. */
  ended: ReadonlySet<number>;
  disk: { hasRoom: boolean; reason: string };
};

export function healthOf(parts: HealthParts): Health {
  const { signals } = parts;
  const shards = [...signals]
    .filter(([shard]) => shard !== PLATFORM_SHARD)
    .map(([shard, { takesWrites }]) => ({ shard, serving: takesWrites }));
  const serving = signals.get(PLATFORM_SHARD)?.takesWrites === true;
  return { ...statusOf(parts), shards, platform: { serving } };
}

function statusOf({
  signals,
  hasStarted,
  ended,
  disk,
}: HealthParts): Pick<Health, "status" | "reason"> {
  const stopped = [...signals]
    .filter(([shard, { serving }]) => ended.has(shard) || (hasStarted && !serving))
    .map(([shard]) => (shard === PLATFORM_SHARD ? "the platform shard" : `shard ${shard}`));
  if (stopped.length > 0) {
    const reason = `${stopped.join(", ")} stopped: the log says why; mend that, then restart`;
    return { status: "failed", reason };
  }
  if (!disk.hasRoom) return { status: "disk_full", reason: disk.reason };
  if (!hasStarted) return { status: "starting", reason: "the logs are replayed" };
  const isTaking = [...signals.values()].every(({ takesWrites }) => takesWrites);
  // The disk has room again, and the shards are told so at the next look at the disk.
  return isTaking ? { status: "ready" } : { status: "disk_full", reason: disk.reason };
}
