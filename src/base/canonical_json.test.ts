/** Canonical texts: equal for equal values, different for different ones. */
import assert from "node:assert/strict";
import test from "node:test";
import { fc } from "../../test/support/properties.ts";
import { canonicalJson, canonicalText } from "./canonical_json.ts";

test("canonicalJson: keys in any order -> one text that parses to the value", () => {
  const text = canonicalJson({ b: [1, { d: null, c: "é" }], a: true, gone: undefined });
  assert.equal(text, '{"a":true,"b":[1,{"c":"é","d":null}]}');
});

const DIFFERENT: [unknown, unknown][] = [
  [{ a: "1" }, { a: 1 }],
  [{ a: "" }, {}],
  [{ ab: "c" }, { a: "bc" }],
  [["a", "b"], ["ab"]],
  [[["a"], "b"], [["a", "b"]]],
  [{ a: { b: "c" } }, { a: { b: "c", d: "" } }],
  [null, "n"],
  [true, "t"],
  [12, "#12;"],
  [
    [1, 23],
    [12, 3],
  ],
];
for (const [one, other] of DIFFERENT) {
  test(`canonicalText: ${JSON.stringify(one)} and ${JSON.stringify(other)} -> differ`, () => {
    assert.notEqual(canonicalText(one), canonicalText(other));
  });
}

test("canonicalText: random values -> equal exactly where canonical JSON is", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (one, other) => {
      const same = canonicalJson(one) === canonicalJson(other);
      assert.equal(canonicalText(one) === canonicalText(other), same);
      assert.equal(canonicalText(one), canonicalText(JSON.parse(JSON.stringify(one))));
    }),
    { numRuns: 2_000 },
  );
});
