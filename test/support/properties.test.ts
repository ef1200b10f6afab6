/** The ways to choose that tests share, beside those of fast-check. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_POINT, fc } from "./properties.ts";

test("properties: texts of CODE_POINT -> those that fast-check makes of its unit binary", () => {
  for (const bounds of [{}, { maxLength: 12 }, { minLength: 1, maxLength: 600 }]) {
    const own = fc.string({ unit: CODE_POINT, ...bounds });
    const theirs = fc.string({ unit: "binary", ...bounds });
    for (const seed of [1, 2, 3]) {
      const asked = { numRuns: 500, seed };
      assert.deepEqual(fc.sample(own, asked), fc.sample(theirs, asked));
    }
  }
});
