/** `npm run simulate` as a command: over several processes, for one seed, and with wrong flags. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { programOf } from "../program.ts";

const SCRIPT = join(import.meta.dirname, "..", "simulate.ts");

function simulate(...flags: string[]) {
  const { file, options } = programOf(SCRIPT);
  return spawnSync(process.execPath, [...options, file, ...flags], { encoding: "utf8" });
}

test("simulate: 6 seeds over 2 processes -> exit 0, a table, how many", () => {
  const { status, stdout, stderr } = simulate("--seeds", "6", "--steps", "20", "--processes", "2");
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /^transfer\.create accepted +\d+$/m);
  assert.match(stdout, /^6 of 6 seeds from 1 in .*: nothing wrong$/m);
});

test("simulate: one seed -> its events, twice the same", () => {
  const [one, two] = [
    simulate("--seed", "5", "--steps", "10"),
    simulate("--seed", "5", "--steps", "10"),
  ];
  assert.equal(one.status, 0, one.stdout + one.stderr);
  assert.match(
    one.stdout,
    /server 1 starts\n[\s\S]*seed 5, 10 steps, \d+ events: nothing wrong\n$/,
  );
  assert.equal(two.stdout, one.stdout);
});

for (const flags of [
  ["--seeds", "0"],
  ["--seeds", "many"],
  ["--speed", "1"],
  ["--seed", "-1"],
]) {
  test(`simulate: ${flags.join(" ")} -> exit 2, the usage`, () => {
    const { status, stderr } = simulate(...flags);
    assert.equal(status, 2);
    assert.match(stderr, /Usage: npm run simulate/);
  });
}
