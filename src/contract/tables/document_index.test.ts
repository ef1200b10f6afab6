/** A table with every kind of index, against entries that are computed from the documents alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import {
  DeadlineIndex,
  EntryIndex,
  FinderIndex,
  UniqueIndex,
  uniqueIndexOf,
} from "./document_index.ts";
import { DocumentTable } from "./document_table.ts";
import { NEVER_STORED, type Table } from "./table.ts";

type Coin = { realm: number; owner: string; name?: string; atMs?: number };

function createTable() {
  const names = new UniqueIndex({ name: "coin_name", code: 2 });
  const deadlines = new DeadlineIndex<Coin>(({ atMs }) => atMs);
  const coins = new DocumentTable<Coin>({
    name: "coin",
    code: 1,
    indexes: [
      uniqueIndexOf<Coin>(names, ({ name }) => name),
      new EntryIndex<Coin>({ name: "coin_owner", code: 3 }, ({ owner }) => [owner, owner]),
      new FinderIndex<Coin>({ name: "coin_found", code: 4, inRealm: 9 }, foundTextsOf),
      deadlines,
    ],
  });
  return { coins, names, deadlines, tables: [coins, ...coins.indexes] };
}

/** Texts that pass from coin to coin, and of which a change of the owner changes one. */
function foundTextsOf({ realm, owner, name }: Coin): string[] {
  return name === undefined ? [] : [`${realm}${name}`, `${realm}${name}${owner}`];
}

/** The stored entries by `code:realm:key`; checks that each drain knows the stored value. */
class Stored {
  readonly entries = new Map<string, string>();

  drain(tables: readonly Table[]): void {
    for (const table of tables) {
      table.drain((realm, key, value, earlier) => {
        const place = `${table.code}:${realm}:${key}`;
        const before = this.entries.get(place);
        if (typeof earlier === "number") {
          assert.equal(earlier, before === undefined ? NEVER_STORED : markOf(before), place);
        } else assert.equal(Buffer.from(earlier).toString(), before, place);
        assert.ok(before !== undefined || value !== undefined, "something changes");
        if (value === undefined) this.entries.delete(place);
        else this.entries.set(place, Buffer.from(value).toString());
        return value === undefined ? NEVER_STORED : markOf(Buffer.from(value).toString());
      });
    }
  }

  loadInto(tables: readonly Table[]): void {
    const byCode = new Map(tables.map((table) => [table.code, table]));
    for (const [place, text] of [...this.entries].sort()) {
      const [code, realm, key = ""] = place.split(":");
      byCode.get(Number(code))?.load?.(Number(realm), key, Buffer.from(text), markOf(text));
    }
  }
}

function markOf(text: string): number {
  return [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
}

/** The index entries that follow from the documents. */
function expectedOf(coins: ReadonlyMap<string, Coin>): Map<string, string> {
  const entries = new Map<string, string>();
  for (const [key, coin] of coins) {
    entries.set(`1:${coin.realm}:${key}`, JSON.stringify(coin));
    entries.set(`3:${coin.realm}:${coin.owner}${key}`, "");
    for (const text of foundTextsOf(coin)) {
      entries.set(`4:9:${text}`, JSON.stringify({ key, realm: coin.realm }));
    }
    if (coin.name !== undefined) entries.set(`2:${coin.realm}:${coin.name}`, key);
  }
  return entries;
}

function sorted(entries: ReadonlyMap<string, string>): [string, string][] {
  return [...entries].sort();
}

const KEYS = ["k0", "k1", "k2", "k3"];
const step = fc.oneof(
  fc.record({
    do: fc.constant("set" as const),
    key: fc.constantFrom(...KEYS),
    owner: fc.constantFrom("a", "b"),
    name: fc.option(fc.constantFrom("x", "y", "z"), { nil: undefined }),
    atMs: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  }),
  fc.record({ do: fc.constant("remove" as const), key: fc.constantFrom(...KEYS) }),
  fc.record({ do: fc.constant("drain" as const) }),
  fc.record({ do: fc.constant("restart" as const) }),
);

test("document table: any sets, removes, drains and restarts -> indexes are what the documents say", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const stored = new Stored();
      const coins = new Map<string, Coin>();
      let live = createTable();
      for (const one of steps) {
        if (one.do === "set") {
          const realm = KEYS.indexOf(one.key) % 2;
          const isTaken = [...coins].some(
            ([key, coin]) => key !== one.key && coin.realm === realm && coin.name === one.name,
          );
          const { owner, name, atMs } = one;
          const coin: Coin = {
            realm,
            owner,
            ...(name !== undefined && !isTaken && { name }),
            ...(atMs !== undefined && { atMs }),
          };
          coins.set(one.key, coin);
          live.coins.set(one.key, coin);
        } else if (one.do === "remove") {
          if (coins.delete(one.key)) live.coins.remove(one.key);
        } else {
          stored.drain(live.tables);
          assert.deepEqual(sorted(stored.entries), sorted(expectedOf(coins)));
          if (one.do === "drain") continue;
          live = createTable();
          stored.loadInto(live.tables);
        }
        assertMemory(live, coins);
      }
    }),
    { numRuns: 300 },
  );
});

function assertMemory(
  { coins, names, deadlines }: ReturnType<typeof createTable>,
  expected: ReadonlyMap<string, Coin>,
): void {
  assert.equal(coins.size, expected.size);
  for (const realm of [0, 1]) {
    const own = [...expected].filter(([, coin]) => coin.realm === realm);
    for (const name of ["x", "y", "z"]) {
      const holder = own.find(([, coin]) => coin.name === name)?.[0];
      assert.equal(names.holderOf(realm, name), holder);
    }
    const [first] = own
      .flatMap(([key, { atMs }]) => (atMs === undefined ? [] : [{ atMs, key }]))
      .sort((a, b) => a.atMs - b.atMs || (a.key < b.key ? -1 : 1));
    const { atMs, key } = deadlines.first(realm) ?? {};
    assert.deepEqual({ atMs, key }, { atMs: first?.atMs, key: first?.key });
    assert.equal([...deadlines.realms()].includes(realm), first !== undefined);
  }
}

test("deadline index: documents with late deadlines end early -> memory follows those that stand", () => {
  const deadlines = new DeadlineIndex<Coin>(({ atMs }) => atMs);
  const coin = { realm: 1, owner: "a" };
  deadlines.changed("first", undefined, { ...coin, atMs: 1 });
  for (let made = 0; made < 1_000; made++) {
    const late = { ...coin, atMs: 1_000 + made };
    deadlines.changed(`late_${made}`, undefined, late);
    deadlines.changed(`late_${made}`, late, coin);
    assert.ok(deadlines.size(1) <= 64);
  }
  assert.equal(deadlines.first(1)?.key, "first");
});

test("document table: a document of another realm -> not seen; removed -> not there", () => {
  const { coins } = createTable();
  coins.set("k1", { realm: 1, owner: "a" });
  assert.equal(coins.get(2, "k1"), undefined);
  assert.deepEqual(coins.get(1, "k1"), { realm: 1, owner: "a" });
  coins.remove("k1");
  assert.equal(coins.get(1, "k1"), undefined);
  assert.throws(() => coins.remove("k1"), /is there/);
});
