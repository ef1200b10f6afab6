/**
 * How often the view is written when nobody waits for it: every 100 ms; where that takes long,
 * because much changes, it rests ten times as long as the last write took, up to a second. The
 * later a write, the more of its pages have changed more than once.
 */

/** How far the view may lag behind when nobody waits for it, milliseconds. */
export const VIEW_LAG_MS = 100;
/** Where writing it takes long: a start replays so much, and a reader waits for its write. */
const VIEW_LAG_MAX_MS = 1_000;
const REST_FACTOR = 10;

export class ViewWriteSchedule {
  #drainedMs = 0;
  #drainTookMs = 0;
  #lagMs = VIEW_LAG_MS;

  isDue(nowMs: number): boolean {
    return nowMs - this.#drainedMs >= this.#lagMs;
  }

  /** Memory was drained from `beganMs` to `nowMs`. */
  drained(beganMs: number, nowMs: number): void {
    this.#drainedMs = beganMs;
    this.#drainTookMs = nowMs - beganMs;
  }

  /** What was drained last was written from `beganMs` to `nowMs`. */
  written(beganMs: number, nowMs: number): void {
    const restMs = REST_FACTOR * (this.#drainTookMs + nowMs - beganMs);
    this.#lagMs = Math.min(Math.max(VIEW_LAG_MS, restMs), VIEW_LAG_MAX_MS);
  }
}
