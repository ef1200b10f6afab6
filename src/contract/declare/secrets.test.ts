/** Which fields are secrets, and what remains without them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type TObject, Type } from "@sinclair/typebox";
import { SECRET } from "./redaction.ts";
import { secretsOf } from "./secrets.ts";

const Token = Type.Optional(Type.String(SECRET));
const Made = Type.Object({
  id: Type.String(),
  token: Token,
  codes: Type.Optional(Type.Array(Type.String(), SECRET)),
  inner: Type.Optional(Type.Object({ key: Token, name: Type.String() })),
  list: Type.Optional(Type.Array(Type.Object({ key: Token, at: Type.Integer() }))),
  either: Type.Optional(
    Type.Union([Type.Object({ key: Token }), Type.Object({ note: Type.String() })]),
  ),
});

const ROWS: { name: string; value: object; left: object; texts: string[] }[] = [
  { name: "no secret given", value: { id: "1" }, left: { id: "1" }, texts: [] },
  { name: "a text", value: { id: "1", token: "t" }, left: { id: "1" }, texts: ["t"] },
  {
    name: "a list of texts",
    value: { id: "1", codes: ["a", "b"] },
    left: { id: "1" },
    texts: ["a", "b"],
  },
  {
    name: "a nested one",
    value: { id: "1", inner: { key: "k", name: "n" } },
    left: { id: "1", inner: { name: "n" } },
    texts: ["k"],
  },
  {
    name: "one in each item",
    value: {
      id: "1",
      list: [
        { key: "k", at: 1 },
        { key: "l", at: 2 },
      ],
    },
    left: { id: "1", list: [{ at: 1 }, { at: 2 }] },
    texts: ["k", "l"],
  },
  {
    name: "one of an alternative",
    value: { id: "1", either: { key: "k" } },
    left: { id: "1", either: {} },
    texts: ["k"],
  },
  {
    name: "the alternative without one",
    value: { id: "1", either: { note: "n" } },
    left: { id: "1", either: { note: "n" } },
    texts: [],
  },
];

for (const { name, value, left, texts } of ROWS) {
  test(`secrets: ${name} -> taken out of a copy, and told`, () => {
    const secrets = secretsOf(Made, "output");
    const before = structuredClone(value);
    assert.deepEqual(secrets?.removedFrom(value), left);
    assert.deepEqual(secrets?.textsIn(value), texts);
    assert.deepEqual(value, before);
  });
}

test("secrets: a schema without a mark -> none", () => {
  assert.equal(secretsOf(Type.Object({ a: Type.String() }), "output"), undefined);
  assert.equal(secretsOf(undefined, "input"), undefined);
});

const WRONG: [string, TObject | ReturnType<typeof Type.String>][] = [
  ["the whole value", Type.String(SECRET)],
  ["a required field", Type.Object({ key: Type.String(SECRET) })],
  ["a required field further in", Type.Object({ a: Type.Object({ key: Type.String(SECRET) }) })],
];

for (const [name, schema] of WRONG) {
  test(`secrets: ${name} of an answer -> not declared so`, () => {
    assert.throws(() => secretsOf(schema, "output"), /secret/);
  });
}

test("secrets: a required field of an input -> may be one", () => {
  const secrets = secretsOf(Type.Object({ password: Type.String(SECRET) }), "input");
  assert.deepEqual(secrets?.removedFrom({ password: "p" }), {});
});
