/** The compiled canonical text of an input against its plain twin. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type TSchema, Type } from "@sinclair/typebox";
import { fc } from "../../../test/support/properties.ts";
import { canonicalText } from "../../base/canonical_json.ts";
import { canonicalFormOf } from "./canonical_form.ts";

const Item = Type.Object({ b: Type.String(), a: Type.Optional(Type.Unknown()) });
const Body = Type.Object({
  z: Type.String(),
  items: Type.Array(Item),
  inner: Item,
  metadata: Type.Record(Type.String(), Type.String()),
  either: Type.Union([Type.Literal("x"), Item]),
});
const Path = Type.Object({ accountId: Type.String() });
const FORM = canonicalFormOf([Path, undefined, Body as TSchema]);

const names = fc.constantFrom("accountId", "z", "items", "inner", "a", "b", "metadata", "either");
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.string({ maxLength: 3 }),
    fc.constantFrom(null, true, false, 0, 1.5, undefined),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(names, fc.string({ maxLength: 2 })), tie("tree"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));
const input = fc.record(
  {
    accountId: tree,
    z: tree,
    items: fc.array(fc.record({ b: tree, a: tree }, { requiredKeys: [], noNullPrototype: true })),
    inner: fc.record({ a: tree, b: tree }, { requiredKeys: [], noNullPrototype: true }),
    metadata: tree,
    either: tree,
  },
  { requiredKeys: [], noNullPrototype: true },
);

test("canonical form: values that fit the schemas, and any others -> what canonicalText gives", () => {
  fc.assert(
    fc.property(fc.oneof(input, tree), (value) => {
      assert.equal(FORM(value), canonicalText(value));
    }),
    { numRuns: 2_000 },
  );
});

test("canonical form: fields in another order -> the same text", () => {
  const one = { accountId: "acct_1", z: "z", inner: { b: "1", a: null } };
  const other = { inner: { a: null, b: "1" }, z: "z", accountId: "acct_1" };
  assert.equal(FORM(one), FORM(other));
});
