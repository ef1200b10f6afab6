/**
 * Takes the news of providers (callbacks): checks the provider's name, the signature and the form, and finds the
 * effect that the news is about, whose kind says what the news may be. What a bank tells of money that has arrived comes by
 * the same way, and is handed on to where credits are taken. A caller without a secret of the provider learns
 * only whether a provider has that name.
 * Guarantees: 200 only after the news is on disk, or was before; a bounded number is under way; nothing is kept.
 * Knows neither threads nor tables: the parts look up and record.
 */

import {
  creditNewsIn,
  type ProviderCredit,
  readProviderCredit,
} from "../contract/messages/provider_credit.ts";
import type { RequestKind } from "../contract/messages/provider_kinds.ts";
import {
  CREDIT_VERDICTS,
  type CreditVerdict,
  NEWS_VERDICTS,
  type NewsAnswer,
  type NewsDelivery,
  type NewsVerdict,
} from "../contract/messages/provider_news.ts";
import {
  PROVIDER_BODY_BYTES_MAX,
  type ProviderNews,
  readProviderNews,
} from "../contract/messages/provider_protocol.ts";
import { isSigned } from "../contract/messages/webhook_signature.ts";

/** The most news that are taken at a time; one more is answered with 503. */
export const NEWS_UNDER_WAY_MAX = 64;

/**
 * A provider that may send news. `kinds`: what it is asked for. `secrets`: all its signing secrets that are in force, in
 * plain text.
 */
export type NewsSource = { kinds: readonly RequestKind[]; secrets: readonly string[] };
/** What news is about. */
export type NamedEffect = { effectId: string } | { providerReference: string };

export type ProviderNewsParts<R extends { kind: RequestKind }> = {
  /** False until everything that is known can be looked up. */
  isOpen(): boolean;
  sourceOf(provider: string): NewsSource | undefined;
  /**
   * The request about an effect of this provider, whose kind says what the news may be; undefined where it has none, or
   * several with the reference.
   */
  requestOf(provider: string, named: NamedEffect): R | undefined;
  /**
   * Resolves when the news is on disk, or was; undefined where it cannot be taken now. Rejects where that is not
   * known.
   */
  record(request: R, news: ProviderNews, provider: string): Promise<NewsVerdict | undefined>;
  /** Takes a credit that this bank tells, as `record` takes news. */
  takeCredit(provider: string, credit: ProviderCredit): Promise<CreditVerdict | undefined>;
  nowMs(): number;
};

export type ProviderNewsMetrics = {
  underWay: number;
  /** How many news were taken, by verdict. */
  verdicts: Readonly<Record<NewsVerdict, number>>;
  /** How many tellings of credits were taken, by verdict. */
  credits: Readonly<Record<CreditVerdict, number>>;
  /** How many news were refused, by HTTP status. */
  refused: Readonly<Record<RefusedStatus, number>>;
};
type RefusedStatus = Exclude<NewsAnswer["status"], 200>;

/** The counts of news before any came. */
export function noNews(): {
  verdicts: Record<NewsVerdict, number>;
  credits: Record<CreditVerdict, number>;
  refused: Record<RefusedStatus, number>;
} {
  const verdicts = Object.fromEntries(NEWS_VERDICTS.map((one) => [one, 0]));
  const credits = Object.fromEntries(CREDIT_VERDICTS.map((one) => [one, 0]));
  return {
    verdicts: verdicts as Record<NewsVerdict, number>,
    credits: credits as Record<CreditVerdict, number>,
    refused: { 400: 0, 401: 0, 404: 0, 503: 0 },
  };
}

const UNSIGNED = "not signed with a secret of this provider, or not within 300 seconds from now";
const MEANINGLESS =
  "the body is no news of this protocol, or names a tier that does not exist, or webhook-id is not its newsId";
const NO_CREDIT =
  "the body is no credit of this protocol, or this provider is no bank, or webhook-id is not its newsId";
const OF_NO_STATUS = "the news is none of the kind of this effect";

/** Answers the callbacks of providers. `R`: what the parts know a request by. */
export class ProviderNewsDesk<R extends { kind: RequestKind }> {
  readonly #parts: ProviderNewsParts<R>;
  readonly #underWay = new Set<Promise<NewsAnswer>>();
  readonly #counts = noNews();
  #isStopped = false;

  constructor(parts: ProviderNewsParts<R>) {
    this.#parts = parts;
  }

  /** The counts as they are now. */
  get metrics(): ProviderNewsMetrics {
    const { size: underWay } = this.#underWay;
    const { verdicts, credits, refused } = this.#counts;
    return {
      underWay,
      verdicts: { ...verdicts },
      credits: { ...credits },
      refused: { ...refused },
    };
  }

  /** The answer to one callback, with the HTTP status that the provider gets. Never rejects. */
  async take(delivery: NewsDelivery): Promise<NewsAnswer> {
    const answer = await this.#bounded(delivery);
    const { verdicts, credits, refused } = this.#counts;
    if (answer.status !== 200) refused[answer.status]++;
    else if ("credit" in answer) credits[answer.credit]++;
    else verdicts[answer.verdict]++;
    return answer;
  }

  /** Takes nothing more; resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#underWay);
  }

  async #bounded(delivery: NewsDelivery): Promise<NewsAnswer> {
    if (this.#isStopped || !this.#parts.isOpen()) return later("the server starts, or stops");
    if (this.#underWay.size >= NEWS_UNDER_WAY_MAX) return later("too much news at a time");
    const taking = this.#answerTo(delivery).catch(() => later("it is not known what became of it"));
    this.#underWay.add(taking);
    try {
      return await taking;
    } finally {
      this.#underWay.delete(taking);
    }
  }

  async #answerTo(delivery: NewsDelivery): Promise<NewsAnswer> {
    const { provider, webhookId, body } = delivery;
    const { sourceOf, requestOf, record, nowMs } = this.#parts;
    const source = sourceOf(provider);
    if (source === undefined) {
      return { status: 404, what: "provider", message: "no provider has this name" };
    }
    if (!isSigned(delivery, source.secrets, nowMs())) return { status: 401, message: UNSIGNED };
    const isShort = body.length <= PROVIDER_BODY_BYTES_MAX;
    const told = isShort ? creditNewsIn(body) : undefined;
    if (told !== undefined) return await this.#answerToCredit(delivery, source, told);
    const read = isShort ? readProviderNews(body, source.kinds) : undefined;
    if (read?.newsId !== webhookId) return { status: 400, message: MEANINGLESS };
    const request = requestOf(provider, read);
    if (request === undefined) {
      const message = "this effect, or reference, is not known here";
      return { status: 404, what: "provider_request", message };
    }
    const news = readProviderNews(body, [request.kind]);
    if (news === undefined) return { status: 400, message: OF_NO_STATUS };
    const verdict = await record(request, news, provider);
    return verdict === undefined ? later("it cannot be taken now") : { status: 200, verdict };
  }

  async #answerToCredit(
    { provider, webhookId }: NewsDelivery,
    { kinds }: NewsSource,
    told: Record<string, unknown>,
  ): Promise<NewsAnswer> {
    // Money arrives by addresses, which only a bank opens.
    const credit = kinds.includes("address") ? readProviderCredit(told) : undefined;
    if (credit?.newsId !== webhookId) return { status: 400, message: NO_CREDIT };
    const verdict = await this.#parts.takeCredit(provider, credit);
    return verdict === undefined
      ? later("it cannot be taken now")
      : { status: 200, credit: verdict };
  }
}

function later(message: string): NewsAnswer {
  return { status: 503, message: `${message}; tell it again later` };
}
