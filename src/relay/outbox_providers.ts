/**
 * The providers of live in the thread of the outbox: what is due at them, in every shard's view, is carried out
 * over one exchange and reported through one queue; what they tell by themselves goes through one desk.
 */
import type { Logger } from "pino";
import { THREAD_EVENT_LOOP } from "../contract/messages/event_loop.ts";
import type { ProviderCredit } from "../contract/messages/provider_credit.ts";
import type { NewsAnswer, NewsDelivery } from "../contract/messages/provider_news.ts";
import type { ProviderAttempt, ProviderNews } from "../contract/messages/provider_protocol.ts";
import { FIRST_LEDGER_SHARD, PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import { ownerOfProvider } from "../features/provider/provider_document.ts";
import { ProviderExchange } from "../outbox/provider_exchange.ts";
import { ProviderNewsDesk, type ProviderNewsMetrics } from "../outbox/provider_news.ts";
import { ProviderQueue, type ProviderQueueMetrics } from "../outbox/provider_queue.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { Submitted } from "./asked_parts.ts";
import { movedAfter } from "./bank_days.ts";
import { type BankAsked, BankFiles } from "./bank_files.ts";
import type { StatementNoted } from "./bank_import.ts";
import type { BankShard } from "./bank_records.ts";
import type { StatementAge } from "./bank_statement_comparison.ts";
import {
  type BookComparison,
  compareBooks,
  type ProviderReconciliation,
} from "./book_comparison.ts";
import {
  type ComparisonMetrics,
  comparisonMetricsOf,
  statementMetricsOf,
} from "./comparison_metrics.ts";
import { moneyAt } from "./credit_book.ts";
import { CreditViews } from "./credit_views.ts";
import { NightlyComparison } from "./nightly_comparison.ts";
import { type OpenedSecrets, thoseThatOpen } from "./opened_secrets.ts";
import { ProviderCredits } from "./provider_credits.ts";
import {
  newsReportOf,
  ProviderNewsViews,
  type ToldRequest,
  verdictOf,
} from "./provider_news_views.ts";
import {
  comparisonsOfView,
  type ProviderErrand,
  type ProviderReport,
  ProviderShard,
  providerReportOf,
  providersOfView,
  statementsOfView,
} from "./provider_shard.ts";

export type OutboxProvidersParts = {
  /** How many ledger shards there are. */
  shards: number;
  /** Whether providers may be on this machine. */
  allowsLoopback: boolean;
  /** The hour of UTC in which the books of all providers are compared; undefined: never. */
  comparesAt: number | undefined;
  opened: OpenedSecrets;
  /** Opens what was submitted of entities. */
  entitySealer: Submitted["sealer"];
  logger: Pick<Logger, "error" | "warn" | "info">;
  /** Resolves with the shard's answer when it has the report on its disk, or has refused it for good. */
  report(report: ProviderReport): Promise<unknown>;
  /** Resolves when the views show all that was acknowledged when this was called. */
  shown(): Promise<void>;
};

type ShardAnswer = { status: number; body: string | undefined };

export type OutboxProvidersMetrics = {
  queue: ProviderQueueMetrics;
  /** Errands by how they ended. */
  ends: Readonly<Record<ErrandEnd, number>>;
  news: ProviderNewsMetrics;
  /** Credits that are nobody's. */
  unassignedCredits: number;
  /** What came of the comparisons by the clock; empty where the clock compares nothing. */
  comparisons: readonly ComparisonMetrics[];
  /** The newest statement of each account at a bank that speaks files. */
  statements: readonly StatementAge[];
};
/** `told`, `not_told`: a question had an answer, or none. The others: what an attempt had. */
export type ErrandEnd = "accepted" | "refused" | "unknown" | "told" | "not_told";

/** What the operator reads in the log of the process. */
const NOTED = {
  unassigned: "a bank has told a credit that is nobody's: see `credit list`",
  contradictory: "a bank has told a credit again, and not the same: see `provider reconcile`",
};

export class OutboxProviders {
  readonly #parts: OutboxProvidersParts;
  readonly #exchange: ProviderExchange;
  readonly #queue: ProviderQueue<ProviderErrand, ProviderReport>;
  readonly #shards: ProviderShard[] = [];
  readonly #banks: BankShard[] = [];
  readonly #bankFiles: BankFiles;
  readonly #newsViews: ProviderNewsViews;
  readonly #creditViews = new CreditViews();
  readonly #credits: ProviderCredits;
  readonly #desk: ProviderNewsDesk<ToldRequest>;
  readonly #nightly: NightlyComparison;
  #comparing: Promise<unknown> = Promise.resolve();
  readonly #ends = { accepted: 0, refused: 0, unknown: 0, told: 0, not_told: 0 };
  #isStopped = false;
  #isLookingSoon = false;

  constructor(parts: OutboxProvidersParts) {
    this.#parts = parts;
    this.#exchange = new ProviderExchange({ allowsLoopback: parts.allowsLoopback });
    this.#queue = new ProviderQueue<ProviderErrand, ProviderReport>({
      run: (errand, signal) => this.#carryOut(errand, signal),
      report: async ({ provider }, report) => {
        this.#credits.noteDetails(provider, report);
        await parts.report(report);
      },
      freed: () => this.#lookSoon(),
      loop: THREAD_EVENT_LOOP,
    });
    const { report, shown } = parts;
    this.#credits = new ProviderCredits({
      ...{ views: this.#creditViews, report, shown, nowMs: Date.now },
      noted: (verdict, named) => parts.logger.warn({ ...named, verdict }, NOTED[verdict]),
    });
    this.#nightly = this.#nightlyOf(parts);
    const views = new ProviderNewsViews(parts.opened);
    this.#newsViews = views;
    const takeNews = {
      record: async (request: ToldRequest, news: ProviderNews, provider: string) => {
        const told = newsReportOf(request, news);
        this.#credits.noteDetails(provider, told);
        return verdictOf(await report(told));
      },
      takeCredit: (provider: string, credit: ProviderCredit) =>
        this.#credits.take(provider, credit),
    };
    this.#bankFiles = new BankFiles({
      ...{ shards: this.#banks, shown, nowMs: Date.now, ...takeNews },
      report: async (made) => (await report(made)) as ShardAnswer,
      requestOf: (provider, named) => views.requestOf(provider, named),
      moneyAt: async (provider, since) => {
        const reading = { provider, views: this.#views, mayRead: this.#mayRead };
        const money = await moneyAt(provider, this.#views, this.#mayRead);
        return { ...money, moved: await movedAfter(reading, since) };
      },
      noteStatement: async (noted) => await this.#noteStatement(noted),
    });
    this.#desk = new ProviderNewsDesk<ToldRequest>({
      isOpen: () => views.size === parts.shards,
      sourceOf: (provider) => views.sourceOf(provider, Date.now()),
      requestOf: (provider, named) => views.requestOf(provider, named),
      ...takeNews,
      nowMs: Date.now,
    });
  }

  get #views(): readonly ShardView[] {
    return this.#banks.map(({ view }) => view);
  }

  /** A command about a bank that speaks files; what the operator reads. Rejects with a sentence. */
  async bank(asked: BankAsked): Promise<object> {
    return await this.#bankFiles.run(asked);
  }

  get metrics(): OutboxProvidersMetrics {
    return {
      queue: this.#queue.metrics,
      ends: { ...this.#ends },
      news: this.#desk.metrics,
      unassignedCredits: this.#creditViews.openCount,
      comparisons: this.#comparisonMetrics(),
      statements: this.#statementMetrics(),
    };
  }

  #comparisonMetrics(): ComparisonMetrics[] {
    const view = this.#first;
    if (view === undefined || this.#parts.comparesAt === undefined) return [];
    return comparisonMetricsOf(providersOfView(view), comparisonsOfView(view));
  }

  #statementMetrics(): StatementAge[] {
    const view = this.#first;
    if (view === undefined) return [];
    return statementMetricsOf(providersOfView(view), statementsOfView(view));
  }

  /** What a provider tells by itself; resolves with what it is answered, and never rejects. */
  takeNews(delivery: NewsDelivery): Promise<NewsAnswer> {
    return this.#desk.take(delivery);
  }

  /**
   * From now on what is due in the view is carried out. The view must show all that was acknowledged.
   * `filesPath`: the folder of the shard's files beside the log.
   */
  open(view: ShardView, filesPath: string): void {
    const { entitySealer: sealer, logger } = this.#parts;
    const onUnreadable = (cause: unknown) =>
      logger.error({ err: cause }, "a document file cannot be opened for a provider");
    const submitted = { sealer, filesPath, onUnreadable };
    const shard = new ProviderShard(view, this.#queue, { submitted, nowMs: Date.now });
    shard.open();
    this.#shards.push(shard);
    this.#banks.push({ view, submitted });
    this.#newsViews.add(view);
    this.#creditViews.add(view);
  }

  look(): void {
    for (const shard of this.#shards) shard.look();
    this.#credits.look();
    this.#nightly.look();
  }

  /** A look in a later turn, so that slots that are free in the same turn are taken by one look. */
  #lookSoon(): void {
    if (this.#isLookingSoon) return;
    this.#isLookingSoon = true;
    THREAD_EVENT_LOOP.soon(() => {
      this.#isLookingSoon = false;
      if (!this.#isStopped) this.look();
    });
  }

  /** Compares the provider's book with what is on record. Rejects, with a sentence, where that cannot be done. */
  async reconcile(name: string): Promise<ProviderReconciliation> {
    return (await this.#compare(name)).shown;
  }

  async #noteStatement(noted: StatementNoted): Promise<void> {
    const realm = this.#first?.realmNumberOf(PLATFORM_REALM_KEY);
    if (realm === undefined) throw new Error("the view has no realm of the platform");
    const operation = "bank_statement.note";
    const report = { shard: FIRST_LEDGER_SHARD, realm, operation, input: noted } as const;
    const { status } = (await this.#parts.report(report)) as ShardAnswer;
    if (status >= 400) throw new Error(`the shard answers ${status} to the closing balance`);
  }

  /** One comparison at a time, whoever asks for it: each reads all that is on record. */
  async #compare(name: string): Promise<BookComparison> {
    const comparing = this.#comparing.then(() => this.#compareNow(name));
    this.#comparing = comparing.catch(() => undefined);
    return await comparing;
  }

  async #compareNow(name: string): Promise<BookComparison> {
    const provider = this.#views.flatMap(providersOfView).find((one) => one.provider === name);
    if (provider === undefined) throw new Error(`no provider is called ${name}`);
    const { opened } = this.#parts;
    return await compareBooks({
      ...{ provider, views: this.#views, exchange: this.#exchange, opened, nowMs: Date.now() },
      statements: this.#first === undefined ? [] : statementsOfView(this.#first),
      mayRead: this.#mayRead,
    });
  }

  /** Throws once the views are about to be closed. */
  readonly #mayRead = (): void => {
    if (this.#isStopped) throw new Error("the server stops: try again");
  };

  /** The view of the first ledger shard, which has what came of comparisons; undefined until all views are open. */
  get #first(): ShardView | undefined {
    if (this.#views.length < this.#parts.shards) return undefined;
    return this.#views.find(({ shard }) => shard === FIRST_LEDGER_SHARD);
  }

  #nightlyOf({ comparesAt: hour, report, shown, logger }: OutboxProvidersParts): NightlyComparison {
    return new NightlyComparison({
      ...{ hour, report, shown, logger, nowMs: Date.now },
      providers: () => (this.#first === undefined ? [] : providersOfView(this.#first)),
      ended: () => (this.#first === undefined ? [] : comparisonsOfView(this.#first)),
      compare: async (provider) => (await this.#compare(provider)).found,
      platformRealm: () => this.#first?.realmNumberOf(PLATFORM_REALM_KEY),
    });
  }

  /** What is under way may end within the time, and is reported; then it is ended. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopped = true;
    this.#nightly.stop();
    await Promise.all([this.#queue.stop(withinMs), this.#desk.stop()]);
  }

  async close(): Promise<void> {
    await this.#exchange.close();
  }

  /** Undefined where the errand was cut off, as at the end of this thread: the next one does it. */
  async #carryOut(
    errand: ProviderErrand,
    signal: AbortSignal,
  ): Promise<ProviderReport | undefined> {
    const { kind, effect: asked, asksFirst, provider, target } = errand;
    const { baseUrl, sealedSecrets } = target;
    if (target.isByFiles) {
      const { answer, channel } = errand.answeredByFiles();
      this.#ends[answer.result]++;
      return providerReportOf(errand, answer, channel);
    }
    // Without any secret it is a fault of this platform.
    const secrets = thoseThatOpen(this.#parts.opened, sealedSecrets, ownerOfProvider(provider));
    let result: ProviderAttempt | undefined;
    if (kind === "attempt") {
      const { request, ...more } = errand.openAsked();
      const effect = { ...asked, request };
      const sending = { baseUrl, secrets, effect, ...more, asksFirst, signal };
      result = await this.#exchange.attempt(sending);
    } else result = await this.#exchange.ask({ baseUrl, secrets }, asked, signal);
    if (result?.result === "unknown" && result.fault === "aborted") return undefined;
    this.#noteMeaningless(errand, result);
    const isTold = result !== undefined && result.result !== "unknown";
    if (kind === "question") this.#ends[isTold ? "told" : "not_told"]++;
    else if (result !== undefined) this.#ends[result.result]++;
    return providerReportOf(errand, result);
  }

  /** Nothing of such an answer is recorded but its fault, so the operator would see an effect that never ends. */
  #noteMeaningless(
    { provider, effect: { effectId } }: ProviderErrand,
    result: ProviderAttempt | undefined,
  ): void {
    if (result?.result !== "unknown") return;
    const { fault } = result;
    if (fault !== "invalid_answer" && fault !== "unknown_tier") return;
    this.#parts.logger.warn(
      { provider, effectId, fault },
      `the provider ${provider} answered what is none of its protocol (${fault}): it is asked again later`,
    );
  }
}
