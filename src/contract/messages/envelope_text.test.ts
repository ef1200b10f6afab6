/** Messages between an edge and a shard: what was written is what is read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_POINT, fc } from "../../../test/support/properties.ts";
import type { PlainItems } from "../declare/plain_items.ts";
import { REPLY_UNRECORDED } from "./envelope.ts";
import {
  envelopeText,
  plainText,
  readEnvelopes,
  readReplies,
  readWho,
  replyText,
  slotText,
  whoText,
} from "./envelope_text.ts";

const FIELDS = ["one", "two", "three"] as const;
const PLAIN = { fields: FIELDS, list: { name: "items", fields: ["two", "four"] } } as const;
const SUFFIX = "0123456789ABCDEFGHJKMNPQRS";

const short = fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 40 });
const line = short.filter((text) => !text.includes("\n"));
const plain = fc.record(
  { one: fc.string({ unit: CODE_POINT, maxLength: 254 }), two: short, three: short },
  { requiredKeys: [], noNullPrototype: true },
);
const ascii = fc.string({ maxLength: 126 });
const text = fc.oneof(ascii, ascii, ascii, short);
const item = fc.record({ two: text, four: text }, { requiredKeys: [], noNullPrototype: true });
const plainWithList = fc
  .tuple(plain, fc.option(fc.array(item, { maxLength: 300 })))
  .map(([own, items]) => (items === null ? own : { ...own, items }));
const json = fc.dictionary(short, fc.jsonValue(), { maxKeys: 4, noNullPrototype: true });
const plainObject = { noNullPrototype: true };
const actor = fc.record({ type: fc.constant("user" as const), id: short }, plainObject);
const who = fc.record(
  {
    realmKey: line,
    principalId: line,
    actor: fc.option(actor, { nil: undefined }),
    cause: fc.constantFrom("api", "mcp"),
  },
  plainObject,
);
const write = fc.record({
  slot: fc.nat(65_535),
  operation: short,
  requestId: fc.string({ maxLength: 128 }),
  who,
  key: fc.uuid(),
  isPlain: fc.boolean(),
  plain: plainWithList,
  json,
  prepared: fc.option(fc.dictionary(short, short, { noNullPrototype: true }), { nil: undefined }),
  bound: fc.option(fc.dictionary(short, short, { noNullPrototype: true }), { nil: undefined }),
});

test("envelopes: any writes in one message -> read as they were, plain ones and JSON", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 6 }), (writes) => {
      const message = writes.map((one) => {
        const input = one.isPlain ? plainText(PLAIN, one.plain) : JSON.stringify(one.json);
        assert.ok(input !== undefined);
        const { realmKey, principalId, actor: who, cause } = one.who;
        const by = whoText(realmKey, principalId, who, cause);
        const prepared = one.prepared === undefined ? "" : JSON.stringify(one.prepared);
        const { operation, requestId, key, isPlain } = one;
        const text = { operation, requestId, key, isPlain, who: by, input, prepared };
        const bound = one.bound && { bound: JSON.stringify(one.bound) };
        return slotText(one.slot) + envelopeText({ ...text, ...bound });
      });
      const read = readEnvelopes(message.join(""), () => PLAIN);
      assert.equal(read.length, writes.length);
      for (const [at, envelope] of read.entries()) {
        const sent = writes[at] as (typeof writes)[number];
        const { who: by, input, items, prepared, bound, ...rest } = envelope;
        const { slot, operation, requestId, key, isPlain } = sent;
        assert.deepEqual(rest, { slot, operation, requestId, key, isPlain });
        assert.deepEqual(readWho(by), sent.who);
        assert.deepEqual(input, sent.isPlain ? sent.plain : JSON.parse(JSON.stringify(sent.json)));
        assert.deepEqual(prepared, sent.prepared);
        assert.deepEqual(bound, sent.bound);
        const { items: list } = sent.isPlain ? (sent.plain as { items?: object[] }) : {};
        assert.deepEqual(items && textsOf(items), isAscii(list) ? list : undefined);
      }
    }),
  );
});

/** The objects that the bytes of the items of a `PLAIN` input stand for. */
function textsOf(items: PlainItems): Record<string, string>[] {
  const objects: Record<string, string>[] = [];
  let item = items.first;
  for (let at = 0; at < items.count; at++) {
    const fields = PLAIN.list.fields.flatMap((name, field) => {
      const length = items.lengthOf(item, field);
      if (length < 0) return [];
      const from = items.view.byteOffset + items.textAt(item, field);
      return [[name, Buffer.from(items.view.buffer, from, length).toString("latin1")]];
    });
    objects.push(Object.fromEntries(fields));
    item = items.next(item);
  }
  return objects;
}

/** Whether there is a list, and all texts of its items are ASCII. */
function isAscii(list: readonly object[] | undefined): boolean {
  return list !== undefined && /^[\0-\x7f]*$/.test(list.flatMap(Object.values).join(""));
}

const NOT_PLAIN: [name: string, value: Record<string, unknown>][] = [
  ["another field", { one: "a", other: "b" }],
  ["a number", { one: 1 }],
  ["null", { one: null }],
  ["an object", { one: {} }],
  ["a text of 255 characters", { one: "x".repeat(255) }],
  ["a list that is none", { items: "a" }],
  ["a list of texts", { items: ["a"] }],
  ["a list of lists", { items: [[]] }],
  ["an item with another field", { items: [{ two: "a" }, { two: "a", one: "b" }] }],
  ["an item with a number", { items: [{ two: 2 }] }],
];
for (const [name, value] of NOT_PLAIN) {
  test(`plain input: ${name} -> not plain`, () => {
    assert.equal(plainText(PLAIN, value), undefined);
  });
}

test("envelope: a text that does not fit its length -> refused, not cut", () => {
  const write = { operation: "o", requestId: "r", who: "w", key: "k", input: "{}", prepared: "" };
  for (const [field, most] of [
    ["operation", 255],
    ["requestId", 255],
    ["who", 65_535],
    ["input", 2 ** 24 - 1],
    ["bound", 2 ** 24 - 1],
  ] as const) {
    const of = (length: number) => ({ ...write, [field]: "x".repeat(length), isPlain: false });
    assert.doesNotThrow(() => envelopeText(of(most)));
    assert.throws(() => envelopeText(of(most + 1)), /fits/);
  }
});

test("replies: any replies in one message -> read as they were", () => {
  const reply = fc.record({
    slot: fc.nat(65_535),
    status: fc.integer({ min: 200, max: 599 }),
    flags: fc.nat(15),
    body: fc.string({ unit: CODE_POINT, maxLength: 300 }),
  });
  fc.assert(
    fc.property(fc.array(reply, { maxLength: 6 }), (replies) => {
      const suffixOf = (flags: number) => ((flags & REPLY_UNRECORDED) === 0 ? SUFFIX : undefined);
      const texts = replies.map(({ slot, status, flags, body }) =>
        replyText(slot, status, flags, suffixOf(flags), body),
      );
      const read: object[] = [];
      readReplies(texts.join(""), (slot, status, flags, suffix, body) => {
        read.push({ slot, status, flags, suffix, body });
      });
      const expected = replies.map((one) => ({ ...one, suffix: suffixOf(one.flags) ?? "" }));
      assert.deepEqual(read, expected);
    }),
  );
});
