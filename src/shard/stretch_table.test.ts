/** The index of events by a text: whenever its state is written, lost or loaded again, it says the same of the same log. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { LIFE_STEP, TableLife } from "../../test/support/table_life.ts";
import {
  decodeRuns,
  type EventSpot,
  encodeRuns,
  spotIn,
  spotKey,
  stretchOf,
} from "../contract/tables/event_index.ts";
import { StretchTable } from "./stretch_table.ts";

const CODE = 211;
const TEXTS = ["a", "b", "c"];

/** The events of one record; `under` has the text of each. */
type Told = { realm: number; under: string[]; first: EventSpot };

/** `gap`: events that are in no index come before. */
const record = fc.record({
  do: fc.constant("tell" as const),
  realm: fc.constantFrom(1, 1, 2),
  gap: fc.constantFrom(0, 0, 3, 90),
  under: fc.oneof(
    fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 4 }),
    fc
      .constantFrom(300, 40)
      .map((length) => Array.from({ length }, (_, at) => TEXTS[at % 2] as string)),
  ),
});

function newLife(): TableLife<StretchTable, Told> {
  return new TableLife(
    () => new StretchTable("stretches", CODE),
    (table, { realm, under, first }) => {
      for (const [at, text] of under.entries()) {
        const { number, place, sub } = first;
        table.note(realm, text, { number: number + at, place, sub: sub + at });
      }
    },
  );
}

/** Each event by realm and key, as the log has them. */
function expectedOf(log: readonly Told[]): Map<string, EventSpot[]> {
  const expected = new Map<string, EventSpot[]>();
  for (const { realm, under, first } of log) {
    for (const [at, text] of under.entries()) {
      const spot = { number: first.number + at, place: first.place, sub: first.sub + at };
      const name = `${realm} ${spotKey(text, stretchOf(spot.number))}`;
      expected.set(name, [...(expected.get(name) ?? []), spot]);
    }
  }
  return expected;
}

/** Asserts that what is stored is each event of the log once, in the bytes that one drain of all gives. */
async function assertSameAsLog(life: TableLife<StretchTable, Told>): Promise<void> {
  const rows = [...(await life.ended()).all(CODE)];
  const found = rows.map(({ realm, key, value }) => {
    const spots = decodeRuns(key, value).flatMap((run) =>
      Array.from({ length: run.count }, (_, index) => spotIn(run, index)),
    );
    return [`${realm} ${key}`, spots] as const;
  });
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(expectedOf(life.log)));
  const once = newLife();
  for (const told of life.log) once.apply(told);
  assert.deepEqual(rows, [...(await once.ended()).all(CODE)]);
}

test("stretch table: any records, drains in slices, late and lost writes, restarts -> each event once, in the bytes that one drain of all gives", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(record, LIFE_STEP), { minLength: 10, maxLength: 60 }),
      async (steps) => {
        const life = newLife();
        const counts = new Map<number, number>();
        for (const one of steps) {
          if (one.do !== "tell") await life.step(one);
          else {
            const { realm, gap, under } = one;
            const number = (counts.get(realm) ?? 0) + gap + 1;
            counts.set(realm, number + under.length - 1);
            life.apply({ realm, under, first: { number, place: life.log.length + 1, sub: gap } });
          }
        }
        await assertSameAsLog(life);
      },
    ),
    { numRuns: 150 },
  );
});

test("stretch table: a realm that was quiet has events before and after a drain begins, and the server ends behind its write -> each once", async () => {
  const life = newLife();
  const tell = (number: number) =>
    life.apply({ realm: 1, under: ["a"], first: { number, place: life.log.length + 1, sub: 0 } });
  tell(1);
  tell(2);
  // The second write tells the table that nothing has come meanwhile.
  for (const step of ["drain", "write", "drain", "write"] as const) await life.step({ do: step });
  tell(3);
  await life.step({ do: "drain" });
  tell(4);
  for (const step of ["write", "restart"] as const) await life.step({ do: step });
  tell(5);
  await assertSameAsLog(life);
});

test("runs of an entry: the largest numbers, and neighbours -> as they were", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const runs = [
    { number: 257, place: 1, sub: 0, count: 1, stride: 1 },
    { number: 258, place: 1, sub: 1, count: 1_000, stride: 127 },
    { number: 2 ** 40, place: 2 ** 52 + 3, sub: 128, count: 129, stride: 2 ** 31 },
    { number: most, place: most, sub: most, count: 1, stride: 1 },
  ];
  const value = Uint8Array.from(encodeRuns(runs));
  assert.deepEqual(decodeRuns(spotKey("type", 256), value), runs);
  assert.deepEqual(decodeRuns(spotKey("type", 256), encodeRuns(runs, 2)), runs.slice(0, 2));
});
