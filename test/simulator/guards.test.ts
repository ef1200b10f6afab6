/** Every guard of the simulator stands in one area of the table, and every area in a test file. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { GUARDS } from "./guards.ts";
import { guardsOf, MISSED } from "./missed.ts";

test("guards: the areas of the table together -> each guard once", () => {
  const listed = Object.keys(MISSED).flatMap(guardsOf);
  assert.deepEqual(listed.sort(), Object.keys(GUARDS).sort());
});

test("guards: the test files beside this one -> one for each area, which runs its guards", () => {
  const areas = Object.keys(MISSED);
  const files = readdirSync(import.meta.dirname).filter((name) =>
    /^guards_.*\.test\.ts$/.test(name),
  );
  assert.deepEqual(files.sort(), areas.map((area) => `guards_${area}.test.ts`).sort());
  for (const area of areas) {
    const text = readFileSync(join(import.meta.dirname, `guards_${area}.test.ts`), "utf8");
    assert.ok(text.includes(`guardsOf("${area}")`), `it runs the guards of "${area}"`);
  }
});
