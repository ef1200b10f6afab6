/** A table over its whole life: drains, late writes, and restarts that load what was written and replay what came after. */

import type { StateReads } from "../../src/contract/tables/state_reads.ts";
import type { Table } from "../../src/contract/tables/table.ts";
import { load, newStored, tellWritten } from "../../src/shard/checkpoint.ts";
import { type Batch, Drain } from "../../src/shard/drain.ts";
import { stateReadsOf } from "../../src/shard/state_reads_of.ts";
import { type StateStore, stateStoreOver } from "../../wal/state_store.ts";
import { newIdempotencyTable } from "../world/journal.ts";
import { createFaultlessDisk } from "../world/memory_database.ts";
import { fc } from "./properties.ts";

/** How a life goes on, beside what is applied. */
export const LIFE_STEP = fc.record({
  do: fc.constantFrom("drain", "slice", "write", "write untold", "restart"),
});
type LifeStep = typeof LIFE_STEP extends fc.Arbitrary<infer Step> ? Step : never;

/** A table, its state, and what was applied to it, as a log would have it: each is a frame of its own. */
export class TableLife<T extends Table, Applied> {
  readonly log: Applied[] = [];
  readonly #store: StateStore = stateStoreOver(createFaultlessDisk().open());
  readonly #create: () => T;
  readonly #apply: (table: T, applied: Applied) => void;
  #drain: Drain | undefined;
  #batch: Batch | undefined;
  #table!: T;
  #stored!: ReturnType<typeof newStored>;

  constructor(create: () => T, apply: (table: T, applied: Applied) => void) {
    this.#create = create;
    this.#apply = apply;
    this.#restart();
  }

  apply(applied: Applied): void {
    this.log.push(applied);
    this.#apply(this.#table, applied);
  }

  async step({ do: kind }: LifeStep): Promise<void> {
    if (kind === "restart") this.#restart();
    else if (kind === "drain") await this.#beginDrain();
    else if (kind === "slice") this.#takeSlice(1);
    else await this.#write(kind === "write");
  }

  /** Writes all that was applied, loads it again, whose sum a start checks, and gives what it reads of it. */
  async ended(): Promise<StateReads> {
    await this.#beginDrain();
    await this.#write(true);
    this.#restart();
    return stateReadsOf(this.#store);
  }

  async #beginDrain(): Promise<void> {
    await this.#write(true);
    this.#drain = new Drain(this.#stored, this.log.length);
  }

  #takeSlice(limit: number): void {
    if (this.#drain === undefined) return;
    this.#batch = this.#drain.take(limit);
    if (this.#batch !== undefined) this.#drain = undefined;
  }

  /** `isTold`: the table hears of it. */
  async #write(isTold: boolean): Promise<void> {
    this.#takeSlice(Number.POSITIVE_INFINITY);
    if (this.#batch === undefined) return;
    await this.#store.write(this.#batch);
    if (isTold) tellWritten(this.#stored, this.#batch);
    this.#batch = undefined;
  }

  #restart(): void {
    this.#drain = undefined;
    this.#batch = undefined;
    this.#table = this.#create();
    this.#stored = newStored([this.#table], newIdempotencyTable());
    const from = load(this.#store, this.#stored, this.log.length);
    for (const applied of this.log.slice(from)) this.#apply(this.#table, applied);
  }
}
