/** Random tests have the seed of the run: a fixed one, or SEED; and the list of seeds that ever failed. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "./support/markdown.ts";
import { fc } from "./support/properties.ts";
import { askedSeed, failedSeeds, seedOf, usedSeed } from "./support/seeds.ts";

test("seeds: without SEED -> one seed for each run; with it -> that one; not a number -> refused", (t) => {
  const { SEED } = process.env;
  t.after(() => {
    if (SEED !== undefined) process.env["SEED"] = SEED;
    else delete process.env["SEED"];
  });
  delete process.env["SEED"];
  assert.deepEqual([askedSeed(), usedSeed(), seedOf(t)], [undefined, 1, 1]);
  process.env["SEED"] = "4711";
  assert.deepEqual([askedSeed(), usedSeed(), seedOf(t)], [4711, 4711, 4711]);
  process.env["SEED"] = "4711x";
  assert.throws(askedSeed, /SEED is a number/);
});

test("seeds: a property that gives no seed -> draws the same in every run of one seed", () => {
  const drawn = () => fc.sample(fc.nat(), 20);
  assert.equal(fc.readConfigureGlobal()?.seed, usedSeed());
  assert.deepEqual(drawn(), drawn());
  const checked: number[][] = [[], []];
  for (const values of checked)
    fc.assert(fc.property(fc.nat(), (value) => void values.push(value)));
  assert.deepEqual(checked[0], checked[1]);
});

test("failed seeds: each path of the list -> a test that takes the seed of the run; no seed twice", () => {
  for (const [path, seeds] of Object.entries(failedSeeds())) {
    assert.ok(path.endsWith(".test.ts") && existsSync(join(ROOT, path)), path);
    assert.match(readFileSync(join(ROOT, path), "utf8"), /support\/(seeds|properties)\.ts"/, path);
    assert.ok(seeds.every(Number.isSafeInteger), path);
    assert.deepEqual([...new Set(seeds)], seeds, path);
  }
});
