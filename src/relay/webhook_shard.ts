/**
 * The lines of webhooks of one shard, kept open in the outbox: reads the shard's view again whenever it has
 * moved, opens and closes lines as endpoints change, and turns what the outbox reports into the input of
 * the operation that records it.
 */
import type { AttemptReport, Line, LineReport } from "../contract/messages/outbox.ts";
import type { ReportedLine } from "../features/webhook_delivery/webhook_report.ts";
import { type LineId, WebhookLines } from "../features/webhook_endpoint/webhook_lines.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { ShardView } from "../views/shard_view.ts";

export const WEBHOOK = "webhook";

export class WebhookShard {
  readonly #view: ShardView;
  readonly #lines: WebhookLines;
  readonly #outbox: Pick<Outbox, "open" | "close" | "wake" | "retryNow">;
  /** The keys of the open lines, by realm, and how many events the realm had when they were woken. */
  readonly #realms = new Map<number, { keys: Map<string, LineId>; count: number }>();
  #change = "";
  #sequence = 0;

  constructor(
    view: ShardView,
    outbox: Pick<Outbox, "open" | "close" | "wake" | "retryNow">,
    nowMs: () => number,
  ) {
    this.#view = view;
    this.#outbox = outbox;
    this.#lines = new WebhookLines(view, (realm) => view.namesOfRealm(realm), nowMs);
  }

  get shard(): number {
    return this.#view.shard;
  }

  /** Opens every line that something is owed on. The view must show all that was acknowledged. */
  open(): void {
    this.#view.refreshed();
    this.#sequence = this.#view.sequence;
    this.#change = this.#lines.newestChange();
    for (const id of [...this.#lines.all()]) this.#tend(id);
  }

  /** Looks at what the view shows now that it did not show before. */
  look(): void {
    this.#view.refreshed();
    if (this.#view.sequence === this.#sequence) return;
    this.#sequence = this.#view.sequence;
    for (const { key, change } of [...this.#lines.changesAfter(this.#change)]) {
      this.#change = key;
      const { number, ...id } = change;
      const waiting = number === undefined ? undefined : this.#lines.waitingOf(id, number);
      if (number === undefined) this.#tend(id);
      else if (waiting !== undefined) this.#outbox.retryNow(this.#keyOf(id), waiting);
    }
    for (const [realm, open] of this.#realms) {
      const count = this.#lines.countOf(realm);
      if (count === open.count) continue;
      open.count = count;
      for (const key of open.keys.keys()) this.#outbox.wake(key);
    }
  }

  /** The line of a key, with the shard's form of what the outbox says of it. */
  reported({ key, position, attempts, givesUp }: LineReport): ReportedLine {
    const { realm, webhookEndpointId } = idOf(key);
    return {
      realm,
      webhookEndpointId,
      position,
      attempts: attempts.map((attempt) => this.#reportedAttempt(realm, attempt)),
      ...(givesUp !== undefined && { givesUp }),
    };
  }

  /** Opens the line, closes it, or lets it be, as the view shows it. */
  #tend(id: LineId): void {
    const key = this.#keyOf(id);
    const state = this.#lines.stateOf(id);
    const open = this.#realms.get(id.realm) ?? { keys: new Map(), count: -1 };
    if (state === undefined) {
      open.keys.delete(key);
      if (open.keys.size === 0) this.#realms.delete(id.realm);
      this.#outbox.close(key);
      return;
    }
    this.#realms.set(id.realm, open);
    // A line that is open already was closed and opened again since: what happened between is not sent.
    if (open.keys.has(key)) this.#outbox.close(key);
    this.#outbox.open(this.#lineOf(key, id), state);
    open.keys.set(key, id);
  }

  #lineOf(key: string, id: LineId): Line {
    return {
      key,
      kind: WEBHOOK,
      read: (after, limit) => this.#lines.read(id, after, limit),
      effect: (number) => this.#lines.effect(id, number),
    };
  }

  #reportedAttempt(
    realm: number,
    { number, attempt, outcome, after }: AttemptReport,
  ): ReportedLine["attempts"][number] {
    const { atMs, durationMs, httpStatus, error, responseSnippet } = outcome;
    const { status } = after;
    const isAtOnce = status === "delivered" && attempt === 1;
    const event = isAtOnce ? undefined : this.#lines.eventAt(realm, number);
    return {
      number,
      attempt,
      atMs,
      durationMs,
      ...(httpStatus !== undefined && { httpStatus }),
      ...(error !== undefined && { error, responseSnippet }),
      ...(event !== undefined && { eventId: event.eventId }),
      status,
      ...(after.status === "pending" && { nextAttemptAtMs: after.dueMs }),
      ...(status === "exhausted" && event?.isTold === false && { isTold: false }),
    };
  }

  #keyOf({ realm, webhookEndpointId }: LineId): string {
    return `${this.shard}:${realm}:${webhookEndpointId}`;
  }
}

/** What is reported of the lines of these shards, by the number of the shard. */
export function reportedByShard(
  shards: ReadonlyMap<number, WebhookShard>,
  reports: readonly LineReport[],
): Map<number, ReportedLine[]> {
  const byShard = new Map<number, ReportedLine[]>();
  for (const one of reports) {
    const number = shardOfKey(one.key);
    const line = shards.get(number)?.reported(one);
    if (line !== undefined) byShard.set(number, [...(byShard.get(number) ?? []), line]);
  }
  return byShard;
}

/** The number of the shard that a line belongs to. */
export function shardOfKey(key: string): number {
  return Number(key.split(":")[0]);
}

function idOf(key: string): LineId {
  const [, realm, webhookEndpointId = ""] = key.split(":");
  return { realm: Number(realm), webhookEndpointId };
}
