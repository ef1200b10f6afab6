/** The bytes of a plain input against the objects and the canonical text of the same input. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "@sinclair/typebox";
import { fc } from "../../../test/support/properties.ts";
import { envelopeText, plainText, readEnvelopes, slotText } from "../messages/envelope_text.ts";
import { canonicalFormOf } from "./canonical_form.ts";
import { plainFormOf } from "./plain_items.ts";

const NAMES = ["sourceId", "b", "amount", "a"] as const;
const PLAIN = { fields: [], list: { name: "items", fields: NAMES } } as const;
const Text = Type.Optional(Type.String());
const Item = Type.Object({ sourceId: Text, b: Text, amount: Text, a: Text, others: Text });
const BODY = Type.Object({ items: Type.Array(Item), atomic: Type.Optional(Type.Boolean()) });
const FORM = canonicalFormOf([undefined, undefined, BODY]);
const PLAIN_FORM = plainFormOf(PLAIN);

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ minLength: 90, maxLength: 130 }),
  fc.constantFrom("", "x".repeat(9), "x".repeat(10), "x".repeat(99), "x".repeat(126)),
);
const item = fc.record(
  { sourceId: text, b: text, amount: text, a: text },
  { requiredKeys: [], noNullPrototype: true },
);
/** Some are longer than the bytes that a message and a text have at first. */
const lists = fc.oneof(
  fc.array(item, { maxLength: 8 }),
  fc.array(item, { minLength: 800, maxLength: 1_000 }),
);

function messageOf(inputs: readonly object[]): string {
  const texts = inputs.map((input, slot) => {
    const plain = plainText(PLAIN, input as Record<string, unknown>);
    assert.ok(plain !== undefined);
    const write = { operation: "o", requestId: "r", who: "w", key: "k", prepared: "" };
    return slotText(slot) + envelopeText({ ...write, input: plain, isPlain: true });
  });
  return texts.join("");
}

test("plain items: any lists of one message -> the canonical text of each, as bytes", () => {
  assert.ok(PLAIN_FORM !== undefined);
  fc.assert(
    fc.property(fc.array(lists, { maxLength: 4 }), (all) => {
      const inputs = all.map((items) => ({ items }));
      const envelopes = readEnvelopes(messageOf(inputs), () => PLAIN);
      for (const [at, { items }] of envelopes.entries()) {
        const list = all[at] as (typeof all)[number];
        const isAscii = list.flatMap(Object.values).every((one) => one.length <= 126);
        assert.equal(items !== undefined, isAscii);
        if (items === undefined) continue;
        assert.equal(items.count, list.length);
        const written = Buffer.from(PLAIN_FORM("o\n7\n", items)).toString("latin1");
        assert.equal(written, `o\n7\n${FORM(inputs[at])}`);
      }
    }),
    { numRuns: 60 },
  );
});

for (const { name, bad } of [
  { name: "of two bytes", bad: "é" },
  { name: "whose low byte is a letter", bad: "Ł" },
]) {
  test(`plain items: a character ${name} -> no bytes, the objects alone`, () => {
    const inputs = [{ items: [{ b: "b" }] }, { items: [{ b: bad }] }];
    const [first, second] = readEnvelopes(messageOf(inputs), () => PLAIN);
    assert.equal(first?.items?.count, 1);
    assert.deepEqual([second?.items, second?.input], [undefined, inputs[1]]);
  });
}

test("plain items: an operation with fields beside its list, or without a list -> no form", () => {
  assert.equal(plainFormOf({ fields: ["a"], list: PLAIN.list }), undefined);
  assert.equal(plainFormOf({ fields: ["a"] }), undefined);
});
