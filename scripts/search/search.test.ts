/** The search: which kind is next, what it says of a failure, its flags, and a short run. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { OptionError } from "../../src/base/option_error.ts";
import { type Kind, kindsOf, randomTests, type Turn } from "./kinds.ts";
import { parseSearchOptions } from "./options.ts";
import { search, searchText } from "./search.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** Runs a search whose turns take the given times, seconds, by a clock of its own; returns what it said. */
async function searched(kinds: readonly Kind[], minutes: number, times: number[], output?: string) {
  let nowMs = 0;
  const said: string[] = [];
  const ran: Turn[] = [];
  const report = await search(
    { minutes, from: 10 },
    {
      kinds,
      nowMs: () => nowMs,
      say: (text) => void said.push(text),
      run: async (turn) => {
        ran.push(turn);
        nowMs += (times[ran.length - 1] ?? 1) * 1_000;
        return { passed: output === undefined, output: output ?? "" };
      },
    },
  );
  return { report, said, ran };
}

test("search: kinds of different lengths -> the one that had the least time is next, each turn a new seed", async () => {
  const kinds = kindsOf(["scripts/fuzz", "test/model", "simulator"]);
  assert.deepEqual(
    kinds.map(({ name }) => name),
    ["simulator", "made requests", "programs"],
  );
  const { report, said } = await searched(kinds, 1, [10, 4, 3, 2, 5, 30, 20]);
  assert.deepEqual(
    said.map((text) => text.replace(/:.*/, "")),
    [
      ...["simulator, seed 10", "made requests, seed 210", "programs, seed 211"],
      ...["programs, seed 212", "made requests, seed 213", "programs, seed 214"],
      "made requests, seed 215",
    ],
  );
  assert.equal(
    searchText(report),
    "turns: simulator 1, made requests 3, programs 3; failures: 0\n",
  );
});

test("search: a turn that fails -> its files by the report, how to replay each, what to add; goes on", async () => {
  const kinds = kindsOf(["src/base/binary_heap", "src/base/id.test"]);
  const failed = "test at src/base/id.test.ts:12:3\n✖ id: any -> same";
  const { report, said } = await searched(kinds, 0.05, [2, 2], failed);
  assert.equal(report.turns.get("properties"), 2);
  assert.match(said.join("\n"), /properties, seed 10: FAILED in 2\.0 s/);
  const found = [10, 11].map(
    (seed) =>
      `FAILED src/base/id.test.ts with the seed ${seed}\n` +
      `  replay it:  SEED=${seed} npm test -- src/base/id.test.ts\n` +
      `  add to test/failed_seeds.json:  "src/base/id.test.ts": [${seed}]\n`,
  );
  assert.equal(searchText(report), `turns: properties 2; failures: 2\n${found.join("")}`);
});

test("search: a violation in the simulator -> the seed that has it, not the first of the turn", () => {
  const [simulator] = kindsOf(["simulator.test"]);
  const failures = simulator?.turn(4_700, 0).failuresIn("seed 4711: money sums to 1\n…\n");
  assert.deepEqual(failures, [
    {
      path: "test/simulator/simulator.test.ts",
      seed: 4711,
      replay: "npm run simulate -- --seed 4711",
    },
  ]);
});

test("search: every test that chooses at random -> in one of its kinds", () => {
  const kinds = kindsOf([]);
  const names = [
    "simulator",
    "disk",
    "damage",
    "crashes",
    "made requests",
    "programs",
    "properties",
  ];
  assert.deepEqual(
    kinds.map(({ name }) => name),
    names,
  );
  const turns = Array.from({ length: 20 }, (_, number) => number);
  const args = kinds.flatMap((kind) => turns.flatMap((number) => kind.turn(1, number).args));
  const missing = randomTests().filter((path) => !args.includes(path));
  assert.deepEqual(missing, ["test/simulator/simulator.test.ts"]);
});

for (const args of [
  ["--minutes", "0"],
  ["--minutes", "soon"],
  ["--from", "-1"],
  ["--speed", "1"],
]) {
  test(`search: ${args.join(" ")} -> refused`, () => {
    assert.throws(() => parseSearchOptions(args), OptionError);
  });
}

test("search: the command for a moment, one file -> a turn with a new seed, nothing wrong, exit 0", () => {
  const args = ["--minutes", "0.001", "--from", "4711", "src/base/binary_heap"];
  const command = ["--import", "tsx", "scripts/search.ts", ...args];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    ...{ cwd: ROOT, env },
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /^properties, seed 4711: nothing wrong in /m);
  assert.match(stdout, /^turns: properties 1; failures: 0$/m);
});
