/** Entries that are written more than once, of which memory keeps none that is stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { newIdempotencyTable } from "../../test/world/journal.ts";
import { createFaultlessDisk } from "../../test/world/memory_database.ts";
import { type StateStore, stateStoreOver } from "../../wal/state_store.ts";
import { RewrittenTable } from "../contract/tables/entry_table.ts";
import { decodeText, encodeText } from "../contract/tables/table.ts";
import { load, newStored, tellWritten } from "./checkpoint.ts";
import { type Batch, Drain } from "./drain.ts";
import { stateReadsOf } from "./state_reads_of.ts";

const CODE = 210;
const REALM = 1;
const KEYS = ["a", "b", "c"];

type Entry = { key: string; text: string };

/** A table, its state, and the entries as a log would have them: each is a frame of its own. */
class Life {
  readonly entries: Entry[] = [];
  readonly #store: StateStore;
  #batch: Batch | undefined;
  #table!: RewrittenTable;
  #stored!: ReturnType<typeof newStored>;

  constructor(store: StateStore) {
    this.#store = store;
    this.restart();
  }

  add(entry: Entry): void {
    this.entries.push(entry);
    this.#table.add(REALM, entry.key, encodeText(entry.text));
  }

  async drain(): Promise<void> {
    await this.write();
    this.#batch = new Drain(this.#stored, this.entries.length).takeAll();
  }

  /** `isTold`: the table hears of it. */
  async write({ isTold = true } = {}): Promise<void> {
    if (this.#batch === undefined) return;
    await this.#store.write(this.#batch);
    if (isTold) tellWritten(this.#stored, this.#batch);
    this.#batch = undefined;
  }

  /** Loads what was written last, whose sum it checks, and replays what came after. */
  restart(): void {
    this.#batch = undefined;
    this.#table = new RewrittenTable("rewritten", CODE);
    this.#stored = newStored([this.#table], newIdempotencyTable());
    const from = load(this.#store, this.#stored, this.entries.length);
    for (const { key, text } of this.entries.slice(from)) {
      this.#table.add(REALM, key, encodeText(text));
    }
  }

  /** What the state has of each key. */
  stored(): Record<string, string> {
    const rows = stateReadsOf(this.#store).all(CODE);
    return Object.fromEntries([...rows].map(({ key, value }) => [key, decodeText(value)]));
  }
}

const step = fc.oneof(
  fc.record({
    do: fc.constant("add" as const),
    key: fc.constantFrom(...KEYS),
    text: fc.string({ minLength: 1, maxLength: 3 }),
  }),
  fc.record({ do: fc.constantFrom("drain", "write", "write untold", "restart") }),
);

test("rewritten table: any entries, drains, late and lost writes, restarts -> the last of each key, and the sum of the state holds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const life = new Life(stateStoreOver(createFaultlessDisk().open()));
      for (const one of steps) {
        if (one.do === "add") life.add({ key: one.key, text: one.text });
        else if (one.do === "drain") await life.drain();
        else if (one.do === "restart") life.restart();
        else await life.write({ isTold: one.do === "write" });
      }
      await life.drain();
      await life.write();
      life.restart();
      const last = Object.fromEntries(life.entries.map(({ key, text }) => [key, text]));
      assert.deepEqual(life.stored(), Object.fromEntries(Object.entries(last).sort()));
    }),
    { numRuns: 300 },
  );
});

test("rewritten table: loaded -> no entry is kept in memory", () => {
  assert.ok(!("load" in new RewrittenTable("rewritten", CODE)));
});
