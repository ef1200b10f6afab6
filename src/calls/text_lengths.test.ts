/** Lengths of the inputs' texts, through the check that every transport runs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "@sinclair/typebox";
import { declareRead } from "../contract/declare/operation.ts";
import { Metadata, MetadataChange } from "../contract/values/formats.ts";
import { callableOf } from "./callable.ts";
import { issuesOf } from "./input_issues.ts";

const { bodyCheck } = callableOf(
  declareRead({
    id: "text.read",
    summary: "",
    http: { method: "POST", path: "/texts" },
    principals: ["product_key"],
    scope: undefined,
    ofItself: { because: "a test" },
    body: Type.Object(
      {
        text: Type.Optional(Type.String({ minLength: 2, maxLength: 200 })),
        either: Type.Optional(Type.Union([Type.String({ maxLength: 2 }), Type.Null()])),
        items: Type.Optional(Type.Array(Type.Object({ note: Type.String({ maxLength: 3 }) }))),
        metadata: Type.Optional(Metadata),
        change: Type.Optional(MetadataChange),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({}),
    refusals: [],
    read: () => assert.fail("never read"),
  }),
);

const FACE = "😀";
const CASES: [what: string, body: unknown, ...issues: string[]][] = [
  ["200 of 200", { text: FACE.repeat(200) }],
  ["201 of 200", { text: FACE.repeat(201) }, "text has 201 characters; text"],
  ["201 units of 200", { text: "a".repeat(201) }, "text has 201 characters; text"],
  ["1 of at least 2", { text: FACE }, "text has 1 character; text"],
  ["2 of at least 2", { text: FACE + FACE }],
  ["of a union", { either: FACE + FACE }],
  ["too many of a union", { either: FACE.repeat(3) }, "either has 3 characters; either"],
  ["null in a union", { either: null }],
  ["of an item", { items: [{ note: FACE.repeat(3) }] }],
  [
    "too many of an item",
    { items: [{ note: "" }, { note: FACE.repeat(4) }] },
    "items[1].note has 4 characters; items.1.note",
  ],
  [
    "value of 501 in a change",
    { change: { a: FACE.repeat(501) } },
    "change.a has 501 characters; change.a",
  ],
  ["name of 40 in a change", { change: { [FACE.repeat(40)]: FACE.repeat(500), b: null } }],
  ["name of 40", { metadata: { [FACE.repeat(40)]: FACE.repeat(500) } }],
  [
    "value of 501",
    { metadata: { a: FACE.repeat(501) } },
    "metadata.a has 501 characters; metadata.a",
  ],
];
for (const [what, body, ...issues] of CASES) {
  test(`text lengths: ${what}, in code points -> ${issues.join() || "fits"}`, () => {
    assert.ok(bodyCheck !== undefined);
    const found = issuesOf(bodyCheck, body);
    assert.deepEqual(
      found.map(({ message, path }) => `${message.split(";")[0]}; ${path.join(".")}`),
      issues,
    );
  });
}

test("text lengths: a name of 41 code points -> unexpected, and no half of a pair in the path", () => {
  assert.ok(bodyCheck !== undefined);
  const [issue] = issuesOf(bodyCheck, { metadata: { [`a${FACE.repeat(40)}`]: "" } });
  const [near] = issuesOf(bodyCheck, { metadata: { [`a${FACE.repeat(60)}`]: "" } });
  assert.equal(issue?.path[1], `a${FACE.repeat(40)}`);
  assert.equal(near?.path[1], `a${FACE.repeat(49)}\ufffd`);
});
