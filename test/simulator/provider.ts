/**
 * A provider of live as an adversary: it refuses, loses what it was sent or its answer, is late, and tells news
 * early, twice, late, and against what it has told before. It has a book of its own that no crash touches, and
 * notices what is sent to it twice.
 */
import type { EventLoop } from "../../src/contract/messages/event_loop.ts";
import type { ProviderStatus } from "../../src/contract/messages/provider_kinds.ts";
import type { ProviderAttempt } from "../../src/contract/messages/provider_protocol.ts";
import type { ProviderErrand, ProviderReport } from "../../src/relay/provider_shard.ts";
import { type Coverage, count } from "./coverage.ts";
import type { Random } from "./random.ts";

/** What the provider has decided of an effect: a refusal, or how far it is. */
type Entry = {
  refusal: boolean;
  status: ProviderStatus;
  occurredAtMs: number;
  details?: { alias: string };
};
type News = {
  errand: ProviderErrand;
  newsId: string;
  status: ProviderStatus;
  occurredAtMs: number;
  details?: { alias: string };
};

export type ProviderParts = {
  random: Random;
  coverage: Coverage;
  nowMs: () => number;
  /** True once nothing fails any more. */
  isCalm: () => boolean;
  violate(message: string): void;
};

export type SimulatedProvider = ReturnType<typeof createProvider>;

type Says = readonly (readonly [number, ProviderStatus])[];

/** What is said of an effect of each kind, by its answer, and more often by its news. */
const SAYS: Readonly<Record<string, { answers: Says; news: Says }>> = {
  verification: {
    answers: [
      [6, "processing"],
      [2, "verified"],
      [1, "rejected"],
      [1, "requires_input"],
    ],
    news: [
      [3, "verified"],
      [2, "rejected"],
    ],
  },
  payout: {
    answers: [
      [6, "processing"],
      [2, "posted"],
      [1, "failed"],
      [1, "returned"],
      [0.3, "cancelled"],
    ],
    news: [
      [4, "posted"],
      [2, "failed"],
      [3, "returned"],
    ],
  },
  collection: {
    answers: [
      [6, "processing"],
      [2, "collected"],
      [1, "failed"],
      [1, "returned"],
    ],
    news: [
      [4, "collected"],
      [2, "failed"],
      [3, "returned"],
    ],
  },
  address: {
    answers: [
      [5, "active"],
      [4, "processing"],
      [0.7, "failed"],
      [0.3, "disabled"],
    ],
    news: [
      [4, "active"],
      [1, "failed"],
    ],
  },
  credit_return: {
    answers: [
      [5, "processing"],
      [3, "returned"],
      [1, "failed"],
    ],
    news: [
      [3, "returned"],
      [2, "failed"],
    ],
  },
};
const FINAL = [
  ...["verified", "rejected", "failed", "returned", "cancelled"],
  ...["active", "disabled", "retired"],
];
const ANSWER_MS_MAX = 6;
const NEWS_MS_MAX = 60;

export function createProvider({ random, coverage, nowMs, isCalm, violate }: ProviderParts) {
  const book = new Map<string, Entry>();
  /** The newest that was given, by shard and realm. */
  const aliases = new Map<string, string>();
  let told = 0;

  return {
    losesAnswerToReport(): boolean {
      const isLost = !isCalm() && random.chance(0.2);
      if (isLost) count(coverage, "report about a provider repeated");
      return isLost;
    },
    /**
     * Carries an errand out, in a process that lives as long as the loop runs what it is given. `tell`: records news
     * in the shard of the errand; it may fail.
     */
    async carryOut(
      errand: ProviderErrand,
      loop: Pick<EventLoop, "after">,
      tell: (report: ProviderReport) => void,
    ): Promise<ProviderAttempt> {
      const { effectId } = errand.effect;
      const isSent = errand.kind === "attempt" && !(errand.asksFirst && book.has(effectId));
      if (isSent && book.has(effectId)) violate(`provider: ${effectId} is sent twice`);
      const isLost = !isCalm() && random.chance(0.15);
      if (isSent && isLost) count(coverage, "effect lost before its provider");
      else if (isSent) enter(errand, loop, tell);
      else count(coverage, "provider asked first");
      await new Promise<void>((resolve) => {
        loop.after(random.between(0, ANSWER_MS_MAX), resolve);
      });
      if (!isCalm() && random.chance(0.2)) {
        count(coverage, "answer of a provider lost");
        return unknown();
      }
      return answerOf(effectId);
    },
  };

  /** What a new address is known by: as a rule not what another of the Product is, and now and then nothing. */
  function detailsOf({ effect, realm, shard }: ProviderErrand): { details?: { alias: string } } {
    if (effect.kind !== "address" || random.chance(0.08)) return {};
    const place = `${shard}:${realm}`;
    const known = aliases.get(place);
    const isTaken = known !== undefined && random.chance(0.12);
    const alias = isTaken ? known : `pay-${effect.effectId}`;
    aliases.set(place, alias);
    return { details: { alias } };
  }

  /** The effect is in the book before anything is answered, and news of it may overtake the answer. */
  function enter(
    errand: ProviderErrand,
    loop: Pick<EventLoop, "after">,
    tell: (report: ProviderReport) => void,
  ): void {
    const refusal = random.chance(0.12);
    const status = random.weighted(saysOf(errand).answers);
    const details = detailsOf(errand);
    book.set(errand.effect.effectId, { refusal, status, occurredAtMs: nowMs(), ...details });
    const times = random.pick([0, 1, 1, 2, 3]);
    for (let time = 0; time < times; time++) {
      loop.after(random.between(0, NEWS_MS_MAX), () => decide(errand, loop, tell));
    }
  }

  /** The provider changes its mind, also about what is final, and tells it once or several times. */
  function decide(
    errand: ProviderErrand,
    loop: Pick<EventLoop, "after">,
    tell: (report: ProviderReport) => void,
  ): void {
    const { answers, news: more } = saysOf(errand);
    const status = random.weighted([...more, ...answers]);
    const occurredAtMs = nowMs() - random.pick([0, 0, 30]);
    const entry = book.get(errand.effect.effectId) as Entry;
    if (!isFinal(entry.status)) Object.assign(entry, { status, occurredAtMs });
    const { details } = entry;
    const own = details !== undefined && random.chance(0.95) ? { details } : {};
    const news = { errand, newsId: `news-${++told}`, status, occurredAtMs, ...own };
    const times = random.pick([1, 1, 2]);
    for (let time = 0; time < times; time++) {
      loop.after(random.between(0, ANSWER_MS_MAX), () => tell(newsReport(news)));
    }
    if (random.chance(0.3)) tell(progressReport(news, 1 + random.below(3)));
  }

  function answerOf(effectId: string): ProviderAttempt {
    const entry = book.get(effectId);
    const request = { atMs: nowMs(), durationMs: 1, wasSent: true };
    if (entry === undefined) return unknown();
    if (entry.refusal) return { ...request, result: "refused", providerCode: "no", message: "" };
    const { status, occurredAtMs, details } = entry;
    const reference = { providerReference: `chk-${effectId}` };
    const given = details === undefined ? {} : { details };
    return { ...request, result: "accepted", ...reference, status, occurredAtMs, ...given };
  }

  function unknown(): ProviderAttempt {
    return { atMs: nowMs(), durationMs: 1, wasSent: true, result: "unknown", fault: "timeout" };
  }
}

function newsReport({ errand, newsId, status, occurredAtMs, details }: News): ProviderReport {
  const { shard, realm, effect } = errand;
  const given = details === undefined ? {} : { details };
  const progress = { status, occurredAtMs, ...given };
  const input = { providerRequestId: effect.effectId, newsId, progress };
  return { shard, realm, operation: "provider_request.news", input };
}

/** What a question told, whose number may be another than the next one. */
function progressReport({ errand, status, details }: News, question: number): ProviderReport {
  const { shard, realm, effect } = errand;
  const input = {
    providerRequestId: effect.effectId,
    question,
    progress: { status, ...(details && { details }) },
  };
  return { shard, realm, operation: "provider_request.progress", input };
}

function saysOf({ effect }: ProviderErrand) {
  return SAYS[effect.kind] as { answers: Says; news: Says };
}

function isFinal(status: ProviderStatus): boolean {
  return FINAL.includes(status);
}
