/**
 * For tests of due steps: all features and one more, whose due source has rows that may make further
 * rows. A row checks that the Product's clock stands at the row's time while the row is decided. Rows
 * are not stored in the state: a test that restarts removes the state, and the log is replayed.
 */
import { Type } from "@sinclair/typebox";
import { BinaryHeap } from "../../../src/base/binary_heap.ts";
import { invariant } from "../../../src/base/invariant.ts";
import type { DueSource } from "../../../src/contract/declare/due_source.ts";
import { noEvents } from "../../../src/contract/declare/event.ts";
import { type Feature, registryOf } from "../../../src/contract/declare/feature.ts";
import { accept, declareWrite } from "../../../src/contract/declare/operation.ts";
import type { Fact } from "../../../src/contract/records/record.ts";
import { refuse } from "../../../src/contract/refusals/refusal.ts";
import { SHARD_FEATURES, type ShardState } from "../../../src/features/registry.ts";
import { productClockMs } from "../../../src/features/sandbox/product_clock.ts";

/**
 * `makes`: how many further rows follow, each made by the row before it, a millisecond later. `weight`: as how many
 * steps of a turn a row counts.
 */
type Row = { id: number; atMs: number; makes: number; weight?: number };
export type Rows = {
  count: number;
  fromMs: number;
  everyMs?: number;
  makes?: number;
  weight?: number;
};

export type RowState = ShardState & ReturnType<typeof createRowState>;

function createRowState() {
  return {
    rows: new Map<number, BinaryHeap<Row>>(),
    /** The number of rows that ran, by realm. */
    ran: new Map<number, number>(),
    /** How often the due source was asked for the earliest row. */
    asked: 0,
  };
}

const declare = declareWrite<RowState>();
const COMMON = {
  principals: ["product_key"],
  scope: undefined,
  ofItself: { because: "a test" },
  output: Type.Unknown(),
  events: [],
} as const;

/** Makes rows, and answers how many rows have run so far in all realms. */
const rowsMake = declare({
  ...COMMON,
  id: "rows.make",
  summary: "Make rows",
  http: { method: "POST", path: "/rows", status: 201 },
  body: Type.Object({ count: Type.Integer(), fromMs: Type.Integer() }),
  refusals: [],
  decide: (state, input) =>
    accept([{ kind: "rows.made.1", ...input } as Fact], { ran: ranIn(state) }),
});

/** Runs a row. A row whose id ends in 13 is refused, and counts as run all the same. */
const rowRun = declare({
  ...COMMON,
  id: "row.run",
  summary: "Run a row",
  http: { method: "POST", path: "/row" },
  body: Type.Object({ id: Type.Integer() }),
  refusals: ["state_conflict"],
  decide(state, { id }, context) {
    const row = state.rows.get(context.realm)?.peek();
    invariant(row?.id === id, "the earliest row runs");
    invariant(productClockMs(state, context) === row.atMs, "the clock stands at the row's time");
    const ran = { kind: "row.ran.1" } as Fact;
    return id % 100 === 13
      ? refuse("state_conflict", "unlucky", { expected: 0, actual: 13 }, [ran])
      : accept([ran], {});
  },
});

/** Puts a fresh realm in the place of the one it is asked for in. */
const realmRenew = declare({
  ...COMMON,
  id: "realm.renew",
  summary: "Begin anew",
  http: { method: "POST", path: "/renewal" },
  refusals: [],
  decide: () => ({ ...accept([], {}), renewsRealm: true }),
});

const rowSource: DueSource<RowState> = {
  name: "row",
  realms: (state) => [...state.rows].flatMap(([realm, { size }]) => (size > 0 ? [realm] : [])),
  earliest(state, realm) {
    state.asked++;
    const row = state.rows.get(realm)?.peek();
    if (row === undefined) return undefined;
    const { atMs, id, weight } = row;
    return { atMs, operation: rowRun.id, input: { id }, ...(weight !== undefined && { weight }) };
  },
};

function add(state: RowState, realm: number, row: Row): void {
  const heap =
    state.rows.get(realm) ??
    new BinaryHeap<Row>((a, b) => a.atMs < b.atMs || (a.atMs === b.atMs && a.id < b.id));
  heap.push(row);
  state.rows.set(realm, heap);
}

export function ranIn({ ran }: RowState): number {
  return [...ran.values()].reduce((sum, count) => sum + count, 0);
}

const rowFeature = {
  operations: [rowsMake, rowRun, realmRenew],
  facts: {
    "rows.made.1": (state, fact, { realm }) => {
      const { count, fromMs, everyMs = 0, makes = 0, weight } = fact as Fact & Rows;
      const weighs = weight === undefined ? {} : { weight };
      const first = state.rows.get(realm)?.size ?? 0;
      for (let at = 0; at < count; at++) {
        add(state, realm, { id: first + at, atMs: fromMs + at * everyMs, makes, ...weighs });
      }
    },
    "row.ran.1": (state, _fact, { realm }) => {
      const row = state.rows.get(realm)?.pop();
      invariant(row !== undefined, "a row that ran was there");
      state.ran.set(realm, (state.ran.get(realm) ?? 0) + 1);
      const { id, atMs, makes } = row;
      if (makes > 0) add(state, realm, { id, atMs: atMs + 1, makes: makes - 1 });
    },
  },
  eventsOf: { "rows.made.1": noEvents, "row.ran.1": noEvents },
  createState: createRowState,
  due: [rowSource],
} satisfies Feature<RowState>;

export const ROW_REGISTRY = registryOf([...SHARD_FEATURES, rowFeature] as const);
