/** Checks are compiled by the first call that needs them; here every one of the contract is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callableOf } from "../../../src/calls/callable.ts";
import { operations } from "../../../src/features/registry.ts";

test("callable: every operation -> its checks compile, and refuse what is no object", () => {
  for (const operation of operations) {
    const { pathCheck, queryCheck, bodyCheck, isQueryOptional } = callableOf(operation);
    for (const check of [pathCheck, queryCheck, bodyCheck]) {
      assert.ok(check?.Check(1) !== true, operation.id);
    }
    assert.equal(isQueryOptional, queryCheck.Check({}), operation.id);
  }
});

test("callable: two of one operation -> share each check", () => {
  for (const operation of operations) {
    const [one, two] = [callableOf(operation), callableOf(operation)];
    assert.equal(one.pathCheck, two.pathCheck);
    assert.equal(one.queryCheck, two.queryCheck);
    assert.equal(one.bodyCheck, two.bodyCheck);
  }
});
