/**
 * The reference provider: accepts the effects that the platform sends, decides each after a while, and tells
 * the platform. Keeps to the protocol of src/outbox/PROVIDER.md, but where a fault is armed. Everything is
 * in its book before it is answered; after a start it goes on where the book ends.
 * Verifies nobody and moves no money: what it decides, it is told.
 */
import type { ProviderKind, ProviderStatus } from "../../src/contract/messages/provider_kinds.ts";
import type { ProviderEffect } from "../../src/contract/messages/provider_protocol.ts";
import { detailsOf } from "./address_details.ts";
import { type BookEffect, cancelledBy, type DatedProgress, type ProviderBook } from "./book.ts";
import type { BankCredits } from "./credits.ts";
import { type Decisions, firstStatus, nextStatus, oppositeOf, progressOf } from "./decisions.ts";
import type { Faults } from "./faults.ts";
import type { NewsTeller } from "./news.ts";

export type ReferenceProviderParts = {
  /** What it is asked for. */
  kind: ProviderKind;
  book: ProviderBook;
  faults: Faults;
  /** Absent: news are written into the book, and told to nobody. */
  teller: NewsTeller | undefined;
  /** The money that arrives. */
  credits: BankCredits;
  /** What it decides by itself. */
  decisions: Decisions;
  decideAfterMs: number;
  /** Where a person would go on with a verification; the effect's id follows. */
  pageUrl: string;
};

type Refusal = { providerCode: string; message: string };
const REJECTION: Refusal = {
  providerCode: "rejected_by_request",
  message: "The provider was told to refuse this effect.",
};
const TOO_LATE: Refusal = {
  providerCode: "too_late",
  message: "The payout can not be cancelled any more.",
};
const UNKNOWN_ADDRESS: Refusal = {
  providerCode: "unknown_address",
  message: "No address was opened by this effect.",
};
const UNKNOWN_CREDIT: Refusal = {
  providerCode: "unknown_credit",
  message: "No such credit has arrived, or another amount.",
};
const SENT_BACK: Refusal = {
  providerCode: "already_returned",
  message: "The credit is sent back already.",
};
const UNSUPPORTED_COUNTRY: Refusal = {
  providerCode: "country_unsupported",
  message: "The provider opens no address of this type in this country.",
};

/** The status that a change of an address has at once. */
const CHANGED: Readonly<Record<string, ProviderStatus>> = {
  ...{ disable: "disabled", enable: "active", retire: "retired" },
};

export class ReferenceProvider {
  readonly #parts: ReferenceProviderParts;
  /** Effects that wait for what is decided next, the first one first: all wait equally long. */
  readonly #waiting: { effectId: string; dueMs: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: ReferenceProviderParts) {
    this.#parts = parts;
    for (const entry of parts.book.page(0, parts.book.size)) this.#await(entry);
  }

  get kind(): ProviderKind {
    return this.#parts.kind;
  }

  /** The effect as the book has it; accepted or refused now where it is new. */
  async take(effect: ProviderEffect): Promise<BookEffect | "refused"> {
    const { book, faults, teller, decisions } = this.#parts;
    const { effectId } = effect;
    const known = book.accepted(effectId);
    if (known !== undefined) return known;
    if (book.refused(effectId) !== undefined) return "refused";
    const refusal = faults.take("reject") ? REJECTION : this.#refusalOf(effect);
    if (refusal !== undefined) {
      book.refuse(effectId, refusal);
      return "refused";
    }
    // As at a bank whose books are faster than its answers.
    if (isOpening(effect) && faults.take("credit_early")) await this.#parts.credits.early(effect);
    const isCalledBack = this.#cancels(effect);
    const accepted = this.#accept(effect);
    if (isCalledBack) this.decide(String(cancelledBy(effect)), this.#progressOf("cancelled"));
    const isUndecided = accepted.progress.status === "processing";
    if (isUndecided && faults.take("news_early")) {
      const status = firstStatus(effect, decisions);
      const news = book.addNews(effectId, progressOf(effect, { status, number: accepted.number }));
      if (teller !== undefined && !(await teller.tell(news))) teller.add(news);
    }
    this.#await(accepted);
    return accepted;
  }

  /** Decides now; the platform is told. Also of an effect that is decided already, or is not known. */
  decide(effectId: string, progress: DatedProgress): void {
    const { book, faults, teller, kind: of } = this.#parts;
    const news = book.addNews(effectId, progress);
    const opened = progress.status === "active" ? book.accepted(effectId) : undefined;
    if (opened !== undefined && isOpening(opened.effect)) this.#parts.credits.opened(opened);
    if (faults.take("news_lost")) {
      book.addTold(news.newsId);
      return;
    }
    teller?.add(news);
    if (faults.take("news_twice")) void teller?.tell(news);
    if (faults.take("news_contradictory")) {
      const entry = book.accepted(effectId);
      const kind = entry?.effect.kind ?? (of === "bank" ? "payout" : of);
      this.decide(effectId, this.#progressOf(oppositeOf(kind, progress.status), entry));
    }
    if (faults.take("news_unknown")) this.decide(`${effectId}x`, progress);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#parts.teller?.close();
  }

  /** Why an effect that is new is refused; undefined where it is not. */
  #refusalOf({ kind, request }: ProviderEffect): Refusal | undefined {
    const { book } = this.#parts;
    const { action } = request;
    if (kind === "address" && action === "open") {
      return detailsOf(request, 0) === undefined ? UNSUPPORTED_COUNTRY : undefined;
    }
    if (kind === "verification" || kind === "payee_check") return undefined;
    if (action === "send" || action === "collect") return undefined;
    if (kind === "credit_return") return this.#refusalOfReturn(request);
    const about = String(request["effectId"]);
    const entry = book.accepted(about);
    if (kind === "address") return entry === undefined ? UNKNOWN_ADDRESS : undefined;
    if (book.refused(about) !== undefined) return TOO_LATE;
    const status = entry?.progress.status ?? "processing";
    return status === "processing" || status === "cancelled" ? undefined : TOO_LATE;
  }

  #refusalOfReturn({
    creditReference,
    amount,
    currency,
  }: ProviderEffect["request"]): Refusal | undefined {
    const { book } = this.#parts;
    const credit = book.credit(String(creditReference));
    if (credit?.amount !== amount || credit?.currency !== currency) return UNKNOWN_CREDIT;
    return book.returnOf(String(creditReference)) === undefined ? undefined : SENT_BACK;
  }

  /** Whether the effect calls back a payout that the book has and that was not decided. */
  #cancels(effect: ProviderEffect): boolean {
    const entry = this.#parts.book.accepted(cancelledBy(effect) ?? "");
    return entry?.progress.status === "processing";
  }

  #accept(effect: ProviderEffect): BookEffect {
    const { book, pageUrl } = this.#parts;
    const { effectId, kind, request } = effect;
    if (kind === "verification") {
      return book.accept(effect, Date.now(), { url: `${pageUrl}/${effectId}` });
    }
    if (kind === "payee_check") return this.#checked(effect);
    const isCancelled = cancelledBy(effect) !== undefined || book.isCancelled(effectId);
    const status = isCancelled ? "cancelled" : CHANGED[String(request["action"])];
    const progress = status === undefined ? {} : { progress: this.#progressOf(status) };
    return book.accept(effect, Date.now(), progress);
  }

  /** A bank looks the account up while it is asked, and answers with what it has found. */
  #checked(effect: ProviderEffect): BookEffect {
    const { book, decisions } = this.#parts;
    const status = decisions.payee_check;
    const found =
      status === "nothing" ? {} : { progress: progressOf(effect, { status, number: 0 }) };
    return book.accept(effect, Date.now(), found);
  }

  #progressOf(status: ProviderStatus, entry?: BookEffect): DatedProgress {
    const { effect, number } = entry ?? { effect: { request: {} }, number: 0 };
    return progressOf(effect, { status, number });
  }

  /** What the effect is next is decided after the time; nothing happens where nothing follows. */
  #await({ effect, progress }: BookEffect): void {
    const { decisions, decideAfterMs } = this.#parts;
    if (nextStatus(effect, progress.status, decisions) === undefined) return;
    this.#waiting.push({ effectId: effect.effectId, dueMs: Date.now() + decideAfterMs });
    if (this.#waiting.length === 1) this.#next();
  }

  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    const waitMs = Math.max(0, first.dueMs - Date.now());
    this.#timer = setTimeout(() => {
      this.#decideDue(first.effectId);
      this.#waiting.shift();
      this.#next();
    }, waitMs);
  }

  #decideDue(effectId: string): void {
    const { book, decisions } = this.#parts;
    const entry = book.accepted(effectId);
    if (entry === undefined) return;
    // Somebody may have decided it by the control route, or cancelled it, meanwhile.
    const status = nextStatus(entry.effect, entry.progress.status, decisions);
    if (status === undefined) return;
    this.decide(effectId, this.#progressOf(status, entry));
    this.#await(entry);
  }
}

function isOpening({ kind, request }: ProviderEffect): boolean {
  return kind === "address" && request["action"] === "open";
}
