/** What a person is shown of a request: all but what its schemas mark as personal or secret. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "@sinclair/typebox";
import { PII, REDACTED, SECRET, SHOWN_TO_APPROVERS } from "./redaction.ts";
import { shownArgumentsOf } from "./shown_arguments.ts";

const path = Type.Object({ productId: Type.String() });
const body = Type.Object({
  name: Type.String({ ...PII }),
  secret: Type.Optional(Type.String({ ...SECRET })),
  fields: Type.Record(Type.String(), Type.Unknown()),
  people: Type.Array(Type.Object({ email: Type.String({ ...PII }), role: Type.String() })),
  either: Type.Optional(Type.Union([Type.Object({ a: Type.String({ ...PII }) }), Type.String()])),
});

const INPUT = {
  productId: "prod_1",
  name: "Ada",
  secret: "s",
  fields: { note: "due", address: { street: "A", lines: [1, { x: null }] } },
  people: [{ email: "a@example.com", role: "owner" }],
  either: { a: "Ada" },
};

test("shown arguments: marked parts, however deep -> apart, with their places; all else as it is", () => {
  const shown = shownArgumentsOf([path, undefined, body])(INPUT);
  assert.deepEqual(shown.arguments, {
    ...INPUT,
    name: REDACTED,
    secret: REDACTED,
    people: [{ email: REDACTED, role: "owner" }],
    either: { a: REDACTED },
  });
  assert.deepEqual(shown.personal, { ...INPUT, secret: REDACTED });
  assert.deepEqual(
    shown.hidden.map(({ path: at, why }) => `${at.join(".")} ${why}`),
    ["name personal", "secret secret", "people.0.email personal", "either.a personal"],
  );
});

test("shown arguments: a secret within a personal part -> hidden from everybody, and told", () => {
  const within = Type.Object({
    person: Type.Object({ pin: Type.String({ ...SECRET }), name: Type.String() }, { ...PII }),
  });
  const shown = shownArgumentsOf([within])({ person: { pin: "1234", name: "Ada" } });
  assert.deepEqual(shown.arguments, { person: REDACTED });
  assert.deepEqual(shown.personal, { person: { pin: REDACTED, name: "Ada" } });
  assert.deepEqual(shown.hidden, [
    { path: ["person"], why: "personal" },
    { path: ["person", "pin"], why: "secret" },
  ]);
});

test("shown arguments: a secret that is decided about -> as a personal value", () => {
  const number = Type.String({ ...PII, ...SECRET, ...SHOWN_TO_APPROVERS });
  const paid = Type.Object({ to: Type.Object({ iban: Type.Optional(number) }) });
  const shown = shownArgumentsOf([paid])({ to: { iban: "DE1" } });
  assert.deepEqual(shown.arguments, { to: { iban: REDACTED } });
  assert.deepEqual(shown.personal, { to: { iban: "DE1" } });
  assert.deepEqual(shown.hidden, [{ path: ["to", "iban"], why: "personal" }]);
});

test("shown arguments: secrets alone -> nothing is kept apart for anybody", () => {
  const { personal, hidden } = shownArgumentsOf([body])({ secret: "s", fields: {}, people: [] });
  assert.equal(personal, undefined);
  assert.deepEqual(hidden, [{ path: ["secret"], why: "secret" }]);
});

test("shown arguments: schemas that mark nothing -> the very input", () => {
  const input = { productId: "prod_1" };
  assert.equal(shownArgumentsOf([path, undefined])(input).arguments, input);
});
