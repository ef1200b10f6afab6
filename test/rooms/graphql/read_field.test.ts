/** Keys of inputs: equal for equal inputs, different for different inputs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnyRead } from "../../../src/calls/callable.ts";
import { operations } from "../../../src/features/registry.ts";
import { keyOf, relationField, rootField } from "../../../src/graphql/read_field.ts";

const readOf = (id: string) => operations.find((operation) => operation.id === id) as AnyRead;
const balance = readOf("account.balance.retrieve");
const root = rootField(balance);
const relation = relationField(balance, { boundName: "accountId", idsOf: () => ["acct_1"] });

test("key of: one parameter, as an argument or from a parent -> its text, the same for both", () => {
  assert.equal(keyOf(root, "", { accountId: "acct_1" }), "acct_1");
  assert.equal(keyOf(relation, "acct_1", {}), "acct_1");
});

test("key of: a moment of the past beside it -> another key", () => {
  const keys = [{}, { asOf: "1" }, { asOf: "2" }].map((more) =>
    keyOf(root, "", { accountId: "acct_1", ...more }),
  );
  assert.equal(new Set(keys).size, 3);
});

test("key of: a text that is written as the key of another input -> another key", () => {
  const past = keyOf(root, "", { accountId: "acct_1", asOf: "1" });
  assert.notEqual(keyOf(root, "", { accountId: past }), past);
  const none = keyOf(root, "", {});
  assert.notEqual(keyOf(root, "", { accountId: none }), none);
});

test("key of: several parameters -> no texts of one input can be taken for another's", () => {
  const list = rootField(readOf("transfer.list"));
  const keys = [
    { productId: "a", status: "b" },
    { productId: "a\nstatus=1:b" },
    { productId: "a" },
    { status: "b" },
  ].map((args) => keyOf(list, "", args));
  assert.equal(new Set(keys).size, 4);
});
