/**
 * The reference provider: accepts the effects that the platform sends, decides each after a while, and tells
 * the platform. Keeps to the protocol of src/outbox/PROVIDER.md, but where a fault is armed. Everything is
 * in its book before it is answered; after a start it goes on where the book ends.
 * Knows nothing of verifying: what it decides, it is told.
 */
import type { ProviderStatus } from "../../src/contract/messages/provider_kinds.ts";
import type { ProviderEffect } from "../../src/contract/messages/provider_protocol.ts";
import type { BookEffect, DatedProgress, ProviderBook } from "./book.ts";
import type { Faults } from "./faults.ts";
import type { NewsTeller } from "./news.ts";

/** What it decides by itself: a status, or nothing. */
export const DECISIONS = ["verified", "rejected", "requires_input", "nothing"] as const;
export type Decision = (typeof DECISIONS)[number];

export type ReferenceProviderParts = {
  book: ProviderBook;
  faults: Faults;
  /** Absent: news are written into the book, and told to nobody. */
  teller: NewsTeller | undefined;
  decision: Decision;
  decideAfterMs: number;
  /** Where a person would go on; the effect's id follows. */
  pageUrl: string;
};

const REJECTION = {
  providerCode: "rejected_by_request",
  message: "The provider was told to refuse this effect.",
};

export class ReferenceProvider {
  readonly #parts: ReferenceProviderParts;
  /** Effects that wait for their decision, the next one first: all wait equally long. */
  readonly #undecided: { effectId: string; dueMs: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: ReferenceProviderParts) {
    this.#parts = parts;
    for (const effectId of parts.book.undecided) this.#await(effectId);
  }

  /** The effect as the book has it; accepted or refused now where it is new. */
  async take(effect: ProviderEffect): Promise<BookEffect | "refused"> {
    const { book, faults, teller, pageUrl } = this.#parts;
    const { effectId } = effect;
    const known = book.accepted(effectId);
    if (known !== undefined) return known;
    if (book.refused(effectId) !== undefined) return "refused";
    if (faults.take("reject")) {
      book.refuse(effectId, REJECTION);
      return "refused";
    }
    const accepted = book.accept(effect, Date.now(), `${pageUrl}/${effectId}`);
    if (faults.take("news_early")) {
      const news = book.addNews(effectId, progressOf(this.#decided()));
      if (teller !== undefined && !(await teller.tell(news))) teller.add(news);
    } else {
      this.#await(effectId);
    }
    return accepted;
  }

  /** Decides now; the platform is told. Also of an effect that is decided already, or is not known. */
  decide(effectId: string, progress: DatedProgress): void {
    const { book, faults, teller } = this.#parts;
    const news = book.addNews(effectId, progress);
    if (faults.take("news_lost")) {
      book.addTold(news.newsId);
      return;
    }
    teller?.add(news);
    if (faults.take("news_twice")) void teller?.tell(news);
    if (faults.take("news_contradictory")) {
      const status = progress.status === "verified" ? "rejected" : "verified";
      this.decide(effectId, { ...progress, status, occurredAtMs: Date.now() });
    }
    if (faults.take("news_unknown")) this.decide(`${effectId}x`, progress);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#parts.teller?.close();
  }

  #decided(): ProviderStatus {
    const { decision } = this.#parts;
    return decision === "nothing" ? "verified" : decision;
  }

  #await(effectId: string): void {
    const { decision, decideAfterMs } = this.#parts;
    if (decision === "nothing") return;
    this.#undecided.push({ effectId, dueMs: Date.now() + decideAfterMs });
    if (this.#undecided.length === 1) this.#next();
  }

  #next(): void {
    const [first] = this.#undecided;
    if (first === undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#undecided.shift();
        // Somebody may have decided it by the control route meanwhile.
        const entry = this.#parts.book.accepted(first.effectId);
        if (entry?.progress.status === "processing") {
          this.decide(first.effectId, progressOf(this.#decided()));
        }
        this.#next();
      },
      Math.max(0, first.dueMs - Date.now()),
    );
  }
}

/** What it says why, where a status wants that. */
const REASONS: Readonly<Partial<Record<ProviderStatus, string>>> = {
  ...{ rejected: "data_mismatch", requires_input: "document_unreadable" },
};

function progressOf(status: ProviderStatus): DatedProgress {
  const reason = REASONS[status];
  return { status, ...(reason !== undefined && { reason }), occurredAtMs: Date.now() };
}
