/** The profile: its arithmetic on made-up samples, and whole, on a real server under load. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { OptionError } from "../../src/base/option_error.ts";
import { ROOT } from "../child.ts";
import { chooseGenerator } from "../load.ts";
import type { Settings } from "../row.ts";
import { LOADS } from "./loads.ts";
import { openProfiledBank, type Profile, profileOf } from "./measure.ts";
import { parseProfileOptions, profileUsage } from "./options.ts";
import { COLLECTION, NO_ROOM, OUTSIDE, ROOMS, ROWS, roomOf } from "./rooms.ts";
import { type CpuProfile, sampledOf } from "./samples.ts";
import { functionTable, roomTable } from "./table.ts";
import { columnOf, type ThreadTimes } from "./threads.ts";

const SETTINGS: Settings = {
  size: "small",
  generator: chooseGenerator(),
  connections: 16,
  accounts: 16,
  scratch: tmpdir(),
  say: () => undefined,
};
/** The rooms of a ledger shard that every transfer passes. */
const LEDGER_ROOMS = ["mailbox", "journal", "features", "record encoding", "commit"];

test("profile rooms: every path of the table -> a file or folder of the project", () => {
  for (const path of Object.values(ROOMS).flat()) assert.ok(existsSync(join(ROOT, path)), path);
});

for (const [path, room] of [
  ["src/http/call/exchange.ts", "reading the request"],
  ["src/http/answer/response_head.ts", "reply"],
  ["src/calls/calls.ts", "admission"],
  ["src/calls/write.ts", "courier"],
  ["src/shard/journal.ts", "journal"],
  ["src/shard/mailbox.ts", "mailbox"],
  ["src/features/transfer/transfer_plan.ts", "features"],
  ["src/features/ledger/transfer_row.ts", "record encoding"],
  ["src/base/canonical_json.ts", undefined],
  ["node_modules/pino/lib/proto.js", undefined],
] as const) {
  test(`profile rooms: ${path} -> ${room ?? "the room of the caller"}`, () => {
    assert.equal(roomOf(path), room);
  });
}

test("profile samples: late ones, native code -> rooms of callers, a share of those in time", () => {
  const sampled = sampledOf(PROFILE, { fromUs: 1_000, toUs: 9_000 });
  assert.deepEqual(
    [...sampled.rooms],
    [
      ["journal", 3],
      [COLLECTION, 1],
      [NO_ROOM, 1],
    ],
  );
  assert.equal(sampled.busy, 5);
  // Of six samples in time, at 2, 3, 4, 5, 8 and 9 ms, two found the thread idle.
  assert.equal(sampled.busyShare, 4 / 6);
  assert.deepEqual(
    [...sampled.functions.keys()],
    [
      "execute  src/shard/journal.ts:8",
      "hash  called in src/base/canonical_json.ts:3",
      COLLECTION,
      "emit  called in Node",
    ],
  );
});

test("profileOf: two edges, one sampled too often -> the rows are the threads' time", () => {
  const times = (cpuUs: number, name = "node"): ThreadTimes => {
    return { name, cpuUs, kernelUs: 10_000, waitedUs: 1_000 };
  };
  const threads = new Map([
    [1, times(100)],
    [2, times(50_000)],
    [3, times(30_000)],
    [4, times(8_000)],
    [5, times(7_000, "v8:ProfEvntProc")],
  ]);
  const known = {
    main: 1,
    early: [],
    workers: [
      [2, "edge"],
      [3, "edge"],
    ] as const,
  };
  const window = { fromUs: 0, toUs: 101_000 };
  const turn = { units: 10, window, threads };
  const rooms = new Map([
    ["courier", 3],
    [COLLECTION, 1],
  ]);
  const busy = { busyShare: 0.4, rooms, functions: new Map([["send  a.ts:1", 3]]), busy: 4 };
  const idle = { busyShare: 0, rooms: new Map(), functions: new Map(), busy: 0 };
  const profile = profileOf(
    known,
    turn,
    turn,
    new Map([...[2, 3].map((tid) => [tid, busy] as const), [1, idle]]),
  );
  const edge = profile.columns.get("edge");
  // Edge 2 was busy for 40 of its 50 ms; 3 for the whole of its 30 ms, although samples say 40.
  assert.deepEqual(edge?.threads, 2);
  assert.deepEqual(edge?.cpuUs, 8_000);
  assert.deepEqual(
    [...(edge?.rooms ?? [])],
    [
      ["courier", 5_250],
      [COLLECTION, 1_750],
      [OUTSIDE, 1_000],
    ],
  );
  assert.deepEqual([...(profile.columns.get("main")?.rooms ?? [])], [[OUTSIDE, 10]]);
  assert.deepEqual(profile.columns.get("pool")?.cpuUs, 800);
  assert.deepEqual([...profile.columns.keys()], ["main", "edge", "pool"]);
  assert.deepEqual(profile.functions, [{ column: "edge", text: "send  a.ts:1", us: 5_250 }]);
});

for (const [what, tid, name, column] of [
  ["main", 7, "node", "main"],
  ["a thread from before the server", 8, "node", "helpers"],
  ["a worker", 9, "WorkerThread", "ledger"],
  ["a worker of another kind", 10, "node", "other"],
  ["a thread that nobody names", 11, "node", "pool"],
  ["the profiler's own", 12, "v8:ProfEvntProc", undefined],
] as const) {
  test(`profile threads: ${what} -> column ${column ?? "none"}`, () => {
    const workers = [
      [9, "ledger"],
      [10, "prover"],
    ] as const;
    assert.equal(columnOf({ main: 7, early: [8], workers }, tid, name), column);
  });
}

test("profile: a server with two edges -> rows add up to thread times, all ledger rooms have some", async (t) => {
  const profiled = await openProfiledBank(SETTINGS, { flags: ["--edges", "2"], intervalUs: 200 });
  t.after(profiled.close);
  const load = LOADS.find(({ name }) => name === "p1");
  assert.ok(load !== undefined);
  // A turn of one second on a busy machine may be too few samples: turns are repeated until each
  // room of the shard has one.
  let profile: Profile;
  do {
    profile = await profiled.measure(load, 1);
    for (const [column, { cpuUs, kernelUs, rooms }] of profile.columns) {
      const parts = [...rooms.values()];
      assert.ok(parts.every((us) => us >= 0) && kernelUs >= 0 && kernelUs <= cpuUs, column);
      const sum = parts.reduce((one, other) => one + other, 0);
      if (parts.length > 0) assert.ok(Math.abs(sum - cpuUs) <= 1e-6 * cpuUs, column);
      for (const room of rooms.keys()) assert.ok(ROWS.includes(room), room);
    }
  } while (
    !LEDGER_ROOMS.every((room) => (profile.columns.get("ledger")?.rooms.get(room) ?? 0) > 0)
  );
  await profiled.bank.check();
  const threads = [...profile.columns].map(([column, { threads }]) => [column, threads]);
  // The outbox does not run where nobody is sent anything.
  const expected = { edge: 2, ledger: 1, platform: 1, main: 1 };
  for (const [column, count] of Object.entries(expected)) {
    assert.deepEqual(new Map(threads as [string, number][]).get(column), count, column);
  }
  assert.ok(profile.columns.has("pool") && profile.columns.has("helpers"));
  assert.ok(!profile.columns.has("other"));
  assert.match(
    roomTable(profile),
    /^ +edge {2}ledger shard .* all\n(.*\n)+journal (.*\n)+number of threads/,
  );
  assert.match(functionTable(profile), /^ +\d+\.\d\d {2}(edge|ledger shard|main) .*src\//m);
});

test("profile options: loads and flags -> those loads, those flags; --help -> the usage", () => {
  const args = ["p4", "p1", "--seconds", "3", "--edges", "2", "--connections", "9", "--keep", "x"];
  const command = parseProfileOptions(args);
  assert.ok(command !== "help");
  const { loads, seconds, edges, settings, keepIn } = command;
  assert.deepEqual(
    loads.map(({ name }) => name),
    ["p1", "p4"],
  );
  assert.deepEqual([seconds, edges, settings.connections, keepIn], [3, 2, 9, "x"]);
  assert.equal(parseProfileOptions(["--help"]), "help");
  for (const { name } of LOADS) assert.match(profileUsage(), new RegExp(`^  ${name} `, "m"));
});

const REFUSED: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [[], /name a load: p1 p3/],
  [["p2"], /no load p2/],
  [["p1", "--edges", "0"], /--edges is a whole number from 1/],
  [["p1", "--interval", "99"], /--interval is a whole number from 100/],
  [["p1", "--record"], /--record.*see --help/s],
];

for (const [args, message] of REFUSED) {
  test(`profile options: "${args.join(" ")}" -> refused with a sentence`, () => {
    assert.throws(
      () => parseProfileOptions(args),
      (error: Error) => error instanceof OptionError && message.test(error.message),
    );
  });
}

/** Files that no build made: so they have no source map, and stand at their own lines. */
const frame = (functionName: string, path = "", lineNumber = 0) => {
  const url = path === "" ? "" : `file://${join(ROOT, path)}`;
  return { functionName, url, lineNumber, columnNumber: 0 };
};
const PROFILE: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame("(root)"), children: [2, 3, 4, 7] },
    { id: 2, callFrame: frame("(idle)") },
    { id: 3, callFrame: frame("(garbage collector)") },
    { id: 4, callFrame: frame("execute", "src/shard/journal.ts", 7), children: [5] },
    { id: 5, callFrame: frame("canonical", "src/base/canonical_json.ts", 2), children: [6] },
    { id: 6, callFrame: frame("hash") },
    { id: 7, callFrame: { ...frame("emit"), url: "node:events" } },
  ],
  startTime: 0,
  endTime: 11_000,
  // At 0.9 ms and 10 ms they are outside of the window; the one at 7 ms is late.
  samples: [4, 4, 6, 2, 3, 4, 7, 2, 4],
  timeDeltas: [900, 1_100, 1_000, 1_000, 1_000, 2_000, 1_000, 1_000, 1_000],
};
