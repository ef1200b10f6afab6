/**
 * The errands that are under way at providers. An errand is one attempt, or one question. Each that is offered is run
 * once, with at most `ERRANDS_MAX` at a time, and reported until the report is durable.
 * Guarantees: an errand that is under way, or is done and still offered because the view lags behind its report,
 * is not run again; a provider that does not answer takes no more than its share of the slots.
 * Has timers for reports that failed only, and keeps no errand that has no slot: whoever offers errands offers again
 * all that are due, at the latest when `freed` says that there is a slot.
 */
import type { EventLoop } from "../contract/messages/event_loop.ts";

/** The most errands under way, over all providers, and of one provider. */
export const ERRANDS_MAX = 64;
export const ERRANDS_OF_PROVIDER_MAX = 16;
/** Pause before a report that failed is sent again, milliseconds; doubled up to the longest. */
const REPORT_PAUSE_MS = 1_000;
const REPORT_PAUSE_MS_MAX = 60_000;

export type Errand = {
  /** Names the request among the requests of all shards. */
  key: string;
  /** Grows with each errand of the request: two offers with one key and one number are the same errand. */
  number: number;
  provider: string;
};

export type ProviderQueueParts<E extends Errand, R> = {
  /** Never rejects; undefined where nothing is to be reported, because it was ended early. */
  run(errand: E, signal: AbortSignal): Promise<R | undefined>;
  /** Resolves when it is durable, or can never be; rejects where that is not known. */
  report(errand: E, result: R): Promise<void>;
  /** Called when a slot is free again, where an errand had none since the last call. */
  freed(): void;
  loop: Pick<EventLoop, "after">;
};

export type ProviderQueueMetrics = { underWay: number; errands: number; reportFailures: number };

/** Runs errands and reports their results. */
export class ProviderQueue<E extends Errand, R> {
  readonly #parts: ProviderQueueParts<E, R>;
  /** One for each errand: a signal of many listeners is taken for a leak. */
  readonly #aborts = new Set<AbortController>();
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #ofProvider = new Map<string, number>();
  /** The numbers of errands that are reported, until the view shows that. */
  readonly #done = new Map<string, number>();
  /** An errand was offered, and had no slot. */
  #isMissed = false;
  #errands = 0;
  #reportFailures = 0;
  #isClosed = false;

  constructor(parts: ProviderQueueParts<E, R>) {
    this.#parts = parts;
  }

  /** The counts as they are now. */
  get metrics(): ProviderQueueMetrics {
    const { size: underWay } = this.#underWay;
    return { underWay, errands: this.#errands, reportFailures: this.#reportFailures };
  }

  /** Whether nothing more can be taken now. */
  get isFull(): boolean {
    return this.#isClosed || this.#underWay.size >= ERRANDS_MAX;
  }

  /**
   * Whether an errand of the request is under way, or is done and not yet forgotten. After `forget` with the view
   * that names the errand, this is whether `offer` would answer "known".
   */
  knows(key: string): boolean {
    return this.#underWay.has(key) || this.#done.has(key);
  }

  /** Runs the errand, unless it is under way or done, or there is no slot: then it is to be offered again. */
  offer(errand: E): "taken" | "known" | "no slot" {
    const { key, number, provider } = errand;
    if (this.#underWay.has(key) || (this.#done.get(key) ?? 0) >= number) return "known";
    const ofProvider = this.#ofProvider.get(provider) ?? 0;
    if (this.isFull || ofProvider >= ERRANDS_OF_PROVIDER_MAX) {
      this.#isMissed = true;
      return "no slot";
    }
    this.#ofProvider.set(provider, ofProvider + 1);
    this.#errands++;
    const abort = new AbortController();
    this.#aborts.add(abort);
    const end = this.#carryOut(errand, abort.signal).finally(() => {
      this.#underWay.delete(key);
      this.#aborts.delete(abort);
      const left = (this.#ofProvider.get(provider) ?? 1) - 1;
      if (left === 0) this.#ofProvider.delete(provider);
      else this.#ofProvider.set(provider, left);
      this.#tellFreed();
    });
    this.#underWay.set(key, end);
    return "taken";
  }

  /**
   * Forgets what the view shows by now. `isShown`: whether the view shows the errand with this number of a
   * request as done, or shows no such request.
   */
  forget(isShown: (key: string, number: number) => boolean): void {
    for (const [key, number] of this.#done) if (isShown(key, number)) this.#done.delete(key);
  }

  /** Waits up to `withinMs` milliseconds for the errands under way and their reports; then aborts the others. */
  async stop(withinMs: number): Promise<void> {
    this.#isClosed = true;
    const cut = this.#parts.loop.after(withinMs, () => {
      for (const abort of this.#aborts) abort.abort();
    });
    await Promise.all(this.#underWay.values());
    cut();
  }

  #tellFreed(): void {
    if (!this.#isMissed || this.#isClosed) return;
    this.#isMissed = false;
    this.#parts.freed();
  }

  async #carryOut(errand: E, signal: AbortSignal): Promise<void> {
    const result = await this.#parts.run(errand, signal);
    if (result === undefined) return;
    for (let pauseMs = REPORT_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, REPORT_PAUSE_MS_MAX)) {
      try {
        await this.#parts.report(errand, result);
        this.#done.set(errand.key, errand.number);
        return;
      } catch {
        this.#reportFailures++;
      }
      if (signal.aborted) return;
      await this.#pause(pauseMs, signal);
      if (signal.aborted) return;
    }
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        callOff();
        signal.removeEventListener("abort", end);
        resolve();
      };
      const callOff = this.#parts.loop.after(ms, end);
      signal.addEventListener("abort", end);
    });
  }
}
