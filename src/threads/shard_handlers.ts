/** What main asks of a shard's thread while the shard serves. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { CredentialUse } from "../contract/messages/credential_use.ts";
import type { ShardSignals } from "../contract/messages/envelope.ts";
import type { ProviderReport } from "../relay/provider_shard.ts";
import { type RecorderParts, recordTelling, type SentTelling } from "../relay/teller.ts";
import { recordUses } from "../relay/use_reports.ts";
import type { ReportRecorder } from "../relay/webhook_reports.ts";
import type { Mailbox, NewRealm } from "../shard/mailbox.ts";
import type { CommitMetrics } from "./commit_meter.ts";
import { flushLogger } from "./logger.ts";
import { reportHandlers } from "./report_handlers.ts";
import type { Handlers } from "./rpc.ts";
import type { StartedShard } from "./shard_start.ts";
import type { ThreadMetrics } from "./thread_meter.ts";
import type { ShardThreadData } from "./worker_data.ts";

/** The numbers that one shard reports to main. */
export type ShardMetrics = {
  shard: number;
  keys: number;
  acknowledged: number;
  viewed: number;
  serving: boolean;
  commands: number;
  replayed: number;
  refused: number;
  viewWrites: number;
  viewDocuments: number;
  commits: CommitMetrics;
  logFileBytes: number;
  stateFileBytes: number;
  thread: ThreadMetrics;
};

/** A step in the platform's own realm of a ledger shard. */
export type PlatformStep = { operation: string; input: Record<string, unknown> };

export type ServingShard<S> = Pick<StartedShard<S>, "log" | "store" | "journal" | "commits"> & {
  data: ShardThreadData;
  box: Mailbox<S>;
  reporter: ReportRecorder<S>;
  signals: ShardSignals;
  meter: () => ThreadMetrics;
  logger: Logger;
};

export function shardHandlers<S>(shard: ServingShard<S>): Handlers {
  const { box, journal, reporter, signals, store, log, logger } = shard;
  const recorder: RecorderParts = {
    realmOf: (key) => journal.realms.get(key),
    run: (command) => box.run(command),
  };
  return {
    openRealms: (realms: readonly NewRealm[]) => box.openRealms(realms),
    ...reportHandlers((report) =>
      "lines" in report ? reporter.record(report) : reporter.recordProvider(report),
    ),
    record: (report: Omit<ProviderReport, "shard">) => reporter.recordProvider(report),
    step: ({ operation, input }: PlatformStep) => reporter.step(operation, input),
    tell: (telling: SentTelling) => recordTelling(recorder, telling),
    // Uses are not worth the last room of a disk.
    uses: async (uses: readonly CredentialUse[]) =>
      signals.takesWrites ? await recordUses(recorder, uses) : undefined,
    metrics: () => metricsOf(shard),
    close: async () => {
      await box.close();
      await store.close();
      await log.close();
      await flushLogger(logger);
    },
  };
}

function metricsOf<S>(shard: ServingShard<S>): ShardMetrics {
  const { data, box, journal, commits, signals, meter } = shard;
  return {
    shard: data.shard,
    keys: journal.keyCount,
    acknowledged: signals.acknowledged,
    viewed: signals.viewed,
    serving: signals.takesWrites,
    ...box.counters,
    commits,
    logFileBytes: fileBytes(data.logPath),
    stateFileBytes: fileBytes(data.statePath),
    thread: meter(),
  };
}

/** The size of an LMDB database's data file; 0 where the file does not exist. */
function fileBytes(directory: string): number {
  return statSync(join(directory, "data.mdb"), { throwIfNoEntry: false })?.size ?? 0;
}
