/**
 * The requests to providers of live of one shard: reads in the shard's view which are due, offers them to the
 * queue, and makes of what came of them the input of the operation that records it. What the view shows as due
 * is offered at each look until it shows the report, so nothing is kept here and no request has a timer.
 */
import { decodeIdSuffix, frameOf } from "../base/id.ts";
import type {
  ProviderAnswer,
  ProviderAttempt,
  ProviderEffect,
  ProviderProgress,
} from "../contract/messages/provider_protocol.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import { deadlineOfEntry } from "../contract/tables/stored_index.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import type { BankStatementDocument } from "../features/bank_statement/bank_statement_document.ts";
import { statementsIn } from "../features/bank_statement/bank_statement_state.ts";
import {
  type ProviderDocument,
  providerSecretsInForce,
} from "../features/provider/provider_document.ts";
import { providersIn } from "../features/provider/provider_state.ts";
import type { ProviderComparisonDocument } from "../features/provider_comparison/provider_comparison_document.ts";
import { comparisonsIn } from "../features/provider_comparison/provider_comparison_state.ts";
import {
  isOpenRequest,
  keyOfRequest,
  type ProviderRequestDocument,
} from "../features/provider_request/provider_request_document.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import type { Errand, ProviderQueue } from "../outbox/provider_queue.ts";
import type { ShardView } from "../views/shard_view.ts";
import { type AnswerByFiles, answeredByFiles, type FileChannel } from "./answered_by_files.ts";
import type { ProviderAsked, Submitted } from "./asked_parts.ts";
import { askedOf } from "./provider_asked.ts";

/** How long a list of the realms is used, milliseconds. */
const REALMS_MS = 1_000;
/** Requests of one realm that a look offers. */
const OFFERED_MAX = 1_000;

/** What is to be done at a provider. */
export type ProviderErrand = Errand & {
  kind: "attempt" | "question";
  /** The number of the attempt, or of the question. */
  ordinal: number;
  shard: number;
  realm: number;
  /** `isByFiles`: the bank speaks files, so nobody is connected to. */
  target: { baseUrl: string; sealedSecrets: readonly string[]; isByFiles: boolean };
  effect: Omit<ProviderEffect, "request">;
  /** What is asked, with the sealed values that it needs; opened when an attempt is made. */
  openAsked(): ProviderAsked;
  /** What a bank that speaks files is taken to answer. */
  answeredByFiles(): AnswerByFiles;
  asksFirst: boolean;
};

/** What is reported to a shard. */
export type ProviderReport = {
  shard: number;
  realm: number;
  operation:
    | "provider_request.report"
    | "provider_request.progress"
    | "provider_request.news"
    | "received_credit.take"
    | "unassigned_credit.take"
    | "provider_comparison.end"
    | "provider_comparison.tell"
    | "bank_message.make"
    | "bank_message.written"
    | "bank_statement.note";
  input: Record<string, unknown>;
};

type OfferedQueue = Pick<
  ProviderQueue<ProviderErrand, never>,
  "offer" | "forget" | "isFull" | "knows"
>;

export class ProviderShard {
  readonly #view: ShardView;
  readonly #queue: OfferedQueue;
  readonly #submitted: Submitted;
  readonly #nowMs: () => number;
  /** What was made up to this frame may have been sent in an earlier life. */
  #openedAt = 0;
  #sequence = -1;
  #realms: number[] = [];
  #realmsAtMs = Number.NEGATIVE_INFINITY;
  #nextDueMs = 0;
  /** The realms take turns in being the first that a look offers. */
  #looks = 0;
  #isShort = false;

  constructor(
    view: ShardView,
    queue: OfferedQueue,
    { submitted, nowMs }: { submitted: Submitted; nowMs: () => number },
  ) {
    this.#view = view;
    this.#queue = queue;
    this.#submitted = submitted;
    this.#nowMs = nowMs;
  }

  /** The view must show all that was acknowledged. */
  open(): void {
    this.#view.refreshed();
    this.#openedAt = this.#view.sequence;
  }

  /** Offers what is due, where the view has moved, a time has come, or slots were short. */
  look(): void {
    this.#view.refreshed();
    const nowMs = this.#nowMs();
    const hasMoved = this.#view.sequence !== this.#sequence;
    if (!hasMoved && !this.#isShort && nowMs < this.#nextDueMs) return;
    this.#sequence = this.#view.sequence;
    if (hasMoved) this.#forget();
    const providers = new Map(providersOfView(this.#view).map((one) => [one.provider, one]));
    this.#nextDueMs = nowMs + REALMS_MS;
    this.#isShort = false;
    if (providers.size === 0) return;
    const realms = this.#liveRealms(nowMs);
    const first = this.#looks++ % Math.max(realms.length, 1);
    for (const realm of [...realms.slice(first), ...realms.slice(0, first)]) {
      this.#offer(realm, providers, nowMs);
    }
  }

  /** Stops where no provider has a slot any more: rows that nobody can take are not read. */
  #offer(realm: number, providers: ReadonlyMap<string, ProviderDocument>, nowMs: number): void {
    const open = new Set(providers.keys());
    let offered = 0;
    for (const row of this.#view.ascend(LEDGER_TABLE.providerRequestDue, realm, {})) {
      const { atMs, key } = deadlineOfEntry(row.key);
      if (atMs > nowMs || offered++ === OFFERED_MAX) {
        this.#nextDueMs = Math.min(this.#nextDueMs, Math.max(atMs, nowMs));
        return;
      }
      if (this.#queue.knows(this.#keyOf(realm, key))) continue;
      const request = this.#request(realm, key);
      const provider = request && providers.get(request.provider);
      if (request === undefined || provider === undefined) continue;
      const errand = this.#errandOf(request, provider, nowMs);
      if (this.#queue.offer(errand) !== "no slot") continue;
      this.#isShort = true;
      open.delete(provider.provider);
      if (open.size === 0 || this.#queue.isFull) return;
    }
  }

  #errandOf(
    request: ProviderRequestDocument,
    { provider, url, speaks, ...document }: ProviderDocument,
    nowMs: number,
  ): ProviderErrand {
    const { realm, providerRequestId, kind, subject, attempts, questions = 0 } = request;
    const isAttempt = isOpenRequest(request);
    const { shard } = this.#view;
    const [, suffix = ""] = providerRequestId.split("_");
    const madeAt = frameOf(decodeIdSuffix(suffix)?.place ?? 0);
    return {
      key: this.#keyOf(realm, suffix),
      number: attempts + questions + 1,
      provider,
      kind: isAttempt ? "attempt" : "question",
      ordinal: isAttempt ? attempts + 1 : questions + 1,
      ...{ shard, realm },
      target: {
        baseUrl: url,
        sealedSecrets: providerSecretsInForce(document, nowMs).map(({ sealed }) => sealed),
        isByFiles: speaks === "files",
      },
      effect: { effectId: providerRequestId, kind, subject },
      openAsked: () => askedOf(this.#view, request, this.#submitted),
      answeredByFiles: () => this.#answerByFiles(request),
      asksFirst: attempts > 0 || madeAt <= this.#openedAt,
    };
  }

  #answerByFiles(asked: ProviderRequestDocument): AnswerByFiles {
    const { realm, providerRequestId: effectId, kind, request } = asked;
    const messageOf = (sendingId: string) => {
      this.#view.refreshed();
      const file = this.#request(realm, keyOfRequest(sendingId))?.file;
      return file === "waiting" || file === "none" ? undefined : file;
    };
    const { withheld } = askedOf(this.#view, asked, this.#submitted);
    return answeredByFiles({ effectId, kind, request, withheld, messageOf });
  }

  /** Of the request with this suffix, among all shards. */
  #keyOf(realm: number, suffix: string): string {
    return `${this.#view.shard}:${realm}:${suffix}`;
  }

  #forget(): void {
    this.#queue.forget((key, number) => {
      const [shard, realm, suffix = ""] = key.split(":");
      if (Number(shard) !== this.#view.shard) return false;
      const request = this.#request(Number(realm), suffix);
      // Nothing is due any more where the subject was over, or news came, before the report of a question.
      if (request?.nextAttemptAtMs === undefined) return true;
      return request.attempts + (request.questions ?? 0) >= number;
    });
  }

  #request(realm: number, key: string): ProviderRequestDocument | undefined {
    const value = this.#view.get(LEDGER_TABLE.providerRequest, realm, key);
    return value === undefined ? undefined : decodeDocument<ProviderRequestDocument>(value);
  }

  #liveRealms(nowMs: number): readonly number[] {
    if (nowMs - this.#realmsAtMs < REALMS_MS) return this.#realms;
    this.#realmsAtMs = nowMs;
    this.#realms = liveRealmsOf(this.#view);
    return this.#realms;
  }
}

/** The numbers of the realms of live that a shard has. */
export function liveRealmsOf(view: Pick<ShardView, "ascend">): number[] {
  return [...view.ascend(SHARD_TABLE.realm, 0, {})].flatMap(({ value }) => {
    const { number, names } = decodeDocument<RealmDocument>(value);
    return names.environment === "live" ? [number] : [];
  });
}

/** All providers, as a ledger shard has them now. */
export function providersOfView(view: ShardView): ProviderDocument[] {
  return providersIn(view.refreshed(), (key) => view.realmNumberOf(key));
}

/** What came of the comparisons by the clock, as the first ledger shard has it now. */
export function comparisonsOfView(view: ShardView): ProviderComparisonDocument[] {
  return comparisonsIn(view.refreshed(), (key) => view.realmNumberOf(key));
}

/** The newest statements of banks that speak files, as the first ledger shard has them now. */
export function statementsOfView(view: ShardView): BankStatementDocument[] {
  return statementsIn(view.refreshed(), (key) => view.realmNumberOf(key));
}

/** What came of an errand, as far as it is recorded. */
type ReportedAnswer = ProviderAnswer | Extract<ProviderAttempt, { result: "unknown" }>;

/**
 * What is recorded of an errand. `result`: undefined where a question met a provider that has never seen it. `channel`: how a bank that speaks files is
 * told of what it has accepted.
 */
export function providerReportOf(
  { kind, ordinal, shard, realm, effect }: ProviderErrand,
  result: ReportedAnswer | undefined,
  channel?: FileChannel,
): ProviderReport {
  const { effectId: providerRequestId } = effect;
  if (kind === "attempt" && result !== undefined) {
    const outcome = { ...outcomeOf(result), ...(channel !== undefined && { channel }) };
    const input = { providerRequestId, attempt: ordinal, outcome };
    return { shard, realm, operation: "provider_request.report", input };
  }
  const progress = result?.result === "accepted" ? { progress: progressOf(result) } : {};
  const input = { providerRequestId, question: ordinal, ...progress };
  return { shard, realm, operation: "provider_request.progress", input };
}

function outcomeOf(attempt: ReportedAnswer): Record<string, unknown> {
  switch (attempt.result) {
    case "accepted": {
      const { result, providerReference, url } = attempt;
      const progress = progressOf(attempt);
      return { result, providerReference, ...(url !== undefined && { url }), progress };
    }
    case "refused":
      return { result: attempt.result, providerCode: attempt.providerCode };
    case "unknown": {
      const { result, fault, retryAfterMs } = attempt;
      return { result, fault, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    }
  }
}

/** How far the provider is, without what else an answer or news says. */
export function progressOf({
  status,
  tier,
  reason,
  fields,
  details,
  accountName,
  occurredAtMs,
}: ProviderProgress): ProviderProgress {
  return {
    status,
    ...(tier !== undefined && { tier }),
    ...(reason !== undefined && { reason }),
    ...(fields !== undefined && { fields }),
    ...(details !== undefined && { details }),
    ...(accountName !== undefined && { accountName }),
    ...(occurredAtMs !== undefined && { occurredAtMs }),
  };
}
