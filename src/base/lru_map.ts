/** A map that drops the least recently used entries when it is over its weight or its count. */

export type Weighed<V> = { value: V; weight: number };

export class LruMap<V> {
  readonly #entries = new Map<string, Weighed<V>>();
  readonly #countMax: number;
  readonly #weightMax: number;
  #weight = 0;
  /** The entry that was used last. */
  #newest: Weighed<V> | undefined;

  constructor({ countMax, weightMax }: { countMax: number; weightMax: number }) {
    this.#countMax = countMax;
    this.#weightMax = weightMax;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    // An entry that is asked for again and again is the last one already.
    if (entry === undefined || entry === this.#newest) return entry?.value;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#newest = entry;
    return entry.value;
  }

  /** Keeps `value`, unless it alone weighs more than the whole map may. */
  set(key: string, value: V, weight: number): void {
    this.delete(key);
    if (weight > this.#weightMax) return;
    this.#newest = { value, weight };
    this.#entries.set(key, this.#newest);
    this.#weight += weight;
    if (this.#isOver) this.#dropOldest();
  }

  get #isOver(): boolean {
    return this.#entries.size > this.#countMax || this.#weight > this.#weightMax;
  }

  #dropOldest(): void {
    for (const [oldest] of this.#entries) {
      if (!this.#isOver) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
