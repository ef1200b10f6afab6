/**
 * An index of events by a text: `contract/tables/event_index.ts` says what its entries hold. The events of one text in a stretch of numbers
 * are one entry, which is written again when it grows. Memory has the newest stretch of each realm for as long as the realm
 * has events between two writes of the state; the newest stretch of another realm is read in the state when an event comes.
 *
 * Guarantee: what is stored follows from the log alone, not from when the state was written.
 */
import {
  decodeRuns,
  type EventRun,
  type EventSpot,
  encodeRuns,
  spotKey,
  stretchOf,
} from "../contract/tables/event_index.ts";
import { NOTHING_STORED, type StateReads } from "../contract/tables/state_reads.ts";
import {
  drainOf,
  type Mark,
  NamedTable,
  NEVER_STORED,
  type Table,
  type TableDrain,
  type TableSink,
} from "../contract/tables/table.ts";

/** From version 2 on an entry may stand for several events, from version 3 on for those of several records. */
const VERSION = 3;

/** The events under one text in a stretch; `runs` is never empty. `realm`: the first realm of its name. */
type Entry = {
  readonly realm: number;
  readonly under: string;
  /** The number that its stretch begins with. */
  readonly from: number;
  /** Those that memory knows: all, once `mark` is known. */
  runs: EventRun[];
  /** Of what the state has; undefined while nobody has looked. */
  mark: Mark | undefined;
  /** The number of the drain that gives it next, and how many of `runs` the drain before that may give. */
  drain: number;
  before: number;
};
/** The newest stretch of a realm. `isWhole`: the state has no entry of it that is not in `entries`. */
type Stretch = {
  readonly from: number;
  readonly isWhole: boolean;
  /** By the text. */
  readonly entries: Map<string, Entry>;
  /** An event has come since the state showed all that drains had given. */
  isActive: boolean;
};

export class StretchTable extends NamedTable implements Table {
  /** By the realm. */
  readonly #newest = new Map<number, Stretch>();
  #changed: Entry[] = [];
  /** The number of the next drain. */
  #drain = 1;
  #state = NOTHING_STORED;

  constructor(name: string, code: number) {
    super({ name, code, version: VERSION });
  }

  get changedCount(): number {
    return this.#changed.length;
  }

  /** Notes an event, whose number is above those of all that were noted for the realm. */
  note(realm: number, under: string, spot: EventSpot): void {
    const { from, isWhole, entries } = this.#stretchWith(realm, spot.number);
    const { number, place, sub } = spot;
    const known = entries.get(under);
    if (known === undefined) {
      const runs = [{ number, place, sub, count: 1, stride: 1 }];
      const mark = isWhole ? NEVER_STORED : undefined;
      const entry = { realm, under, from, runs, mark, drain: this.#drain, before: 0 };
      entries.set(under, entry);
      this.#changed.push(entry);
      return;
    }
    if (known.drain !== this.#drain) {
      known.drain = this.#drain;
      known.before = known.runs.length;
      this.#changed.push(known);
    }
    if (joins(known.runs.at(-1) as EventRun, spot)) return;
    known.runs.push({ number, place, sub, count: 1, stride: 1 });
  }

  #stretchWith(realm: number, number: number): Stretch {
    const from = stretchOf(number);
    const known = this.#newest.get(realm);
    if (known?.from === from) {
      known.isActive = true;
      return known;
    }
    // Whoever knows the stretch before has seen all events since.
    const isWhole = known !== undefined;
    const stretch = { from, isWhole, entries: new Map<string, Entry>(), isActive: true };
    this.#newest.set(realm, stretch);
    return stretch;
  }

  drain(sink: TableSink): void {
    this.beginDrain(sink).take(Number.POSITIVE_INFINITY);
  }

  beginDrain(sink: TableSink): TableDrain {
    const changed = this.#changed;
    const drain = this.#drain;
    this.#changed = [];
    this.#drain++;
    return drainOf(changed, (entry) => this.#give(entry, drain, sink));
  }

  /** Gives the entry as it was when the drain began. */
  #give(entry: Entry, drain: number, sink: TableSink): void {
    const { realm, under, from, mark } = entry;
    const key = spotKey(under, from);
    const stored = mark === undefined ? this.#state.get(this.code, realm, key) : undefined;
    if (stored !== undefined) {
      const before = decodeRuns(key, stored);
      entry.runs = [...before, ...entry.runs];
      entry.before += before.length;
    }
    const count = entry.drain === drain ? entry.runs.length : entry.before;
    entry.mark = sink(realm, key, encodeRuns(entry.runs, count), mark ?? stored ?? NEVER_STORED);
  }

  attach(state: StateReads): void {
    this.#state = state;
  }

  /** Lets go of the stretches without an event since this was called last: the state shows all of them. */
  written(): void {
    for (const [realm, stretch] of this.#newest) {
      if (!stretch.isActive) this.#newest.delete(realm);
      stretch.isActive = false;
    }
  }
}

/** True where the event goes on with the run, which then has it. */
function joins(run: EventRun, { number, place }: EventSpot): boolean {
  const distance = number - run.number;
  if (run.place !== place || (run.count > 1 && distance !== run.count * run.stride)) return false;
  if (run.count === 1) run.stride = distance;
  run.count++;
  return true;
}
