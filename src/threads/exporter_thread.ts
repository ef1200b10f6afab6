/**
 * The thread that makes the files of exports of statements. It starts with the first export, is idle between them, and has the
 * priority of the prover: no shard, no request of an edge and no acknowledgement waits for it. It makes one file at a time, and opens
 * the views of its shard and of the platform shard for that file alone, so it keeps no pages of a state between two.
 */
import { setPriority } from "node:os";
import { type MessagePort, parentPort } from "node:worker_threads";
import type { Logger } from "pino";
import { ShardSignals } from "../contract/messages/envelope.ts";
import { FactCodecs } from "../contract/records/record_codec.ts";
import { openSaltSecrets } from "../contract/records/record_leaf.ts";
import { productSeen } from "../features/platform/platform_facts.ts";
import { SHARD_REGISTRY } from "../features/registry.ts";
import type { StatementExportMaking } from "../features/statement_export/statement_export_making.ts";
import { statementExports } from "../features/statement_export/statement_export_noun.ts";
import { makeStatementExport } from "../relay/statement_making.ts";
import { cancellable, TaskStopped } from "./cancellable.ts";
import { flushLogger } from "./logger.ts";
import { openShardView } from "./open_shard_view.ts";
import { openRpc } from "./rpc.ts";
import { openThreadMeter, type ThreadMetrics } from "./thread_meter.ts";
import type { ExporterThreadData } from "./worker_data.ts";

/** The niceness of this thread alone, as that of the prover: beside a busy thread it gets a tenth of that thread's time. */
const NICENESS = 10;

export type ExportRequest = StatementExportMaking & { shard: number };
export type ExporterMetrics = { thread: ThreadMetrics };

export function runExporterThread(data: ExporterThreadData, logger: Logger): void {
  setPriority(NICENESS);
  const meter = openThreadMeter();
  const codecs = new FactCodecs(SHARD_REGISTRY.codecs);
  const tools = { codecs, saltSecrets: openSaltSecrets(data.salts) };
  const control = { stop: new Int32Array(data.stop), deadlineMs: Number.POSITIVE_INFINITY };

  async function nameOf(productId: string): Promise<string> {
    const view = openShardView(data.platform, tools);
    try {
      return productSeen(view.refreshed(), productId)?.name ?? productId;
    } finally {
      await view.close();
    }
  }

  openRpc(parentPort as MessagePort, {
    async make({ shard, realm, statementExportId }: ExportRequest) {
      const files = data.shards[shard];
      if (files === undefined) throw new Error(`there is no shard ${shard}`);
      const signals = new ShardSignals(files.signals);
      const check = () => {
        if (Atomics.load(control.stop, 0) !== 0) throw new TaskStopped();
        if (!signals.takesWrites)
          throw new Error("the shard takes no writes: the disk may be full");
      };
      check();
      const view = openShardView(files, tools);
      try {
        const snapshot = cancellable(view.refreshed(), control);
        const names = view.namesOfRealm(realm);
        const seen = statementExports.find(snapshot, realm, statementExportId);
        // A reset has retired the realm: nobody finds the export any more.
        if (names === undefined || seen === undefined) return {};
        const productName = await nameOf(names.productId);
        return makeStatementExport({
          snapshot,
          document: seen.document,
          productId: names.productId,
          productName,
          folder: files.filesPath,
          nowMs: Date.now(),
          check,
          onFault: (err) => logger.error({ err, shard, statementExportId }, "an export failed"),
        });
      } finally {
        await view.close();
      }
    },
    metrics: (): ExporterMetrics => ({ thread: meter() }),
    close: async () => {
      await flushLogger(logger);
    },
  });
}
