/**
 * Tells the platform the reference provider's news, each until it is confirmed or three days are over: some at
 * a time, signed, by the schedule of the protocol. The news of one effect are told in their order: the next one
 * when the one before is confirmed or over. What is not confirmed stands in the book, so a later life tells it again.
 * Which news are told next is found in logarithmic time, however many wait (news_turns.ts).
 */
import { isoTime } from "../../src/base/iso_time.ts";
import { CREDIT_NEWS_KIND } from "../../src/contract/messages/provider_credit.ts";
import { signedHeaders } from "../../src/contract/messages/webhook_signature.ts";
import type { BookNews, ProviderBook } from "./book.ts";
import { NewsTurns, type WaitingNews } from "./news_turns.ts";

/** Pauses after tellings that were not confirmed, milliseconds; the last is repeated (protocol). */
export const NEWS_PAUSES_MS = [5, 30, 120, 600, 3_600, 21_600].map((seconds) => seconds * 1_000);
/** How long news are told, milliseconds (protocol). */
const NEWS_LIFE_MS = 3 * 24 * 3_600_000;
/** The longest that one telling takes, milliseconds. */
const TELLING_MS = 10_000;
/** News that are told at the same time. */
const TELLINGS_AT_ONCE = 16;

export type NewsTellerOptions = {
  book: ProviderBook;
  /** `{base_url}/provider-news/{provider}`. */
  url: string;
  secret: string;
  pausesMs?: readonly number[];
};

export class NewsTeller {
  readonly #options: NewsTellerOptions;
  readonly #turns = new NewsTurns();
  #timer: NodeJS.Timeout | undefined;
  #underWay = 0;
  #isClosed = false;

  constructor(options: NewsTellerOptions) {
    this.#options = options;
    for (const news of options.book.untold) this.add(news);
  }

  /** Tells the news from now on. */
  add(news: BookNews): void {
    this.#turns.add(news);
    this.#next();
  }

  /** Tells the news once, now; true where the platform has confirmed it. */
  async tell(news: BookNews): Promise<boolean> {
    const { url, secret, book } = this.#options;
    const { newsId } = news;
    const body = Buffer.from(JSON.stringify(tellingOf(news)));
    const signed = signedHeaders({ webhookId: newsId, atMs: Date.now(), body }, [secret]);
    const headers = ["content-type", "application/json", ...signed];
    const answer = await fetch(url, {
      method: "POST",
      headers: pairsOf(headers),
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TELLING_MS),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    const isConfirmed = answer?.status === 200;
    if (isConfirmed && !this.#isClosed) book.addTold(newsId);
    return isConfirmed;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Waits for the news that are due first, of those that are the next ones of their effects. */
  #next(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#underWay >= TELLINGS_AT_ONCE) return;
    const dueMs = this.#turns.dueMs();
    if (dueMs === undefined) return;
    this.#timer = setTimeout(() => this.#tellFirst(), Math.max(0, dueMs - Date.now()));
  }

  #tellFirst(): void {
    const waiting = this.#turns.take();
    if (waiting !== undefined) void this.#run(waiting);
  }

  async #run(waiting: WaitingNews): Promise<void> {
    const { pausesMs = NEWS_PAUSES_MS } = this.#options;
    this.#underWay++;
    this.#next();
    const isConfirmed = await this.tell(waiting.news);
    this.#underWay--;
    const pauseMs = pausesMs[waiting.tellings] ?? pausesMs.at(-1) ?? TELLING_MS;
    const dueMs = Date.now() + pauseMs;
    const isOver = dueMs > occurredAtMsOf(waiting.news) + NEWS_LIFE_MS;
    if (isConfirmed || isOver) this.#turns.end(waiting);
    else this.#turns.putOff(waiting, dueMs);
    this.#next();
  }
}

/** What is told, as the protocol has it. */
export function tellingOf(news: BookNews): Record<string, unknown> & { newsId: string } {
  const occurredAt = isoTime(occurredAtMsOf(news));
  const { newsId, effectId } = news;
  if ("credit" in news) {
    const { target, occurredAtMs: _, ...credit } = news.credit;
    return { newsId, kind: CREDIT_NEWS_KIND, ...credit, ...target, occurredAt };
  }
  const { status, occurredAtMs: _, ...more } = news.progress;
  return { newsId, effectId, outcome: status, ...more, occurredAt };
}

function occurredAtMsOf(news: BookNews): number {
  return "credit" in news ? news.credit.occurredAtMs : news.progress.occurredAtMs;
}

function pairsOf(headers: readonly string[]): [string, string][] {
  return headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? ""]] : [],
  );
}
