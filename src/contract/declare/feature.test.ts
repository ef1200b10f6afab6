/** The registry that is derived from a list of manifests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { coinCreate, coinList } from "../../../test/support/contract/coins.ts";
import { DocumentTable } from "../tables/document_table.ts";
import type { DueSource, ToldClocks } from "./due_source.ts";
import { everyOperationOf, type Feature, registryOf } from "./feature.ts";
import { tagOf, type WriteOperation } from "./operation.ts";

type Mints = { mints: DocumentTable<{ realm: number }> };
type Coins = Mints & { coins: DocumentTable<{ realm: number }>; loads: string[] };

const CLOCKS: ToldClocks<unknown> = {
  onTheirWay: () => [],
  of: () => undefined,
  stepped: () => ({ kind: "stepped.1" }),
  steppedKind: "stepped.1",
  arrived: () => ({ kind: "arrived.1" }),
};
const dueOf = (name: string): DueSource<unknown> => ({
  name,
  realms: () => [],
  earliest: () => undefined,
});
const HEAD = {} as never;
const write = <S>(id: string) => ({ ...coinCreate, id }) as unknown as WriteOperation<S>;

const mintFeature = {
  operations: [write<Mints>("mint.open")],
  facts: { "mint.opened.1": ({ mints }) => mints.set("mint", { realm: 1 }) },
  createState: () => ({ mints: new DocumentTable<{ realm: number }>({ name: "mint", code: 8 }) }),
  tables: ({ mints }) => [mints],
  due: [dueOf("mint.opening")],
  realms: { clocks: CLOCKS },
} satisfies Feature<Mints>;

const coinFeature = {
  operations: [coinList, write<Coins>("coin.mint")],
  facts: { "coin.minted.1": ({ mints, coins }) => coins.set("coin", { realm: mints.size }) },
  createState: () => ({
    coins: new DocumentTable<{ realm: number }>({ name: "coin", code: 9 }),
    loads: [] as string[],
  }),
  tables: ({ coins }) => [coins],
  loaded: ({ loads }) => loads.push("coins"),
  due: [dueOf("coin.minting"), dueOf("coin.melting")],
} satisfies Feature<Coins>;

const registry = registryOf([mintFeature, coinFeature]);

test("registry: several features -> the writes and the tables of all, in their order", () => {
  assert.deepEqual([...registry.operations.keys()], ["mint.open", "coin.mint"]);
  const tables = registry.tables(registry.createState());
  assert.deepEqual(
    tables.map(({ name }) => name),
    ["mint", "coin"],
  );
});

test("registry: a fact of a feature -> sees its own part and those above, of one state", () => {
  const state = registry.createState();
  registry.apply.get("mint.opened.1")?.(state, { kind: "mint.opened.1" }, HEAD);
  registry.apply.get("coin.minted.1")?.(state, { kind: "coin.minted.1" }, HEAD);
  assert.deepEqual([...state.coins.values()], [{ realm: 1 }]);
  assert.equal(registry.createState().mints.size, 0);
});

test("registry: loaded -> every feature that rebuilds something is told", () => {
  const state = registry.createState();
  registry.loaded(state);
  assert.deepEqual(state.loads, ["coins"]);
});

test("registry: what time asks for -> the sources of all features, in their order", () => {
  assert.deepEqual(
    registry.due.map(({ name }) => name),
    ["mint.opening", "coin.minting", "coin.melting"],
  );
  assert.deepEqual(registryOf([]).due, []);
});

test("registry: clocks that are told -> those of the one feature that has them; of two, not made", () => {
  assert.equal(registry.clocks, CLOCKS);
  assert.equal("clocks" in registryOf([]), false);
  const other = { operations: [], realms: { clocks: CLOCKS } } satisfies Feature;
  assert.throws(() => registryOf([mintFeature, other]), /one feature says where clocks go/);
});

test("registry: two features with one operation, fact kind or part of the state -> not made", () => {
  const twice = { operations: [write<Mints>("mint.open")] } satisfies Feature<Mints>;
  assert.throws(() => registryOf([mintFeature, twice]), /declares mint\.open, once/);
  const again = { operations: [], facts: { "mint.opened.1": () => {} } } satisfies Feature;
  assert.throws(() => registryOf([mintFeature, again]), /declares mint\.opened\.1, once/);
  const same = { operations: [], createState: () => ({ mints: 1 }) } satisfies Feature;
  const both = registryOf([mintFeature, same]);
  assert.throws(() => both.createState(), /declares mints, once/);
});

test("registry: a feature that sees more than the features bring -> does not compile", () => {
  // @ts-expect-error: no feature creates the state `mints`, which coins see
  assert.ok(registryOf([coinFeature]));
});

test("features: their operations -> each with the tag of its feature, or the one that it names itself", () => {
  const { tag: _, ...untagged } = coinList;
  const coins = {
    tag: { name: "Coins", description: "Small round things." },
    operations: [untagged, { ...untagged, id: "coin.history.list", tag: "History" }],
  } satisfies Feature;
  const sides = { tag: "Coins", operations: [{ ...untagged, id: "side.list" }] } satisfies Feature;
  const internal = { operations: [{ ...untagged, id: "coin.settle" }] } satisfies Feature;
  const operations = everyOperationOf([coins, sides, internal]);
  assert.deepEqual(
    operations.map(({ id, tag }) => [id, tag]),
    [
      ["coin.list", "Coins"],
      ["coin.history.list", "History"],
      ["side.list", "Coins"],
      ["coin.settle", undefined],
    ],
  );
  assert.throws(() => operations.map(tagOf), /coin\.settle or its feature has a tag/);
});
