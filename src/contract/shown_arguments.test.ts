/** What a person is shown of a request: all but what its schemas mark as personal or secret. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "@sinclair/typebox";
import { PII, REDACTED, SECRET } from "./redaction.ts";
import { shownArgumentsOf } from "./shown_arguments.ts";

const path = Type.Object({ productId: Type.String() });
const body = Type.Object({
  name: Type.String({ ...PII }),
  secret: Type.Optional(Type.String({ ...SECRET })),
  fields: Type.Record(Type.String(), Type.Unknown()),
  people: Type.Array(Type.Object({ email: Type.String({ ...PII }), role: Type.String() })),
  either: Type.Optional(Type.Union([Type.Object({ a: Type.String({ ...PII }) }), Type.String()])),
});

test("shown arguments: marked parts, however deep -> left out, all else as it is", () => {
  const fields = { note: "due", address: { street: "A", lines: [1, { x: null }] } };
  const shown = shownArgumentsOf([path, undefined, body])({
    productId: "prod_1",
    name: "Ada",
    secret: "s",
    fields,
    people: [{ email: "a@example.com", role: "owner" }],
    either: { a: "Ada" },
  });
  assert.deepEqual(shown, {
    productId: "prod_1",
    name: REDACTED,
    secret: REDACTED,
    fields,
    people: [{ email: REDACTED, role: "owner" }],
    either: { a: REDACTED },
  });
});

test("shown arguments: schemas that mark nothing -> the very input", () => {
  const input = { productId: "prod_1" };
  assert.equal(shownArgumentsOf([path, undefined])(input), input);
});
