/** Entries that are written more than once, of which memory keeps none that is stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { LIFE_STEP, TableLife } from "../../test/support/table_life.ts";
import { RewrittenTable } from "../contract/tables/entry_table.ts";
import { decodeText, encodeText } from "../contract/tables/table.ts";

const CODE = 210;
const REALM = 1;
const KEYS = ["a", "b", "c"];

type Entry = { key: string; text: string };

function newLife(): TableLife<RewrittenTable, Entry> {
  return new TableLife(
    () => new RewrittenTable("rewritten", CODE),
    (table, { key, text }) => table.add(REALM, key, encodeText(text)),
  );
}

const step = fc.oneof(
  fc.record({
    do: fc.constant("add" as const),
    key: fc.constantFrom(...KEYS),
    text: fc.string({ minLength: 1, maxLength: 3 }),
  }),
  LIFE_STEP,
);

test("rewritten table: any entries, drains, late and lost writes, restarts -> the last of each key, and the sum of the state holds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const life = newLife();
      for (const one of steps) {
        if (one.do === "add") life.apply({ key: one.key, text: one.text });
        else await life.step(one);
      }
      const rows = (await life.ended()).all(CODE);
      const stored = Object.fromEntries(
        [...rows].map(({ key, value }) => [key, decodeText(value)]),
      );
      const last = Object.fromEntries(life.log.map(({ key, text }) => [key, text]));
      assert.deepEqual(stored, Object.fromEntries(Object.entries(last).sort()));
    }),
    { numRuns: 300 },
  );
});

test("rewritten table: loaded -> no entry is kept in memory", () => {
  assert.ok(!("load" in new RewrittenTable("rewritten", CODE)));
});
