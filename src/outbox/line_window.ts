/**
 * How many effects of a line may be attempted and not yet be in a durable report: the window. It
 * begins with 1, doubles with every success up to `atOnce`, and halves with every failure, so that a
 * receiver that is away or slow to fail costs one slot. Also knows since when every attempt has failed.
 */
import type { AttemptOutcome } from "../contract/messages/outbox.ts";

export type LineWindowLimits = {
  /** The largest window. */
  atOnce: number;
  /** A line is given up at a failure after so many milliseconds without any success. */
  giveUpMs: number;
};

/**
 * The window of one line. `failingSinceMs`: since when its attempts fail, milliseconds UTC; undefined where they do
 * not.
 */
export class LineWindow {
  readonly #limits: LineWindowLimits;
  #failingSinceMs: number | undefined;
  #size = 1;

  constructor(limits: LineWindowLimits, failingSinceMs: number | undefined) {
    this.#limits = limits;
    this.#failingSinceMs = failingSinceMs;
  }

  /** How many effects may be attempted and not be in a durable report, from 1 to `atOnce`. */
  get size(): number {
    return this.#size;
  }

  /** The end of the first failed attempt since the last success, milliseconds UTC, counted as the shard counts it. */
  get failingSinceMs(): number | undefined {
    return this.#failingSinceMs;
  }

  /** True when the window has become as small as it can because attempts failed. */
  get isFailing(): boolean {
    return this.#size === 1 && this.#failingSinceMs !== undefined;
  }

  /** Takes note of an outcome. Returns why the line is to be given up, if it is. */
  judge(
    { error, atMs, durationMs, httpStatus }: AttemptOutcome,
    nowMs: number,
  ): "gone" | "exhausted" | undefined {
    if (error === undefined) {
      this.#failingSinceMs = undefined;
      this.#size = Math.min(this.#size * 2, this.#limits.atOnce);
      return undefined;
    }
    // Attempts overlap: one that began before the last success and failed after it is the first failure at its end.
    this.#failingSinceMs ??= atMs + durationMs;
    this.#size = Math.max(this.#size >> 1, 1);
    if (httpStatus === 410) return "gone";
    return nowMs - this.#failingSinceMs >= this.#limits.giveUpMs ? "exhausted" : undefined;
  }
}
