/**
 * Which line makes the next attempt: lines take turns, one attempt each, for a fixed number of slots.
 * Guarantees: work is constant for each turn, whatever the number of lines. Lines that keep failing
 * have at most a quarter of the slots together, so that receivers that are away leave the others
 * theirs. A line has at most the share of `atOnce` that is free of all slots, and at least one: many
 * lines whose receivers stop answering at the same time do not fill the slots.
 */

/** What a turn needs to know of a line. */
export interface TurnTaker {
  readonly underWay: number;
  readonly isFailing: boolean;
}

/** Failing lines have at most one part in so many of the slots. */
const FAILING_PART = 4;

/** `slots`: how many attempts of all lines may be under way; `atOnce`: how many of one line. */
export class Turns<T extends TurnTaker> {
  readonly #slots: number;
  readonly #atOnce: number;
  readonly #live = new Fifo<T>();
  readonly #failing = new Fifo<T>();
  /** Where each line that waits for its turn stands; an entry of the other queue is an old one. */
  readonly #queued = new Map<T, Fifo<T>>();
  readonly #failingMax: number;
  #taken = 0;
  #takenByFailing = 0;
  #isTurnOfFailing = false;

  constructor({ slots, atOnce }: { slots: number; atOnce: number }) {
    this.#slots = slots;
    this.#atOnce = atOnce;
    this.#failingMax = Math.max(Math.floor(slots / FAILING_PART), 1);
  }

  /** How many slots are taken: attempts that are under way. */
  get taken(): number {
    return this.#taken;
  }

  /** The line has its turn after those that wait already. */
  add(line: T): void {
    const queue = line.isFailing ? this.#failing : this.#live;
    if (this.#queued.get(line) === queue) return;
    this.#queued.set(line, queue);
    queue.push(line);
  }

  /** True when `next` may find a line. */
  get isReady(): boolean {
    if (this.#taken >= this.#slots) return false;
    return this.#live.size > 0 || (this.#failing.size > 0 && this.#failingMayTake);
  }

  /**
   * The line whose turn it is; undefined when there is none, or no slot for it. A line that has its
   * share already is left out: it must be added again when one of its attempts is over.
   */
  next(): T | undefined {
    while (this.isReady) {
      const isFailing = this.#live.size === 0 || (this.#isTurnOfFailing && this.#hasTurnOfFailing);
      const queue = isFailing ? this.#failing : this.#live;
      const line = queue.shift() as T;
      if (this.#queued.get(line) !== queue) continue;
      this.#queued.delete(line);
      if (line.isFailing !== isFailing) {
        this.add(line);
        continue;
      }
      this.#isTurnOfFailing = !isFailing;
      if (line.underWay < this.#share) return line;
    }
    return undefined;
  }

  /** Takes a slot. `give` must be called with the same `isFailing` when the attempt is over. */
  take({ isFailing }: { isFailing: boolean }): void {
    this.#taken++;
    if (isFailing) this.#takenByFailing++;
  }

  /** Frees a slot that `take` took with this `isFailing`. */
  give({ isFailing }: { isFailing: boolean }): void {
    this.#taken--;
    if (isFailing) this.#takenByFailing--;
  }

  get #failingMayTake(): boolean {
    return this.#takenByFailing < this.#failingMax;
  }

  get #hasTurnOfFailing(): boolean {
    return this.#failing.size > 0 && this.#failingMayTake;
  }

  get #share(): number {
    return Math.ceil(((this.#slots - this.#taken) * this.#atOnce) / this.#slots);
  }
}

/** First in, first out, in constant time. */
class Fifo<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.#head === this.#items.length) {
      this.#items.length = 0;
      this.#head = 0;
    } else if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}
