/** Expressions: what is printed reads back as the same tree, and no text makes the reading fail or hang. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_POINT, fc } from "../../test/support/properties.ts";
import { type BinaryOperator, type Expression, parseExpression } from "./expression.ts";
import { printExpression } from "./expression_print.ts";
import {
  EXPRESSION_DEPTH_MAX,
  EXPRESSION_LENGTH_MAX,
  EXPRESSION_NODES_MAX,
} from "./program_limits.ts";

/** A tree without the places of its nodes. */
type Tree = Omit<Expression, "at">;

const OPERATORS: readonly BinaryOperator[] = [
  ...(["||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-"] as const),
];
const PATHS = ["fields", "total", "lines[]", "x_1", "A", "not", "and", "truth"];
const names = fc.array(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 3 });

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.record({ kind: fc.constant("number" as const), value: fc.nat(999_999_999) }),
    fc.record({ kind: fc.constant("bool" as const), value: fc.boolean() }),
    fc.record({
      kind: fc.constant("text" as const),
      value: fc.string({ unit: fc.constantFrom("a", "'", " ", "\\", "€", "😀"), maxLength: 6 }),
    }),
    fc.record({ kind: fc.constant("path" as const), names }),
    fc.record({
      kind: fc.constant("unary" as const),
      operator: fc.constantFrom("!" as const, "-" as const),
      operand: tie("tree") as fc.Arbitrary<Expression>,
    }),
    fc.record({
      kind: fc.constant("binary" as const),
      operator: fc.constantFrom(...OPERATORS),
      left: tie("tree") as fc.Arbitrary<Expression>,
      right: tie("tree") as fc.Arbitrary<Expression>,
    }),
    fc.record({
      kind: fc.constant("call" as const),
      name: fc.constantFrom("min", "now", "customer"),
      args: fc.array(tie("tree") as fc.Arbitrary<Expression>, { maxLength: 3 }),
      names: fc.oneof(fc.constant([]), names),
    }),
  ),
}));

test("expressions: any tree that is printed -> reads back as the same tree, within the limits", () => {
  fc.assert(
    fc.property(tree, (each) => {
      const text = printExpression(each as Expression);
      fc.pre(text.length <= EXPRESSION_LENGTH_MAX && sizeOf(each) <= EXPRESSION_NODES_MAX);
      const parsed = parseExpression(text);
      assert.ok("expression" in parsed, JSON.stringify(parsed));
      assert.deepEqual(placeless(parsed.expression), placeless(each));
      assert.equal(printExpression(parsed.expression), text);
    }),
    { numRuns: 1_000 },
  );
});

const WORDS = [
  ...["fields", ".", "total", "'", "''", "(", ")", "[]", "[", "&&", "||", "==", "=", "!", "<", ">"],
  ...["+", "-", "1", "0", "9.5", " ", ",", "true", "now", "amount", "size", "é", "*", "\\", "\n"],
];

test("expressions: any text -> a tree that prints within the limit, or a fault in it", () => {
  const text = fc.oneof(
    fc.string({ unit: CODE_POINT, maxLength: 600 }),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 200 }).map((words) => words.join("")),
  );
  fc.assert(
    fc.property(text, (each) => {
      const parsed = parseExpression(each);
      if ("fault" in parsed) {
        assert.ok(parsed.fault.at >= 0 && parsed.fault.at <= each.length);
        assert.ok(parsed.fault.message !== "" && parsed.fault.hint !== "");
        return;
      }
      const printed = printExpression(parsed.expression);
      assert.ok(printed.length <= EXPRESSION_LENGTH_MAX);
      const again = parseExpression(printed);
      assert.ok("expression" in again, printed);
      assert.deepEqual(placeless(again.expression), placeless(parsed.expression));
    }),
    { numRuns: 1_000 },
  );
});

test("expressions: long texts of one word -> a fault, without reading all of them", () => {
  for (const word of ["(", "'", "''", "-", "!", "a", "a.", "1", " ", "f(", "a[]", "a&&", "a<"]) {
    const parsed = parseExpression(word.repeat(1_000_000));
    assert.ok("fault" in parsed, word);
  }
});

/** Limits, each with a text at it and one over it. */
const LIMITS: readonly (readonly [limit: string, within: string, beyond: string])[] = [
  ["length", `true${" ".repeat(EXPRESSION_LENGTH_MAX - 4)}`, " ".repeat(EXPRESSION_LENGTH_MAX + 1)],
  ["brackets", nested("(", ")", EXPRESSION_DEPTH_MAX), nested("(", ")", EXPRESSION_DEPTH_MAX + 1)],
  ["signs", nested("!", "", EXPRESSION_DEPTH_MAX), nested("!", "", EXPRESSION_DEPTH_MAX + 1)],
  ["calls", nested("f(", ")", EXPRESSION_DEPTH_MAX), nested("f(", ")", EXPRESSION_DEPTH_MAX + 1)],
  // An odd number of nodes makes a sum; a sign makes it even.
  [
    "nodes",
    `-1${"+1".repeat(EXPRESSION_NODES_MAX / 2 - 1)}`,
    `1${"+1".repeat(EXPRESSION_NODES_MAX / 2)}`,
  ],
  ["digits", "999999999", "1000000000"],
];

for (const [limit, within, beyond] of LIMITS) {
  test(`expressions: ${limit} at the limit and one more -> read, and refused`, () => {
    assert.ok("expression" in parseExpression(within));
    assert.ok("fault" in parseExpression(beyond));
  });
}

test("expressions: spaces and brackets that mean nothing -> one text", () => {
  const texts = [
    ["a-(b-c)", "a - (b - c)"],
    ["((a)-b)-c", "a - b - c"],
    ["!(a)&&((b))", "!a && b"],
    ["!( a==b )", "!(a == b)"],
    ["(a<b)==(c<d)", "a < b == c < d"],
    ["(a==b)==c", "(a == b) == c"],
    ["a||(b&&c)", "a || b && c"],
    ["(a||b)&&c", "(a || b) && c"],
    ["max( 1,2 )", "max(1, 2)"],
    ["customer( a.b ).role", "customer(a.b).role"],
    ["'it''s'", "'it''s'"],
    ["- 1", "-1"],
    ["- -1", "--1"],
  ];
  for (const [text = "", printed] of texts) {
    const parsed = parseExpression(text);
    assert.ok("expression" in parsed, text);
    assert.equal(printExpression(parsed.expression), printed);
  }
});

test("expressions: a text that is too long with spaces -> is printed without them", () => {
  const text = `a${"+a".repeat(48)}==${"b".repeat(EXPRESSION_LENGTH_MAX - 99)}`;
  assert.equal(text.length, EXPRESSION_LENGTH_MAX);
  const parsed = parseExpression(text);
  assert.ok("expression" in parsed);
  assert.equal(printExpression(parsed.expression), text);
});

function nested(before: string, after: string, depth: number): string {
  return `${before.repeat(depth)}true${after.repeat(depth)}`;
}

function placeless(expression: Tree): unknown {
  return JSON.parse(JSON.stringify(expression, (key, value) => (key === "at" ? undefined : value)));
}

function sizeOf(each: Tree): number {
  let size = 0;
  JSON.stringify(each, (key, value) => {
    if (key === "kind") size++;
    return value;
  });
  return size;
}
