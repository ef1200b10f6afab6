/**
 * Decides when the view is written if no reader waits for it: every 100 ms. When a write takes long,
 * because much has changed, the next write waits ten times as long as the last one took, up to three
 * seconds: a later write is cheaper, because it writes a page that changed several times only once. But no
 * write has to take very many entries out of memory in one step.
 * With transfers among 1,000,000 accounts every write has all blocks of balances, 64 MB, after a second
 * as after three: 64 to 77 us of the server's CPU a transfer instead of 80 to 98 with up to one second
 * (two turns each, three loads of 5 s a turn).
 */

/** How far the view may lag behind the log when no reader waits for it, milliseconds. */
export const VIEW_LAG_MS = 100;
/**
 * The longest such lag, for slow writes: a start replays as much, and a reader waits for the write.
 */
const VIEW_LAG_MAX_MS = 3_000;
const REST_FACTOR = 10;
/**
 * So many changed entries are written whatever the lag. The entries leave memory in slices, but are given to LMDB in one step, of
 * some 6 ms (0.7 us each, Node 20.20, two cores), in which the shard decides nothing. The row `due` of the bench: p99 of others 31 to
 * 37 ms with 8,192 and 50 to 58 with 32,768; the row `actions`: 0.38 of p1 with 2,048, 0.44 with 8,192 and with 32,768.
 */
export const CHANGED_MAX = 8_192;

export class ViewWriteSchedule {
  #drainedMs = 0;
  #drainTookMs = 0;
  #lagMs = VIEW_LAG_MS;

  /**
   * `changed`: how many entries changed since they were written last. A wall clock that was set back must not hold
   * up the view until it has caught up.
   */
  isDue(nowMs: number, changed: number): boolean {
    return changed >= CHANGED_MAX || Math.abs(nowMs - this.#drainedMs) >= this.#lagMs;
  }

  /** Memory was drained from `beganMs` to `nowMs`. */
  drained(beganMs: number, nowMs: number): void {
    this.#drainedMs = beganMs;
    this.#drainTookMs = nowMs - beganMs;
  }

  /** The documents of the last drain were written from `beganMs` to `nowMs`. */
  written(beganMs: number, nowMs: number): void {
    const restMs = REST_FACTOR * (this.#drainTookMs + nowMs - beganMs);
    this.#lagMs = Math.min(Math.max(VIEW_LAG_MS, restMs), VIEW_LAG_MAX_MS);
  }
}
