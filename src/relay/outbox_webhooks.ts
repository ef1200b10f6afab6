/**
 * The webhooks in the thread of the outbox: the lines of every shard's view are attempted over one sender, and what
 * became of the attempts is reported, by shard.
 */
import { THREAD_EVENT_LOOP } from "../contract/messages/event_loop.ts";
import type { AttemptOutcome, LineReport } from "../contract/messages/outbox.ts";
import type { ReportedLine } from "../features/webhook_delivery/webhook_report.ts";
import type { WebhookPayload } from "../features/webhook_endpoint/webhook_lines.ts";
import { Outbox, type OutboxMetrics } from "../outbox/outbox.ts";
import { WebhookSender } from "../outbox/webhook_sender.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { OpenedSecrets } from "./opened_secrets.ts";
import { reportedByShard, WEBHOOK, WebhookShard } from "./webhook_shard.ts";

/** Before each attempt of a webhook: the pause after the attempt before, milliseconds (specification). */
const WEBHOOK_SCHEDULE = [
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

/** What is reported to a shard. */
export type WebhookReports = { shard: number; lines: readonly ReportedLine[] };

export type OutboxWebhooksParts = {
  /** Whether endpoints may be on this machine. */
  allowsLoopback: boolean;
  opened: Pick<OpenedSecrets, "open">;
  /** Resolves when the shard has the reports on its disk. */
  report(reports: WebhookReports): Promise<unknown>;
};

export class OutboxWebhooks {
  readonly #parts: OutboxWebhooksParts;
  readonly #sender: WebhookSender;
  readonly #outbox: Outbox;
  readonly #shards = new Map<number, WebhookShard>();

  constructor(parts: OutboxWebhooksParts) {
    this.#parts = parts;
    this.#sender = new WebhookSender({ allowsLoopback: parts.allowsLoopback });
    this.#outbox = new Outbox({
      kinds: [
        {
          kind: WEBHOOK,
          schedule: WEBHOOK_SCHEDULE,
          carrier: (payload, signal) => this.#attempt(payload as WebhookPayload, signal),
        },
      ],
      report: (reports) => this.#report(reports),
      loop: THREAD_EVENT_LOOP,
      nowMs: Date.now,
    });
  }

  get metrics(): OutboxMetrics {
    return this.#outbox.metrics;
  }

  /** From now on the view's lines are attempted. The view must show all that was acknowledged. */
  open(view: ShardView): void {
    const shard = new WebhookShard(view, this.#outbox, Date.now);
    shard.open();
    this.#shards.set(view.shard, shard);
  }

  look(): void {
    for (const shard of this.#shards.values()) shard.look();
  }

  /** Attempts under way may end within the time, and are reported; then they are ended. */
  async stop(withinMs: number): Promise<void> {
    await this.#outbox.stop(withinMs);
  }

  async close(): Promise<void> {
    await this.#sender.close();
  }

  async #attempt(payload: WebhookPayload, signal: AbortSignal): Promise<AttemptOutcome> {
    const { url, eventId, webhookEndpointId, sealedSecrets, body } = payload;
    const { opened } = this.#parts;
    const secrets = sealedSecrets.map((sealed) => opened.open(sealed, webhookEndpointId));
    const sent = { url, secrets, webhookId: eventId, body: Buffer.from(body), signal };
    return await this.#sender.send(sent);
  }

  async #report(reports: readonly LineReport[]): Promise<void> {
    await Promise.all(
      [...reportedByShard(this.#shards, reports)].flatMap(([shard, lines]) =>
        recordsOf(lines).map((some) => this.#parts.report({ shard, lines: some })),
      ),
    );
  }
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
