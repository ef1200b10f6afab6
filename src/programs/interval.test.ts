/** Bounds of values, from the bounds of the fields in them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, changedAll, MINIMAL, typedOf } from "../../test/support/programs/programs.ts";
import { intervalOf } from "./interval.ts";
import { AMOUNT_MAX } from "./program_limits.ts";
import type { TypedNoun } from "./typed_noun.ts";

const FIELDS = {
  small: { type: "amount", required: true, min: "10", max: "100" },
  any: { type: "amount", required: true },
  share: { type: "bps", required: true, max: 500 },
  count: { type: "int", required: true, min: -3, max: 7 },
  lines: { type: "list", max: 5, of: { amount: { type: "amount", max: "20" }, size: "int" } },
};
const NAMED = changedAll(MINIMAL, { "/nouns/ticket/fields": FIELDS });

const ROWS: readonly (readonly [text: string, least: bigint, most: bigint])[] = [
  ["7 - 2", 5n, 5n],
  ["-fields.count", -7n, 3n],
  ["fields.count + 1", -2n, 8n],
  ["fields.count - fields.count", -10n, 10n],
  ["amount('25')", 25n, 25n],
  ["fields.small", 10n, 100n],
  ["fields.any", 0n, AMOUNT_MAX],
  ["fields.small + fields.small", 20n, 200n],
  ["fields.small - amount('50')", -40n, 50n],
  ["min(fields.small, amount('50'))", 10n, 50n],
  ["max(fields.small, amount('50'))", 50n, 100n],
  // One more for what rounding up adds.
  ["bps(fields.small, fields.share, 'up')", 0n, 6n],
  ["split(fields.small, 3, 0)", 0n, 100n],
  ["sum(fields.lines[].amount)", 0n, 100n],
  ["size(fields.lines)", 0n, 5n],
];

for (const [text, least, most] of ROWS) {
  test(`interval: ${text} -> ${least} to ${most}`, () => {
    const program = typedOf(changed(NAMED, "/nouns/ticket/let", { x: text }));
    const noun = program.nouns.get("ticket") as TypedNoun;
    const found = noun.lets.get("x");
    assert.ok(found !== undefined);
    assert.deepEqual(intervalOf(found, noun), { least, most });
  });
}

test("interval: a let that would outgrow its type -> as much as the type has", () => {
  const lets = { x: "let.y + amount('1')", y: "fields.any + fields.any" };
  const noun = typedOf(changed(NAMED, "/nouns/ticket/let", lets)).nouns.get("ticket") as TypedNoun;
  const found = noun.lets.get("x");
  assert.ok(found !== undefined);
  assert.deepEqual(intervalOf(found, noun), { least: 1n, most: AMOUNT_MAX + 1n });
});
