/** Who waits inside a shard's thread: for a frame to be durable and announced, or for a shard that has no work under way. */

export class Waiters {
  #idle: (() => void)[] = [];
  #durable: { frame: number; resolve: () => void }[] = [];

  /** Resolves at the next `wakeIdle`. */
  untilIdle(): Promise<void> {
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  wakeIdle(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Resolves at the first `wakeDurable` that names this frame or a later one. */
  untilDurable(frame: number): Promise<void> {
    return new Promise((resolve) => this.#durable.push({ frame, resolve }));
  }

  /** `sequence`: the newest frame that is durable and announced. */
  wakeDurable(sequence: number): void {
    if (this.#durable.length === 0) return;
    const ready = this.#durable.filter(({ frame }) => frame <= sequence);
    this.#durable = this.#durable.filter(({ frame }) => frame > sequence);
    for (const { resolve } of ready) resolve();
  }

  /** Wakes everybody: the shard has failed, and who wakes looks at that. */
  wakeAll(): void {
    this.wakeIdle();
    this.wakeDurable(Number.POSITIVE_INFINITY);
  }
}
