/**
 * The thread of the outbox: sends webhooks, and reports what became of them. It reads the views of the
 * ledger shards, and its reports go through main to the shards; no shard waits for it. It sends the mails
 * that main hands over, and answers with their outcomes.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import type { Logger } from "pino";
import { openEntitySealer } from "../access/entity_sealer.ts";
import { SealKeys } from "../access/seal_keys.ts";
import { openSealer } from "../access/sealer.ts";
import { ShardSignals } from "../contract/envelope.ts";
import { THREAD_EVENT_LOOP } from "../contract/event_loop.ts";
import type { OwedMail } from "../contract/mail.ts";
import type { AttemptOutcome, LineReport } from "../contract/outbox.ts";
import type { NewsDelivery } from "../contract/provider_news.ts";
import type { FactCodec } from "../contract/record.ts";
import { FactCodecs } from "../contract/record_codec.ts";
import { openSaltSecrets } from "../contract/record_leaf.ts";
import type { ReportedLine } from "../features/webhook_delivery/webhook_report.ts";
import type { WebhookPayload } from "../features/webhook_endpoint/webhook_lines.ts";
import { ThreadEntityKeys } from "../keys/entity_keys.ts";
import { DocumentFetcher } from "../outbox/document_fetcher.ts";
import type { MailMetrics } from "../outbox/mail_queue.ts";
import { Outbox, type OutboxMetrics } from "../outbox/outbox.ts";
import { WebhookSender } from "../outbox/webhook_sender.ts";
import type { ShardView } from "../views/shard_view.ts";
import { flushLogger } from "./logger.ts";
import { openShardView } from "./open_shard_view.ts";
import { OpenedSecrets } from "./opened_secrets.ts";
import { openMailQueue } from "./outbox_mail.ts";
import { OutboxProviders, type OutboxProvidersMetrics } from "./outbox_providers.ts";
import { openRpc } from "./rpc.ts";
import { openThreadMeter, type ThreadMetrics } from "./thread_meter.ts";
import { shardOfKey, WEBHOOK, WebhookShard } from "./webhook_shard.ts";
import type { OutboxThreadData } from "./worker_data.ts";

/** How often the views are looked at, milliseconds; a shard writes its view every 100 ms. */
const LOOK_MS = 50;
/** A look that took long is followed by a pause that is so many times as long. */
const PAUSE_OF_LOOKS = 5;
/** Before each attempt of a webhook: the pause after the attempt before, milliseconds (specification). */
export const WEBHOOK_SCHEDULE = [
  0,
  60_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  6 * 3_600_000,
  24 * 3_600_000,
  72 * 3_600_000,
] as const;
/** Lines and attempts of one record, so that a report of many lines makes several records. */
const ATTEMPTS_OF_RECORD_MAX = 256;

/** What main is asked to give to a shard. */
export type WebhookReports = { shard: number; lines: readonly ReportedLine[] };
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
  const saltSecrets = openSaltSecrets(data.salts);
  const sealer = openSealer(new SealKeys(data.sealKeys));
  const opened = new OpenedSecrets(sealer);
  const entityKeys = new ThreadEntityKeys(data);
  const entitySealer = openEntitySealer(entityKeys.keys);
  const mails = openMailQueue(data.mail, sealer, logger);
  const sender = new WebhookSender({ allowsLoopback: data.allowsLoopback });
  const documents = new DocumentFetcher({ allowsLoopback: data.allowsLoopback });
  const meter = openThreadMeter();
  const views: ShardView[] = [];
  const shards = new Map<number, WebhookShard>();
  let stopLooking = () => {};
  let isClosed = false;
  let tellOpen = () => {};
  /** Resolves when the views of all shards are open: until then no provider is known. */
  const isOpen = new Promise<void>((resolve) => {
    tellOpen = resolve;
  });
  const rpc = openRpc(parentPort as MessagePort, {
    /** Called when every shard has replayed its log. */
    serve: () => {
      for (const files of data.shards) {
        const view = openShardView(files, { codecs: new FactCodecs(codecs), saltSecrets });
        views.push(view);
        const shard = new WebhookShard(view, outbox, Date.now);
        whenViewed(new ShardSignals(files.signals), () => {
          if (isClosed) return;
          shard.open();
          shards.set(files.shard, shard);
          providers.open(view, files.filesPath);
          if (shards.size === data.shards.length) tellOpen();
        });
      }
      stopLooking = lookEvery(() => {
        for (const shard of shards.values()) shard.look();
        providers.look();
      }, logger);
    },
    mail: (mail: OwedMail) => mails.send(mail),
    reconcile: async (name: string) => {
      await isOpen;
      return await providers.reconcile(name);
    },
    fetchDocument: (url: string) => documents.fetch(url),
    news: (delivery: NewsDelivery) => providers.takeNews(delivery),
    metrics: (): OutboxThreadMetrics => ({
      outbox: outbox.metrics,
      mail: mails.metrics,
      providers: providers.metrics,
      thread: meter(),
    }),
    close: async (withinMs: number) => {
      isClosed = true;
      stopLooking();
      await Promise.all([outbox.stop(withinMs), mails.stop(withinMs), providers.stop(withinMs)]);
      await Promise.all([sender.close(), documents.close(), providers.close()]);
      for (const view of views) await view.close();
      await entityKeys.close();
      await flushLogger(logger);
    },
  });
  const report = async (reports: readonly LineReport[]): Promise<void> => {
    const byShard = new Map<number, ReportedLine[]>();
    for (const one of reports) {
      const number = shardOfKey(one.key);
      const line = shards.get(number)?.reported(one);
      if (line !== undefined) byShard.set(number, [...(byShard.get(number) ?? []), line]);
    }
    await Promise.all(
      [...byShard].flatMap(([shard, lines]) =>
        recordsOf(lines).map((some) => rpc.call("report", { shard, lines: some })),
      ),
    );
  };
  const providers = new OutboxProviders({
    shards: data.shards.length,
    allowsLoopback: data.allowsLoopback,
    opened,
    submitted: {
      sealer: entitySealer,
      onUnreadable: (cause) =>
        logger.error({ err: cause }, "a document file cannot be opened for a provider"),
    },
    onMeaningless: (told) =>
      logger.warn(
        told,
        `the provider ${told.provider} answered what is none of its protocol (${told.fault}): it is asked again later`,
      ),
    report: (report) => rpc.call("report", report),
  });
  const outbox = new Outbox({
    kinds: [
      {
        kind: WEBHOOK,
        schedule: WEBHOOK_SCHEDULE,
        carrier: (payload, signal) => attempt(payload as WebhookPayload, signal, sender, opened),
      },
    ],
    report,
    loop: THREAD_EVENT_LOOP,
    nowMs: Date.now,
  });
  await rpc.call("ready");
}

async function attempt(
  payload: WebhookPayload,
  signal: AbortSignal,
  sender: WebhookSender,
  opened: OpenedSecrets,
): Promise<AttemptOutcome> {
  const { url, eventId, webhookEndpointId, sealedSecrets, body } = payload;
  const secrets = sealedSecrets.map((sealed) => opened.open(sealed, webhookEndpointId));
  return await sender.send({ url, secrets, webhookId: eventId, body: Buffer.from(body), signal });
}

/** The lines in parts of a bounded number of attempts. */
function recordsOf(lines: readonly ReportedLine[]): ReportedLine[][] {
  const parts: ReportedLine[][] = [];
  let size = ATTEMPTS_OF_RECORD_MAX;
  for (const line of lines) {
    const weight = 1 + line.attempts.length;
    if (size + weight > ATTEMPTS_OF_RECORD_MAX) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(line);
    size += weight;
  }
  return parts;
}

/** Runs once the view shows everything that was acknowledged when this was called. */
function whenViewed(signals: ShardSignals, run: () => void): void {
  const { acknowledged } = signals;
  const look = () => {
    if (signals.viewed >= acknowledged) run();
    else setTimeout(look, LOOK_MS);
  };
  look();
}

/** Looks again and again; returns what ends that. */
function lookEvery(look: () => void, logger: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    const startedMs = performance.now();
    try {
      look();
    } catch (cause) {
      logger.error({ err: cause }, "the outbox could not look at a shard's view");
    }
    const tookMs = performance.now() - startedMs;
    timer = setTimeout(next, Math.max(LOOK_MS, tookMs * PAUSE_OF_LOOKS));
  };
  next();
  return () => clearTimeout(timer);
}
