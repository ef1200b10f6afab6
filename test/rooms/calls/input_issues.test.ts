/** Messages about inputs: every pattern is told in words, suggestions fit, and nothing unsafe is repeated. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TSchema } from "@sinclair/typebox";
import { SHOWN_MAX } from "../../../src/base/shown_text.ts";
import { callableOf } from "../../../src/calls/callable.ts";
import { ISSUES_MAX, issuesOf } from "../../../src/calls/input_issues.ts";
import { ruleOf } from "../../../src/contract/values/value_rules.ts";
import { operations } from "../../../src/features/registry.ts";
import { transferCreate } from "../../../src/features/transfer/transfer.create.ts";
import { fc } from "../../support/properties.ts";

const { bodyCheck } = callableOf(transferCreate);
const DRAFT = {
  sourceAccountId: "acct_1M822R8AP000000000400000D9",
  destinationAccountId: "acct_1M822R8CX000000000700000QH",
  amount: "1250",
  currency: "EUR",
};
const API_KEY = `service_test_${"aB3".repeat(7)}x_${"Zy9".repeat(16)}q`;

function messagesOf(body: unknown): string[] {
  assert.ok(bodyCheck !== undefined);
  return issuesOf(bodyCheck, body).map(({ message }) => message);
}

/** The places of a schema whose texts have a pattern or a format, and no rule in words. */
function unruled(schema: TSchema | undefined, place: string): string[] {
  if (schema === undefined) return [];
  const isBare = (schema["pattern"] ?? schema["format"]) !== undefined && !ruleOf(schema);
  const inner = [
    ...Object.entries((schema["properties"] ?? {}) as Record<string, TSchema>),
    ...Object.values((schema["patternProperties"] ?? {}) as Record<string, TSchema>).map(
      (one) => ["*", one] as const,
    ),
    ...((schema["anyOf"] ?? []) as TSchema[]).map((one) => ["", one] as const),
    ...(schema["items"] === undefined ? [] : [["[]", schema["items"] as TSchema] as const]),
  ];
  return [
    ...(isBare ? [place] : []),
    ...inner.flatMap(([name, one]) => unruled(one, `${place} ${name}`)),
  ];
}

test("input rules: every pattern of every input -> has a rule in words", () => {
  const places = operations.flatMap(({ id, path, query, body }) =>
    [path, query, body as TSchema | undefined].flatMap((schema) => unruled(schema, id)),
  );
  assert.deepEqual(places, []);
});

test("input issues: any body -> sentences of bounded length, with the place of each", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(DRAFT)), (value, name) => {
      for (const body of [value, { ...DRAFT, [name]: value }, { ...DRAFT, metadata: value }]) {
        const messages = messagesOf(body);
        assert.ok(messages.length <= ISSUES_MAX);
        for (const message of messages) {
          assert.match(message, /^\S.{10,900}$/s);
          assert.ok(message.isWellFormed(), message);
        }
      }
    }),
    { numRuns: 300 },
  );
});

const NAMES: [what: string, name: string][] = [
  ["an API key", API_KEY],
  ["a part of an API key", API_KEY.slice(0, 30)],
  ["a token", `Bearer ${"aB3".repeat(9)}`],
  ["a text as dense as a key", "aB3".repeat(9)],
  ["a text that is set right to left", "a\u202eb"],
  ["a line break", "a\nb"],
  ["markup", "<script>"],
];
for (const [what, name] of NAMES) {
  test(`input issues: ${what} for the name of a field -> not repeated in the message`, () => {
    const [message = ""] = messagesOf({ ...DRAFT, [name]: "1" });
    assert.match(message, /a name that is not shown/);
    assert.ok(!message.includes(name), message);
  });
}

test("input issues: a long name of a field -> cut in the message", () => {
  const [message = ""] = messagesOf({ ...DRAFT, ["z".repeat(1_000)]: "1" });
  assert.match(message, new RegExp(`^z{${SHOWN_MAX}}… is not a field`));
});

test("input issues: a secret for a value -> in no message", () => {
  for (const field of Object.keys(DRAFT)) {
    const messages = messagesOf({ ...DRAFT, [field]: API_KEY });
    assert.equal(messages.length, 1);
    assert.ok(!String(messages[0]).includes(API_KEY.slice(13, 20)), messages[0]);
  }
});

test("input issues: a body as deep as it is long, in any place -> the type of the place", () => {
  const deep = JSON.parse("[".repeat(200_000) + "]".repeat(200_000));
  assert.match(String(messagesOf(deep)[0]), /^the body is an array/);
  for (const field of ["amount", "sourceAccountId", "currency", "description", "metadata"]) {
    assert.match(String(messagesOf({ ...DRAFT, [field]: deep })[0]), /is an array; it must be/);
  }
});

const MEANT: [what: string, change: object, meant: string][] = [
  ["decimals", { amount: "1.00" }, '"100"'],
  ["decimals of JPY", { amount: "100.00", currency: "JPY" }, '"100"'],
  ["a number", { amount: 100 }, '"100"'],
  ["a number with decimals", { amount: 12.5 }, '"1250"'],
  ["a currency in small letters", { currency: "eur" }, '"EUR"'],
  [
    "spaces around an id",
    { sourceAccountId: ` ${DRAFT.sourceAccountId} ` },
    `"${DRAFT.sourceAccountId}"`,
  ],
  ["a name without its end", { amoun: "1" }, "amount"],
];
for (const [what, change, meant] of MEANT) {
  test(`input issues: ${what} -> did you mean ${meant}`, () => {
    assert.ok(messagesOf({ ...DRAFT, ...change })[0]?.endsWith(`; did you mean ${meant}?`));
  });
}

test("input issues: decimals that the currency does not have -> nothing is suggested", () => {
  for (const change of [{ amount: "1.005" }, { amount: "0.5", currency: "JPY" }]) {
    assert.doesNotMatch(String(messagesOf({ ...DRAFT, ...change })[0]), /did you mean/);
  }
});
