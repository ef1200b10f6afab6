/** A ledger shard or the platform shard in a thread of its own: opens, replays, serves, closes. */
import { setTimeout } from "node:timers/promises";
import { type MessagePort, parentPort } from "node:worker_threads";
import type { Logger } from "pino";
import type { Carriers } from "../contract/declare/effect.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import { ShardSignals } from "../contract/messages/envelope.ts";
import { shardCarriers } from "../relay/shard_carriers.ts";
import { ReportRecorder } from "../relay/webhook_reports.ts";
import { Mailbox } from "../shard/mailbox.ts";
import type { RecoveryProgress } from "../shard/recovery.ts";
import { spaceAt } from "./disk_space.ts";
import { type Handlers, openRpc, type Rpc } from "./rpc.ts";
import { shardHandlers } from "./shard_handlers.ts";
import { startShard } from "./shard_start.ts";
import { startRefusedText } from "./start_refused.ts";
import { openThreadMeter } from "./thread_meter.ts";
import type { ShardThreadData } from "./worker_data.ts";

/** The message to main while the log is replayed. */
export type Replaying = { progress: RecoveryProgress };

type Thread = { data: ShardThreadData; rpc: Rpc; logger: Logger };

export async function runShardThread<S>(
  data: ShardThreadData,
  { registry, carriers }: { registry: ShardRegistry<S>; carriers: Carriers },
  logger: Logger,
): Promise<void> {
  const handlers: Handlers = {};
  const rpc = openRpc(parentPort as MessagePort, handlers);
  const thread = { data, rpc, logger };
  const meter = openThreadMeter();
  let mailbox: Mailbox<S> | undefined;
  const started = await startShard({
    ...{ data, registry, logger },
    onFailure: (error) => mailbox?.fail(error),
    onProgress: (progress) => {
      rpc.call("replaying", { progress } satisfies Replaying).catch(() => {});
    },
  }).catch((cause) => refuseToStart(cause, thread));
  if (started === undefined) return;
  const { journal, commit, store, log, stored, ready } = started;
  const signals = new ShardSignals(data.signals);
  signals.acknowledged = log.head.sequence;
  signals.viewed = stored;
  const box = new Mailbox<S>({
    ...{ journal, commit, registry, store, signals },
    nowMs: Date.now,
    onFailure: (error) => tellFailure(error, thread),
    carriers: new Map([...carriers, ...carriersOver(thread)]),
  });
  mailbox = box;
  const reporter = new ReportRecorder<S>({ box, journal, registry, nowMs: Date.now, logger });
  box.attach(data.mainPort, "shards");
  for (const port of data.edgePorts) box.attach(port);
  await box.openRealms(data.realms);
  const serving = { ...started, data, box, reporter, signals, meter, logger };
  Object.assign(handlers, shardHandlers(serving));
  await box.start();
  await reporter.runOwed();
  await rpc.call("ready", ready);
}

/** Tells main why the data cannot be served as it is; throws what is no such reason. */
async function refuseToStart(cause: unknown, { data, rpc, logger }: Thread): Promise<undefined> {
  const text = startRefusedText(cause, data);
  if (text === undefined) throw cause;
  logger.fatal({ err: cause, shard: data.shard }, "the shard does not start");
  await rpc.call("refused", text);
}

function tellFailure(err: Error, { data, logger }: Thread): void {
  const { freeBytes } = spaceAt(data.dataPath);
  const message = "the shard stops: restart to replay its log";
  logger.fatal({ err, shard: data.shard, diskFreeBytes: freeBytes }, message);
}

/** The carriers of what the shard owes, over main. */
function carriersOver({ data, rpc, logger }: Thread): Carriers {
  return shardCarriers({
    tell: (telling) => rpc.call("tell", telling),
    mail: (mail) => rpc.call("mail", mail),
    destroyOwner: (owner) => rpc.call("destroyOwner", owner),
    destroyOfRetired: (realm) => rpc.call("destroyOfRetired", realm),
    makeExport: (making) => rpc.call("makeExport", making),
    pause: (ms) => setTimeout(ms, undefined, { ref: false }),
    onNotDestroyed: (err) =>
      logger.error({ err, shard: data.shard }, "an erasure is tried again later"),
  });
}
