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
  readonly key: string;
  /** Those that memory knows: all, once `mark` is known. */
  runs: EventRun[];
  /** Of what the state has; undefined while nobody has looked. */
  mark: Mark | undefined;
  /** The next drain gives it. */
  isChanged: boolean;
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
    const run = { ...spot, count: 1, stride: 1 };
    let entry = entries.get(under);
    if (entry === undefined) {
      const mark = isWhole ? NEVER_STORED : undefined;
      entry = { realm, key: spotKey(under, from), runs: [run], mark, isChanged: false };
      entries.set(under, entry);
    } else if (!joins(entry.runs.at(-1) as EventRun, spot)) entry.runs.push(run);
    if (entry.isChanged) return;
    entry.isChanged = true;
    this.#changed.push(entry);
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
    const changed = this.#changed.map((entry) => {
      entry.isChanged = false;
      return { entry, count: entry.runs.length };
    });
    this.#changed = [];
    return drainOf(changed, ({ entry, count }) => this.#give(entry, count, sink));
  }

  /** Gives the entry as it was when it had so many runs, besides those that only the state has. */
  #give(entry: Entry, count: number, sink: TableSink): void {
    const { realm, key, mark } = entry;
    const stored = mark === undefined ? this.#state.get(this.code, realm, key) : undefined;
    const before = stored === undefined ? [] : decodeRuns(key, stored);
    if (before.length > 0) entry.runs = [...before, ...entry.runs];
    const value = encodeRuns(entry.runs, before.length + count);
    entry.mark = sink(realm, key, value, mark ?? stored ?? NEVER_STORED);
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
