/** The records of a realm from a place back, with the numbers of their events, read in place. */
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { firstEventIn, RECORD } from "../../contract/records/record_layout.ts";
import type { RecordSpot, Snapshot } from "../../contract/tables/snapshot.ts";

/** What a record does not say in its head. */
export type RecordReader = {
  /** The number of events of the record at a place. */
  eventsAt(place: Place): number;
  /** The newest record of the realm that the record at a place retired; 0 where it retired none. */
  headBefore(place: Place): Place;
};

export function newRecordSpot(): RecordSpot {
  return { bytes: new Uint8Array(0), view: new DataView(new ArrayBuffer(0)), start: 0 };
}

/** The fields are those of the present record. */
export class RecordChain {
  place: Place = 0;
  /** The numbers of its first and last event; `last < first` where it has none. */
  first = 0;
  last = 0;
  timeMs = 0;
  readonly #snapshot: Snapshot;
  readonly #reader: RecordReader;
  readonly #spot = newRecordSpot();
  #next: Place;
  #lastOfNext: number;

  /**
   * `start`: the first record. `last`: the number of its last event that the walk is to see, or, where
   * the record has none, of the last event before it.
   */
  constructor(snapshot: Snapshot, reader: RecordReader, start: Place, last: number) {
    this.#snapshot = snapshot;
    this.#reader = reader;
    this.#next = start;
    this.#lastOfNext = last;
  }

  /** Goes to the next record; false at the end. */
  next(): boolean {
    const place = this.#next;
    if (place === 0) return false;
    const isThere = this.#snapshot.pointAt(place, this.#spot);
    invariant(isThere, "a record that another names is in the log");
    const { view, start } = this.#spot;
    const stored = firstEventIn(view, start);
    const previous = view.getFloat64(start + RECORD.previousPlace, true);
    const last = this.#lastOfNext;
    this.place = place;
    this.last = last;
    this.timeMs = view.getFloat64(start + RECORD.timeMs, true);
    if (stored === 0) this.first = last + 1;
    else this.first = stored ?? last - this.#reader.eventsAt(place) + 1;
    this.#lastOfNext = this.first - 1;
    this.#next = previous === 0 ? this.#reader.headBefore(place) : previous;
    return true;
  }
}
