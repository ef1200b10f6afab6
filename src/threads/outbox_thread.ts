/**
 * The thread of the outbox: sends webhooks, and reports what became of them. It reads the views of the
 * ledger shards, and reports to each shard by a port of its own; no shard waits for it. It sends the mails
 * that main hands over, and answers with their outcomes.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import type { Logger } from "pino";
import { openEntitySealer } from "../access/entity_sealer.ts";
import { SealKeys } from "../access/seal_keys.ts";
import { openSealer } from "../access/sealer.ts";
import type { OwedMail } from "../contract/declare/mail.ts";
import type { NewsDelivery } from "../contract/messages/provider_news.ts";
import type { FactCodec } from "../contract/records/record.ts";
import { ThreadEntityKeys } from "../keys/entity_keys.ts";
import { DocumentFetcher } from "../outbox/document_fetcher.ts";
import type { MailMetrics } from "../outbox/mail_queue.ts";
import type { OutboxMetrics } from "../outbox/outbox.ts";
import type { BankAsked } from "../relay/bank_files.ts";
import { OpenedSecrets } from "../relay/opened_secrets.ts";
import { openMailQueue } from "../relay/outbox_mail.ts";
import { OutboxProviders, type OutboxProvidersMetrics } from "../relay/outbox_providers.ts";
import { OutboxWebhooks } from "../relay/outbox_webhooks.ts";
import { flushLogger } from "./logger.ts";
import { OutboxViews, type Watching } from "./outbox_views.ts";
import { type Handlers, openRpc, type Rpc } from "./rpc.ts";
import { openThreadMeter, type ThreadMetrics } from "./thread_meter.ts";
import type { OutboxThreadData } from "./worker_data.ts";

export type OutboxThreadMetrics = {
  outbox: OutboxMetrics;
  mail: MailMetrics;
  providers: OutboxProvidersMetrics;
  thread: ThreadMetrics;
};

export async function runOutboxThread(
  data: OutboxThreadData,
  { codecs }: { codecs: readonly FactCodec[] },
  logger: Logger,
): Promise<void> {
  const handlers: Handlers = {};
  const rpc = openRpc(parentPort as MessagePort, handlers);
  const views = new OutboxViews({ ...data, codecs, logger });
  const { webhooks, providers, mails, documents, close } = openSenders(data, logger, () =>
    views.shown(),
  );
  const meter = openThreadMeter();
  Object.assign(handlers, {
    /** Called when every shard has replayed its log. */
    serve: () => views.watch(watchingOf(webhooks, providers)),
    mail: (mail: OwedMail) => mails.send(mail),
    reconcile: async (name: string) => {
      await views.whenOpen;
      return await providers.reconcile(name);
    },
    bank: async (asked: BankAsked) => {
      await views.whenOpen;
      return await providers.bank(asked);
    },
    fetchDocument: (url: string) => documents.fetch(url),
    news: (delivery: NewsDelivery) => providers.takeNews(delivery),
    metrics: (): OutboxThreadMetrics => ({
      outbox: webhooks.metrics,
      mail: mails.metrics,
      providers: providers.metrics,
      thread: meter(),
    }),
    close: async (withinMs: number) => {
      views.stop();
      await Promise.all([webhooks.stop(withinMs), mails.stop(withinMs), providers.stop(withinMs)]);
      await Promise.all([webhooks.close(), documents.close(), providers.close()]);
      await views.close();
      await close();
      await flushLogger(logger);
    },
  } satisfies Handlers);
  await rpc.call("ready");
}

function watchingOf(webhooks: OutboxWebhooks, providers: OutboxProviders): Watching {
  return {
    open(view, { filesPath }) {
      webhooks.open(view);
      providers.open(view, filesPath);
    },
    look() {
      webhooks.look();
      providers.look();
    },
  };
}

/** What sends: webhooks, what providers are asked, mails; and what fetches documents of clients. */
function openSenders(data: OutboxThreadData, logger: Logger, shown: () => Promise<void>) {
  const { allowsLoopback, shards } = data;
  const reporting = data.reportPorts.map(openReportPort);
  const sealer = openSealer(new SealKeys(data.sealKeys));
  const entityKeys = new ThreadEntityKeys(data);
  const given = {
    allowsLoopback,
    opened: new OpenedSecrets(sealer),
    report: async ({ shard, ...report }: { shard: number }) =>
      await (reporting[shard] as Rpc).call("report", report),
  };
  return {
    mails: openMailQueue(data.mail, sealer, logger),
    webhooks: new OutboxWebhooks(given),
    documents: new DocumentFetcher({ allowsLoopback }),
    providers: new OutboxProviders({
      ...given,
      shards: shards.length,
      comparesAt: data.comparesAt,
      entitySealer: openEntitySealer(entityKeys.keys),
      ...{ logger, shown },
    }),
    close: () => entityKeys.close(),
  };
}

/** The way to a shard, for reports. All of them are rejected when the shard has ended. */
function openReportPort(port: MessagePort): Rpc {
  const rpc = openRpc(port, {});
  port.on("close", () => rpc.end(new Error("the shard has ended")));
  return rpc;
}
