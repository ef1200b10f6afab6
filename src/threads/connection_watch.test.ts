/** When connections are taken, by the descriptors that are free, and which networks are crowded. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type ConnectionOrders, ConnectionWatch, takenBelow } from "./connection_watch.ts";

const EMFILE = Object.assign(new Error("too many open files"), { code: "EMFILE" });

/** A watch over a system that the test changes; `told` has what the edges were told since the last look. */
function watched({ open, limit, max = 0 }: { open: number; limit: number; max?: number }) {
  const table = new Map<string, number>();
  const system = { open, limit, isUsedUp: false, table, tableMs: 0, countMs: 0 };
  const lines: string[] = [];
  let told: ConnectionOrders[] = [];
  let nowMs = 0;
  let looks = 0;
  const read = <T>(value: T): T => {
    if (system.isUsedUp) throw EMFILE;
    return value;
  };
  const log = (...said: unknown[]) => void lines.push(String(said.at(-1)));
  const watch = new ConnectionWatch({
    system: {
      openDescriptors() {
        nowMs += system.countMs;
        return read(system.open);
      },
      descriptorsMax: () => read(system.limit),
      connectionsByNetwork() {
        looks++;
        nowMs += system.tableMs;
        return read(system.table);
      },
    },
    max,
    tell: (orders) => told.push(orders),
    logger: { warn: log, info: log } as never,
    nowMs: () => nowMs,
  });
  return {
    system,
    watch,
    lines,
    get looks() {
      return looks;
    },
    /** Looks once, `ms` later; what the edges were told. */
    look(ms = 100): ConnectionOrders | undefined {
      nowMs += ms;
      told = [];
      watch.look();
      assert.ok(told.length <= 1);
      return told[0];
    },
  };
}

const LIMITS: [limit: number, below: number][] = [
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [100, 50],
  [512, 256],
  [1_024, 768],
  [2_000, 1_500],
  [65_536, 61_440],
  [1_048_576, 1_044_480],
];
for (const [limit, below] of LIMITS) {
  test(`descriptors: a limit of ${limit} -> connections are taken below ${below}`, () => {
    assert.equal(takenBelow(limit), below);
    if (limit === Number.POSITIVE_INFINITY) return;
    const { system, look } = watched({ open: below - 1, limit });
    assert.equal(look(), undefined);
    system.open = below;
    assert.equal(look()?.listens, false);
  });
}

test("descriptors: few are free -> told once, with one line; taken again when half of the reserve is free beside it", () => {
  const { system, look, lines, watch } = watched({ open: 768, limit: 1_024 });
  assert.deepEqual(look(), { listens: false, crowded: new Map() });
  system.open = 900;
  assert.equal(look(), undefined);
  assert.deepEqual(watch.numbers, { listens: false, openDescriptors: 900, descriptorsMax: 1_024 });
  system.open = 640;
  assert.equal(look(), undefined);
  system.open = 639;
  assert.deepEqual(look(), { listens: true, crowded: new Map() });
  assert.deepEqual(lines, [
    "no more connections are taken until descriptors are free",
    "connections are taken again",
  ]);
});

test("descriptors: none is left to look with -> no connections, until there are", () => {
  const { system, look } = watched({ open: 10, limit: 1_024 });
  system.isUsedUp = true;
  assert.equal(look()?.listens, false);
  assert.equal(look(), undefined);
  system.isUsedUp = false;
  assert.equal(look()?.listens, true);
});

test("descriptors: the limit is lowered below what is open, and raised -> none are taken, and again", () => {
  const { system, look } = watched({ open: 5_000, limit: 20_000 });
  assert.equal(look(), undefined);
  system.limit = 1_000;
  assert.equal(look()?.listens, false);
  system.limit = 20_000;
  assert.equal(look()?.listens, true);
});

test("descriptors: that take long to count -> counted so much less often", () => {
  const { system, look } = watched({ open: 10, limit: 1_024 });
  system.countMs = 40;
  look();
  system.open = 1_000;
  assert.equal(look(799), undefined);
  assert.equal(look(1)?.listens, false);
});

for (const [limit, says] of [
  [4_095, /allows this process 4095 open files: about 2972 connections/],
  [100, /allows this process 100 open files: about 0 connections/],
  [4_096, undefined],
] as const) {
  test(`descriptors: a start with ${limit} -> ${says === undefined ? "nothing" : "a line"} about it`, () => {
    const { watch, lines } = watched({ open: 100, limit });
    watch.open();
    watch.close();
    const line = lines.find((one) => one.includes("open files"));
    if (says === undefined) assert.equal(line, undefined);
    else assert.match(String(line), says);
  });
}

test("crowded networks: as many as they may, one less -> named with their number, not named; told while there are some", () => {
  const { system, look } = watched({ open: 500, limit: 20_000, max: 10 });
  system.table = new Map([
    ["192.0.2.1", 9],
    ["192.0.2.2", 10],
    ["192.0.2.3", 11],
  ]);
  const crowded = new Map([
    ["192.0.2.2", 10],
    ["192.0.2.3", 11],
  ]);
  assert.deepEqual(look(), { listens: true, crowded });
  assert.equal(look(999), undefined);
  assert.deepEqual(look(1), { listens: true, crowded });
  system.table = new Map([["192.0.2.1", 9]]);
  assert.deepEqual(look(1_000), { listens: true, crowded: new Map() });
  assert.equal(look(1_000), undefined);
});

test("crowded networks: no limit, fewer descriptors than the limit -> the table is not read", () => {
  const off = watched({ open: 500, limit: 20_000 });
  off.look(5_000);
  const few = watched({ open: 9, limit: 20_000, max: 10 });
  few.look(5_000);
  assert.deepEqual([off.looks, few.looks], [0, 0]);
  few.system.open = 10;
  few.look(5_000);
  assert.equal(few.looks, 1);
});

test("crowded networks: a table that takes long to read -> read so much less often", () => {
  const slow = watched({ open: 500, limit: 20_000, max: 10 });
  slow.system.tableMs = 200;
  slow.look(0);
  slow.look(3_999);
  assert.equal(slow.looks, 1);
  slow.look(1);
  assert.equal(slow.looks, 2);
});
