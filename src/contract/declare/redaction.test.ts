/** Which parts of a body may be kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type TSchema, Type } from "@sinclair/typebox";
import { PII, REDACTED, redactionOf } from "./redaction.ts";

const Name = Type.String(PII);
const Party = Type.Object({ name: Name, country: Type.String() });
const Draft = Type.Object({
  amount: Type.String(),
  party: Type.Optional(Party),
  parties: Type.Optional(Type.Array(Party)),
  metadata: Type.Optional(Type.Record(Type.String({ pattern: "^[a-z]+$" }), Type.String())),
  kind: Type.Optional(Type.Union([Type.Literal("a"), Type.Literal("b")])),
  either: Type.Optional(Type.Union([Name, Type.Number()])),
});

const ROWS: { name: string; schema: TSchema | undefined; value: unknown; kept: unknown }[] = [
  { name: "nothing marked", schema: Draft, value: { amount: "1" }, kept: { amount: "1" } },
  {
    name: "a marked field, nested and in a list",
    schema: Draft,
    value: { party: { name: "Ada", country: "GB" }, parties: [{ name: "Bob", country: "DE" }] },
    kept: {
      party: { name: REDACTED, country: "GB" },
      parties: [{ name: REDACTED, country: "DE" }],
    },
  },
  {
    name: "fields that nobody knows",
    schema: Draft,
    value: { amount: "1", password: "x", party: { name: "Ada", pin: 1 } },
    kept: { amount: "1", password: REDACTED, party: { name: REDACTED, pin: REDACTED } },
  },
  { name: "a map", schema: Draft, value: { metadata: { a: "b" } }, kept: { metadata: { a: "b" } } },
  {
    name: "alternatives",
    schema: Draft,
    value: { kind: "a", either: "Ada" },
    kept: { kind: "a", either: REDACTED },
  },
  {
    name: "a name like Object's own",
    schema: Draft,
    value: { toString: 1 },
    kept: { toString: REDACTED },
  },
  { name: "no schema", schema: undefined, value: { a: 1 }, kept: REDACTED },
  { name: "a list where none is", schema: Draft, value: [1], kept: REDACTED },
];

for (const { name, schema, value, kept } of ROWS) {
  test(`redaction: ${name} -> ${JSON.stringify(kept)}`, () => {
    assert.deepEqual(redactionOf(schema).redact(value), kept);
  });
}

test("redaction: a schema with and without a mark anywhere -> not plain, plain", () => {
  assert.equal(redactionOf(Draft).isPlain, false);
  assert.equal(redactionOf(Type.Object({ list: Type.Array(Type.String()) })).isPlain, true);
  assert.equal(redactionOf(undefined).isPlain, false);
});
