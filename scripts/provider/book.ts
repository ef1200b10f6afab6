/**
 * The reference provider's own book: what it was sent, accepted, refused, decided, and told the platform. A
 * file of JSON lines, to which lines are added and never changed; each line is on disk when its method
 * returns. A line that a crash cut off is taken away at the next opening. The file is one provider's.
 * Of a document file the book has size and digest alone: the reference provider looks at no content and keeps none.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type {
  CreditBookLine,
  ProviderCredit,
} from "../../src/contract/messages/provider_credit.ts";
import { canFollow } from "../../src/contract/messages/provider_kinds.ts";
import type {
  ProviderEffect,
  ProviderProgress,
  ProviderRefused,
} from "../../src/contract/messages/provider_protocol.ts";
import { syncDirectory } from "../../wal/database.ts";

type Line =
  | ({ line: "file"; effectId: string; documentId: string } & BookFile)
  | { line: "repeated"; effectId: string }
  | {
      line: "accepted";
      effect: ProviderEffect;
      atMs: number;
      url?: string;
      progress?: DatedProgress;
    }
  | { line: "refused"; effectId: string; providerCode: string; message: string }
  | { line: "news"; effectId: string; progress: DatedProgress }
  | { line: "credit"; credit: BookCredit }
  | { line: "told"; newsId: string };

export type DatedProgress = ProviderProgress & { occurredAtMs: number };

export type BookEffect = {
  effect: ProviderEffect;
  /** Which of the accepted ones it is, from 1. */
  number: number;
  providerReference: string;
  url?: string;
  progress: DatedProgress;
};
/** What the book has of a document file. */
export type BookFile = {
  bytes: number;
  /** 64 hexadecimal digits. */
  sha256: string;
};
/** Money that has arrived, as the bank tells it. */
export type BookCredit = Omit<ProviderCredit, "newsId">;
/** News of an effect. */
export type EffectNews = { newsId: string; effectId: string; progress: DatedProgress };
/** A telling of a credit. `effectId`: the reference of the credit, whose tellings are in their order. */
export type CreditNews = { newsId: string; effectId: string; credit: BookCredit };
export type BookNews = EffectNews | CreditNews;

export class ProviderBook {
  readonly #file: number;
  /** Accepted effects, in their order. */
  readonly #effects: BookEffect[] = [];
  readonly #byId = new Map<string, BookEffect>();
  /** The effects that others cancel, whether they have come or not. */
  readonly #cancelled = new Set<string>();
  readonly #refused = new Map<string, ProviderRefused>();
  readonly #repeated = new Set<string>();
  /** By effect and document. */
  readonly #files = new Map<string, BookFile>();
  readonly #untold = new Map<string, BookNews>();
  /** The credits that have arrived, by reference, in their order. */
  readonly #credits = new Map<string, CreditBookLine>();
  #newsCount = 0;

  constructor(path: string) {
    const isNew = !existsSync(path);
    this.#file = openSync(path, "a+", 0o600);
    if (isNew) syncDirectory(dirname(path));
    const text = readFileSync(path, "utf8");
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    if (whole.length < text.length) {
      ftruncateSync(this.#file, Buffer.byteLength(whole));
      fsyncSync(this.#file);
    }
    for (const line of whole.split("\n")) if (line !== "") this.#take(JSON.parse(line) as Line);
  }

  accepted(effectId: string): BookEffect | undefined {
    return this.#byId.get(effectId);
  }

  refused(effectId: string): ProviderRefused | undefined {
    return this.#refused.get(effectId);
  }

  /** Whether an accepted effect cancels this one, which may be one that was not sent yet. */
  isCancelled(effectId: string): boolean {
    return this.#cancelled.has(effectId);
  }

  /** What came as a document file of an effect, which may be one that was not sent yet. */
  file(effectId: string, documentId: string): BookFile | undefined {
    return this.#files.get(`${effectId} ${documentId}`);
  }

  /** How many document files came. */
  get files(): number {
    return this.#files.size;
  }

  /** Accepted effects after the first `passed` ones, at most `limit`. */
  page(passed: number, limit: number): readonly BookEffect[] {
    return this.#effects.slice(passed, passed + limit);
  }

  get size(): number {
    return this.#effects.length;
  }

  /** The credit with this reference. */
  credit(creditReference: string): CreditBookLine | undefined {
    return this.#credits.get(creditReference);
  }

  /** Credits after the first `passed` ones, at most `limit`, as they are now. */
  creditPage(passed: number, limit: number): CreditBookLine[] {
    return [...this.#credits.values()].slice(passed, passed + limit);
  }

  get credits(): number {
    return this.#credits.size;
  }

  /** What it has received for the accounts of the platform less what it has sent, by currency, minor units. */
  get balances(): Record<string, string> {
    const sums = new Map<string, bigint>();
    const add = (currency: string, amountMinor: bigint) =>
      sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor);
    for (const { currency, amount, status } of this.#credits.values()) {
      add(currency, status === "returned" ? 0n : BigInt(amount));
    }
    for (const { effect, progress } of this.#effects) {
      const { amount, currency } = effect.request;
      if (amount === undefined) continue;
      const moved = `${effect.kind} ${progress.status}`;
      if (moved === "payout posted") add(String(currency), -BigInt(String(amount)));
      if (moved === "collection collected") add(String(currency), BigInt(String(amount)));
    }
    return Object.fromEntries([...sums].map(([currency, sum]) => [currency, String(sum)]));
  }

  /** The accepted effect that sends a credit back, or has; undefined where none does. */
  returnOf(creditReference: string): BookEffect | undefined {
    return this.#effects.find(
      ({ effect, progress }) =>
        effect.kind === "credit_return" &&
        effect.request["creditReference"] === creditReference &&
        progress.status !== "failed",
    );
  }

  /** Effects that were sent although the book had them. */
  get sentTwice(): string[] {
    return [...this.#repeated];
  }

  /** News that the platform has not confirmed, the oldest first. */
  get untold(): readonly BookNews[] {
    return [...this.#untold.values()];
  }

  /** Accepted effects of which nothing was decided. */
  get undecided(): string[] {
    const isOpen = ({ progress }: BookEffect) => progress.status === "processing";
    return this.#effects.filter(isOpen).map(({ effect }) => effect.effectId);
  }

  /** The file must be new. */
  addFile(effectId: string, documentId: string, { bytes, sha256 }: BookFile): void {
    this.#add({ line: "file", effectId, documentId, bytes, sha256 });
  }

  /** An effect that the book has was sent again. */
  addRepeated(effectId: string): void {
    this.#add({ line: "repeated", effectId });
  }

  /**
   * The effect must be new. `progress`: how far it is at once; absent: `processing`. What an accepted effect cancels is
   * cancelled by the same line.
   */
  accept(
    effect: ProviderEffect,
    atMs: number,
    { url, progress }: { url?: string; progress?: DatedProgress } = {},
  ): BookEffect {
    const more = { ...(url !== undefined && { url }), ...(progress !== undefined && { progress }) };
    this.#add({ line: "accepted", effect, atMs, ...more });
    return this.#effects.at(-1) as BookEffect;
  }

  refuse(effectId: string, { providerCode, message }: Omit<ProviderRefused, "result">): void {
    this.#add({ line: "refused", effectId, providerCode, message });
  }

  /** News about an effect, also about one that the book does not have. */
  addNews(effectId: string, progress: DatedProgress): BookNews {
    this.#add({ line: "news", effectId, progress });
    return this.#untold.get(`news-${this.#newsCount}`) as BookNews;
  }

  /** Money has arrived, and is told. Of a reference that the book has it is one telling more, and the book stays as it is. */
  addCredit(credit: BookCredit): BookNews {
    this.#add({ line: "credit", credit });
    return this.#untold.get(`news-${this.#newsCount}`) as BookNews;
  }

  /** The platform has confirmed the news. */
  addTold(newsId: string): void {
    if (this.#untold.has(newsId)) this.#add({ line: "told", newsId });
  }

  close(): void {
    closeSync(this.#file);
  }

  #add(line: Line): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#file);
    this.#take(line);
  }

  #take(line: Line): void {
    switch (line.line) {
      case "file": {
        const { effectId, documentId, bytes, sha256 } = line;
        this.#files.set(`${effectId} ${documentId}`, { bytes, sha256 });
        return;
      }
      case "repeated":
        this.#repeated.add(line.effectId);
        return;
      case "accepted":
        this.#takeAccepted(line);
        return;
      case "refused": {
        const { effectId, providerCode, message } = line;
        this.#refused.set(effectId, { result: "refused", providerCode, message });
        return;
      }
      case "news": {
        const { effectId, progress } = line;
        const newsId = `news-${++this.#newsCount}`;
        this.#untold.set(newsId, { newsId, effectId, progress });
        this.#proceed(effectId, progress);
        return;
      }
      case "credit": {
        const { creditReference: effectId, amount, currency, occurredAtMs } = line.credit;
        const newsId = `news-${++this.#newsCount}`;
        this.#untold.set(newsId, { newsId, effectId, credit: line.credit });
        if (this.#credits.has(effectId)) return;
        const facts = { creditReference: effectId, amount, currency };
        this.#credits.set(effectId, { ...facts, status: "received", occurredAtMs });
        return;
      }
      case "told":
        this.#untold.delete(line.newsId);
    }
  }

  #takeAccepted({ effect, atMs, url, progress }: Line & { line: "accepted" }): void {
    const number = this.#effects.length + 1;
    const begun: DatedProgress = { status: "processing", occurredAtMs: atMs };
    const entry: BookEffect = {
      ...{ effect, number, providerReference: `chk-${number}`, progress: progress ?? begun },
      ...(url !== undefined && { url }),
    };
    this.#effects.push(entry);
    this.#byId.set(effect.effectId, entry);
    if (entry.progress.status === "returned") this.#sentBack(effect);
    const cancelledId = cancelledBy(effect);
    if (cancelledId === undefined) return;
    this.#cancelled.add(cancelledId);
    this.#proceed(cancelledId, { status: "cancelled", occurredAtMs: atMs });
  }

  /** What is final stays so in the book, whatever contradicts it later, and so does what cannot follow. */
  #proceed(effectId: string, progress: DatedProgress): void {
    const entry = this.#byId.get(effectId);
    if (entry === undefined) return;
    const { kind } = entry.effect;
    if (!canFollow(kind, entry.progress.status, progress.status)) return;
    entry.progress = progress;
    if (progress.status === "returned") this.#sentBack(entry.effect);
  }

  #sentBack({ kind, request }: ProviderEffect): void {
    const reference = String(request["creditReference"]);
    const credit = kind === "credit_return" ? this.#credits.get(reference) : undefined;
    if (credit !== undefined) this.#credits.set(reference, { ...credit, status: "returned" });
  }
}

/** The effect that this one cancels; undefined where it cancels none. */
export function cancelledBy({ kind, request }: ProviderEffect): string | undefined {
  return kind === "payout" && request["action"] === "cancel"
    ? String(request["effectId"])
    : undefined;
}
