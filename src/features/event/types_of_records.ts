/** The types of the events of records, kept for whoever walks over the same events again and again. */
import type { Place } from "../../base/id.ts";
import type { ToldEvent } from "../announced.ts";

/** Records whose types are kept, some 60 bytes each; all are read anew when there are more. */
const TYPES_KEPT_MAX = 65_536;

/** The types of the events of records of one shard, so that walks can pass events without decoding. */
export class TypesOfRecords {
  readonly #known = new Map<Place, readonly string[]>();
  /** Lists of one type, which nearly all records have, are shared. */
  readonly #single = new Map<string, readonly string[]>();

  of(place: Place, told: () => readonly ToldEvent[]): readonly string[] {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const types = told().map(({ event }) => event.type);
    const [first] = types;
    const shared = types.length === 1 && first !== undefined ? this.#shared(first) : types;
    if (this.#known.size >= TYPES_KEPT_MAX) this.#known.clear();
    this.#known.set(place, shared);
    return shared;
  }

  #shared(type: string): readonly string[] {
    const list = this.#single.get(type) ?? [type];
    this.#single.set(type, list);
    return list;
  }
}
