/**
 * A cache of values by key, which an edge has looked up in a view, or which were announced to it. The values that were
 * used last stay. A value that was announced stays in any case until the view shows it too, because a look-up
 * before that would find an older value.
 * Guarantees: `get` of a key gives what was set last, or undefined; at most `max` values are kept, besides those that the view
 * does not show yet; a value that is in use costs one look-up.
 */

/** How far the shard is whose view the values are looked up in. */
export type Frames = {
  /** The newest durable frame. */
  readonly acknowledged: number;
  /** The frame that every further look-up shows, or one before it. */
  readonly viewed: number;
};

/** A cache in two generations, in place of a list in order of use: a hit writes nothing. */
export class Kept<V> {
  readonly #half: number;
  readonly #frames: Frames;
  /** In two generations: when the young one is full, it becomes the old one, whose values are gone then. */
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  /** The keys of values that the view does not show yet, in the order in which they were announced. */
  readonly #held = new Map<string, number>();

  /** `max`: how many values stay. */
  constructor(max: number, frames: Frames) {
    this.#half = max / 2;
    this.#frames = frames;
  }

  /** How many values are kept. */
  get size(): number {
    let size = this.#young.size;
    for (const key of this.#old.keys()) if (!this.#young.has(key)) size++;
    return size;
  }

  /** The value that was set last; undefined where there is none, or where it was dropped. */
  get(key: string): V | undefined {
    return this.#young.get(key) ?? this.#renewed(key);
  }

  /** Keeps a value that was looked up. */
  keep(key: string, value: V): void {
    this.#young.set(key, value);
    if (this.#young.size > this.#half + this.#held.size) this.#turn();
  }

  /** Keeps a value that is announced now, until the view shows the newest durable frame of now. */
  hold(key: string, value: V): void {
    const { acknowledged } = this.#frames;
    this.#release();
    // Behind those that were announced before: its frame is the newest.
    this.#held.delete(key);
    this.#held.set(key, acknowledged);
    this.keep(key, value);
  }

  #renewed(key: string): V | undefined {
    const value = this.#old.get(key);
    if (value !== undefined) this.keep(key, value);
    return value;
  }

  #turn(): void {
    this.#release();
    const before = this.#old;
    this.#old = this.#young;
    this.#young = new Map();
    for (const key of this.#held.keys()) {
      const value = this.#old.get(key) ?? before.get(key);
      if (value !== undefined) this.#young.set(key, value);
    }
  }

  #release(): void {
    const { viewed } = this.#frames;
    for (const [key, frame] of this.#held) {
      if (frame > viewed) return;
      this.#held.delete(key);
    }
  }
}
