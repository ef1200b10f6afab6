/** The bound on the depth of a value, on both sides, and of values that a recursion could not follow. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isNestedDeeper, NESTING_MAX } from "./nesting.ts";

const nested = (depth: number, leaf: unknown = 1) => {
  let value = leaf;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

test("nesting: no list, the most, and one more -> only the last is deeper", () => {
  assert.equal(isNestedDeeper("text"), false);
  assert.equal(isNestedDeeper(nested(NESTING_MAX)), false);
  assert.equal(isNestedDeeper(nested(NESTING_MAX + 1)), true);
  assert.equal(isNestedDeeper([1, nested(NESTING_MAX), {}]), true);
});

test("nesting: half a million lists within each other -> deeper, without a recursion", () => {
  const value = JSON.parse(`${"[".repeat(500_000)}${"]".repeat(500_000)}`);
  assert.equal(isNestedDeeper(value), true);
});
