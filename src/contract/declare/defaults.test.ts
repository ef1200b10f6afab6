/** Defaults of inputs, left out and filled in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "@sinclair/typebox";
import { Limit } from "../values/formats.ts";
import { DEFAULT_OF_ENVIRONMENT, defaultsOf } from "./defaults.ts";

const item = Type.Object({
  kind: Type.Optional(Type.String({ default: "plain" })),
  text: Type.String(),
});
const BODY = Type.Object({
  atomic: Type.Optional(Type.Boolean({ default: false })),
  test: Type.Optional(Type.Boolean({ [DEFAULT_OF_ENVIRONMENT]: { sandbox: true, live: false } })),
  items: Type.Optional(Type.Array(item)),
  options: Type.Optional(
    Type.Union([Type.Object({ tags: Type.Array(Type.String(), { default: ["a"] }) }), Type.Null()]),
  ),
  name: Type.Optional(Type.String()),
});
const QUERY = Type.Object({ limit: Type.Optional(Limit) });

const CASES: [what: string, input: object, leftOut: object, filled: object][] = [
  ["nothing", {}, {}, { atomic: false, test: true, limit: "50" }],
  [
    "every default",
    { atomic: false, test: true, limit: "50", name: "n" },
    { name: "n" },
    { atomic: false, test: true, limit: "50", name: "n" },
  ],
  [
    "no default",
    { atomic: true, test: false, limit: "5" },
    { atomic: true, test: false, limit: "5" },
    { atomic: true, test: false, limit: "5" },
  ],
  [
    "nested",
    { items: [{ text: "a", kind: "plain" }, { text: "b" }], options: { tags: ["a"] } },
    { items: [{ text: "a" }, { text: "b" }], options: {} },
    {
      ...{ atomic: false, test: true, limit: "50", options: { tags: ["a"] } },
      items: [
        { text: "a", kind: "plain" },
        { text: "b", kind: "plain" },
      ],
    },
  ],
  [
    "null",
    { options: null },
    { options: null },
    { atomic: false, test: true, limit: "50", options: null },
  ],
];
for (const [what, input, leftOut, filled] of CASES) {
  test(`defaults: ${what} -> left out, filled in, and the input stays`, () => {
    const defaults = defaultsOf([undefined, QUERY, BODY]);
    const before = structuredClone(input);
    assert.deepEqual(defaults?.leftOutOf(input, "sandbox"), leftOut);
    assert.deepEqual(defaults?.filledInto(input, "sandbox"), filled);
    assert.deepEqual(input, before);
  });
}

test("defaults: another environment -> its own default", () => {
  const defaults = defaultsOf([BODY]);
  assert.deepEqual(defaults?.leftOutOf({ test: false }, "live"), {});
  assert.deepEqual(defaults?.leftOutOf({ test: true }, "live"), { test: true });
});

test("defaults: schemas without a default -> none", () => {
  assert.equal(defaultsOf([undefined, Type.Object({ a: Type.Array(Type.Object({})) })]), undefined);
});
