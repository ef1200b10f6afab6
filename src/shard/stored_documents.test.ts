/** A table whose documents stay in the state, against one that has all of them in memory. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { newIdempotencyTable } from "../../test/world/journal.ts";
import { createFaultlessDisk } from "../../test/world/memory_database.ts";
import { type StateStore, stateStoreOver } from "../../wal/state_store.ts";
import {
  DeadlineIndex,
  EntryIndex,
  FinderIndex,
  type FoundRow,
  UniqueIndex,
  uniqueIndexOf,
} from "../contract/tables/document_index.ts";
import { DocumentTable } from "../contract/tables/document_table.ts";
import { KeyGroups } from "../contract/tables/key_groups.ts";
import { NOTHING_STORED } from "../contract/tables/state_reads.ts";
import {
  entriesOfGroup,
  GroupCounts,
  realmFoundBy,
  StoredDeadlines,
  StoredGroups,
} from "../contract/tables/stored_index.ts";
import { FlaggedKeys, StoredUnique } from "../contract/tables/stored_keys.ts";
import { decodeDocument, type Table } from "../contract/tables/table.ts";
import { load, newStored, tellWritten } from "./checkpoint.ts";
import { type Batch, Drain } from "./drain.ts";

type Coin = { realm: number; key: string; owner: string; atMs?: number; name?: string };

const ownerOf = ({ owner }: Coin) => (owner === "" ? undefined : owner);
const deadlineOf = ({ atMs }: Coin) => atMs;
const nameOf = ({ name }: Coin) => name;
const isFlagged = ({ owner }: Coin) => owner === "b";
const KEYS = ["k0", "k1", "k2", "k3"];
const OWNERS = ["a", "b"];
const NAMES = ["x", "y"];
const SHARED = 9;
/** Each document of the tables below is in one of these realms, and stays there. */
const realmOf = (key: string) => 1 + (KEYS.indexOf(key) % 2);

/** The table with all documents in memory. */
function plainTable() {
  const groups = new KeyGroups<Coin, string>(ownerOf);
  const deadlines = new DeadlineIndex<Coin>(deadlineOf);
  const names = new UniqueIndex({ name: "coin_name", code: 15 });
  const named = uniqueIndexOf<Coin>(names, nameOf);
  const indexes = [groups, deadlines, named];
  const coins = new DocumentTable<Coin>({ name: "coin", code: 10, indexes });
  const inGroup = (group: string) => [...groups.of(group)].map((key) => coins.find(key) as Coin);
  const countOf = (group: string) => groups.of(group).size;
  const counted = (group: string, atMost: number) => Math.min(countOf(group), atMost);
  return { coins, deadlines, names, inGroup, countOf, counted };
}

/** The table whose documents stay in the state. An owner's coins are found in both realms. */
function storedTable() {
  const finder = { name: "coin_by_key", table: 12, inRealm: SHARED };
  const rows = [1, 2].map((realm) => entriesOfGroup({ table: 11, realm }, (group) => group));
  const groups = new StoredGroups<Coin>(ownerOf, function* (state, group) {
    for (const rowsOf of rows) yield* rowsOf(state, group);
  });
  // Its rows are those of all coins, so some of them are of another group.
  const ordered = new StoredGroups<Coin>(ownerOf, function* (state, _group, after) {
    for (const { value } of state.under(finder.table, SHARED, "", after)) {
      yield decodeDocument<FoundRow>(value);
    }
  });
  const deadlines = new StoredDeadlines<Coin>({ name: "coin_due", code: 13 }, deadlineOf);
  const counts = new GroupCounts<Coin>({ name: "coin_count", code: 14 }, ownerOf);
  const names = new StoredUnique<Coin>({ name: "coin_name", code: 15 }, nameOf);
  const flagged = new FlaggedKeys<Coin>({ name: "coin_flagged", code: 16 }, isFlagged);
  const coins = new DocumentTable<Coin>({
    name: "coin",
    code: 10,
    stored: { realmOf: (key, state) => realmFoundBy(finder, key, state) },
    indexes: [
      groups,
      ordered,
      new EntryIndex<Coin>({ name: "coin_owner", code: 11 }, (coin) => [ownerOf(coin) ?? "-"]),
      new FinderIndex<Coin>({ ...finder, code: 12 }, ({ key }) => [key]),
      deadlines,
      counts,
      names,
      flagged,
    ],
  });
  const countOf = (group: string) => counts.of(group);
  const inGroup = (group: string) => groups.of(group);
  const counted = (group: string, atMost: number) => groups.count(group, atMost);
  return { coins, deadlines, names, flagged, inGroup, countOf, counted, ordered };
}

type Plain = ReturnType<typeof plainTable>;
type Live = ReturnType<typeof storedTable>;
/** `isNew`: no change before was of this key. */
type Change = { key: string; coin: Coin | undefined; isNew: boolean };

function apply({ coins }: Pick<Live, "coins">, { key, coin, isNew }: Change): void {
  if (coin !== undefined && isNew) coins.add(key, coin);
  else if (coin !== undefined) coins.set(key, coin);
  else if (coins.find(key) !== undefined) coins.remove(key);
}

/** A table, its state, and the changes as a log would have them: each is a frame of its own. */
class Life {
  readonly changes: Change[] = [];
  readonly #store: StateStore;
  #drain: Drain | undefined;
  #batch: Batch | undefined;
  #live!: Live;
  #stored!: ReturnType<typeof newStored>;

  constructor(store: StateStore) {
    this.#store = store;
    this.restart();
  }

  get live(): Live {
    return this.#live;
  }

  /** Returns the change as it is applied. */
  change(wanted: Omit<Change, "isNew">): Change {
    const one = { ...wanted, isNew: this.changes.every(({ key }) => key !== wanted.key) };
    this.changes.push(one);
    apply(this.#live, one);
    return one;
  }

  async drain(): Promise<void> {
    this.take(Number.POSITIVE_INFINITY);
    await this.begin();
    this.take(Number.POSITIVE_INFINITY);
  }

  /** Begins a drain, unless one is under way. */
  async begin(): Promise<void> {
    if (this.#drain !== undefined) return;
    await this.write();
    this.#drain = new Drain(this.#stored, this.changes.length);
  }

  /** Takes so many entries of the drain under way. */
  take(limit: number): void {
    this.#batch = this.#drain?.take(limit) ?? this.#batch;
    if (this.#batch !== undefined) this.#drain = undefined;
  }

  /** `isTold`: the tables hear of it. */
  async write({ isTold = true } = {}): Promise<void> {
    if (this.#batch === undefined) return;
    await this.#store.write(this.#batch);
    this.#assertIsOf(this.#batch.sequence);
    if (isTold) tellWritten(this.#stored, this.#batch);
    this.#batch = undefined;
  }

  /** The state is that behind so many changes, whatever has changed since. */
  #assertIsOf(changes: number): void {
    const { coins } = storedTable();
    load(this.#store, newStored([coins, ...coins.indexes], newIdempotencyTable()), changes);
    const expected = plainTable();
    for (const one of this.changes.slice(0, changes)) apply(expected, one);
    assert.deepEqual(sorted(coins.entries()), sorted(expected.coins.entries()));
  }

  /** Loads what was written last, whose sum it checks, and replays what came after. */
  restart(): void {
    this.#drain = undefined;
    this.#batch = undefined;
    this.#live = storedTable();
    const tables: Table[] = [this.#live.coins, ...this.#live.coins.indexes];
    this.#stored = newStored(tables, newIdempotencyTable());
    const from = load(this.#store, this.#stored, this.changes.length);
    for (const one of this.changes.slice(from)) apply(this.#live, one);
  }
}

const step = fc.oneof(
  fc.record({
    do: fc.constant("set" as const),
    key: fc.constantFrom(...KEYS),
    owner: fc.constantFrom(...OWNERS, ""),
    atMs: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    name: fc.option(fc.constantFrom(...NAMES), { nil: undefined }),
  }),
  fc.record({ do: fc.constant("remove" as const), key: fc.constantFrom(...KEYS) }),
  fc.record({ do: fc.constantFrom("drain", "begin", "take", "write", "write untold", "restart") }),
);

test("stored documents: any changes, drains, whole or by slices, late and lost writes, restarts -> the answers of a table in memory", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const plain = plainTable();
      const life = new Life(stateStoreOver(createFaultlessDisk().open()));
      const change = (one: Omit<Change, "isNew">) => apply(plain, life.change(one));
      for (const one of steps) {
        if (one.do === "set") {
          change({ key: one.key, coin: coinOf(one, plain) });
        } else if (one.do === "remove") change({ key: one.key, coin: undefined });
        else if (one.do === "drain") await life.drain();
        else if (one.do === "begin") await life.begin();
        else if (one.do === "take") life.take(1);
        else if (one.do === "restart") life.restart();
        else await life.write({ isTold: one.do === "write" });
        assertSame(life.live, plain);
      }
    }),
    { numRuns: 600 },
  );
});

test("stored documents: a walk in order over stored and young, with rows of before -> each once, what left without a document", async () => {
  const life = new Life(stateStoreOver(createFaultlessDisk().open()));
  const set = (key: string, owner: string) => life.change({ key, coin: { realm: 1, key, owner } });
  const walked = (after: string) =>
    [...life.live.ordered.inOrder("a", after)].map(({ key, document }) => [key, document?.owner]);
  for (const key of ["k0", "k2", "k4"]) set(key, "a");
  set("k3", "b");
  await life.drain();
  await life.write();
  const k2 = ["k2", "a"];
  const k3 = ["k3", undefined];
  const k4 = ["k4", "a"];
  const k6 = ["k6", "a"];
  assert.deepEqual(walked(""), [["k0", "a"], k2, k3, k4]);
  assert.deepEqual(walked("k0"), [k2, k3, k4]);
  assert.deepEqual(walked("k2"), [k3, k4]);
  // One has left for another group, one was removed, one has come: they are young, and have no row any more.
  set("k0", "b");
  life.change({ key: "k2", coin: undefined });
  set("k6", "a");
  assert.deepEqual(walked(""), [k3, k4, k6]);
  assert.deepEqual(walked("k4"), [k6]);
  await life.drain();
  assert.deepEqual(walked(""), [k3, k4, k6]);
  await life.write();
  assert.deepEqual(walked(""), [["k0", undefined], k3, k4, k6]);
  life.restart();
  assert.deepEqual(walked("k3"), [k4, k6]);
  assert.deepEqual(walked("k6"), []);
});

test("stored documents: a group of many is counted -> as many rows are read as count, and no document", () => {
  const { coins, counted } = storedTable();
  let read = 0;
  const rows = Array.from({ length: 1_000 }, (_, at) => ({ key: `ak${at}`, value: NO_BYTES }));
  coins.attach(
    {
      ...NOTHING_STORED,
      get: () => assert.fail("a document is read"),
      *under(code, realm) {
        for (const row of code === 11 && realm === 1 ? rows : []) {
          read++;
          yield row;
        }
      },
    },
    rows.length,
  );
  assert.deepEqual([counted("a", 100), read], [100, 100]);
  assert.equal(counted("a", 5_000), 1_000);
});

const NO_BYTES = new Uint8Array(0);

type Wish = { key: string; owner: string; atMs?: number | undefined; name?: string | undefined };

/** The coin that is wished for; without the name where another coin of its realm has it. */
function coinOf({ key, owner, atMs, name }: Wish, { names }: Plain): Coin {
  const realm = realmOf(key);
  const holder = name === undefined ? key : (names.holderOf(realm, name) ?? key);
  return {
    ...{ realm, key, owner },
    ...(atMs !== undefined && { atMs }),
    ...(name !== undefined && holder === key && { name }),
  };
}

function assertSame({ coins, ...live }: Live, { coins: expected, ...plain }: Plain): void {
  assert.equal(coins.size, expected.size);
  assert.deepEqual(sorted(coins.entries()), sorted(expected.entries()));
  assert.deepEqual(byKey(coins.values()), byKey(expected.values()));
  for (const key of KEYS) {
    assert.deepEqual(coins.find(key), expected.find(key));
    for (const realm of [1, 2]) assert.deepEqual(coins.get(realm, key), expected.get(realm, key));
    const coin = expected.find(key);
    assert.equal(live.flagged.has(key), coin !== undefined && isFlagged(coin));
  }
  for (const owner of OWNERS) {
    assert.deepEqual(byKey(live.inGroup(owner)), byKey(plain.inGroup(owner)));
    assert.equal(live.countOf(owner), plain.countOf(owner));
    for (const atMost of [1, 2, 9]) {
      assert.equal(live.counted(owner, atMost), plain.counted(owner, atMost));
    }
    const inOrder = byKey(plain.inGroup(owner));
    for (const after of ["", ...KEYS]) {
      const walked = [...live.ordered.inOrder(owner, after)];
      const keys = walked.map(({ key }) => key);
      assert.deepEqual(keys, keys.toSorted(), "each row once, smallest key first");
      assert.equal(new Set(keys).size, keys.length);
      assert.deepEqual(
        walked.flatMap(({ document }) => document ?? []),
        inOrder.filter(({ key }) => key > after),
      );
    }
  }
  const realms = [...live.deadlines.realms()];
  for (const realm of [1, 2]) {
    for (const name of NAMES) {
      assert.equal(live.names.holderOf(realm, name), plain.names.holderOf(realm, name), name);
    }
    const first = plain.deadlines.first(realm);
    const found = live.deadlines.first(realm);
    assert.deepEqual([found?.atMs, found?.key], [first?.atMs, first?.key]);
    const together = byKey(expected.values()).filter(
      (coin) => coin.realm === realm && first !== undefined && coin.atMs === first.atMs,
    );
    for (const max of [1, 2]) {
      const keys = together.slice(0, max).map(({ key }) => key);
      const expectedKeys = first && { atMs: first.atMs, keys };
      assert.deepEqual(live.deadlines.together(realm, max), expectedKeys);
    }
    assert.ok(first === undefined || realms.includes(realm));
  }
}

function sorted(entries: Iterable<[string, Coin]>): [string, Coin][] {
  return [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
}

function byKey(coins: Iterable<Coin>): Coin[] {
  return [...coins].sort((one, other) => (one.key < other.key ? -1 : 1));
}
