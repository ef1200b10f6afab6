/** The normal form: what says the same has one text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, INVOICE, LOAN, MINIMAL } from "../../test/support/programs/programs.ts";
import { canonicalSource } from "./canonical_source.ts";
import { normalizedProgram } from "./normalized_program.ts";
import type { Program } from "./program_schema.ts";

const textOf = (program: unknown) => canonicalSource(normalizedProgram(program as Program));

/** Ways to write the same. */
const SAME: readonly (readonly [title: string, pointer: string, value: unknown])[] = [
  ["spaces", "/nouns/invoice/actions/issue/require/0/that", "fields.total>=amount( '100' )"],
  ["brackets", "/nouns/invoice/actions/issue/require/0/that", "((fields.total) >= amount('100'))"],
  ["a condition of to", "/nouns/invoice/actions/pay/to/if", "(rem.due)==amount('0')"],
  [
    "an account",
    "/nouns/invoice/actions/pay/moves/0/from",
    "customer( fields.payer ).customer_balance",
  ],
  [
    "an account of a part",
    "/nouns/invoice/actions/settle/moves/0/to/0/account",
    " product.revenue",
  ],
  ["a part's share", "/nouns/invoice/actions/settle/moves/0/to/0/bps", "(fields.feeBps)"],
  ["a limit", "/limits/0/measure", "sum( balance(invoice.own.escrow) )"],
  ["a schedule", "/nouns/invoice/schedules/autoSettle/at", "addDays(now(),3)"],
  ["a type of an item", "/nouns/invoice/fields/lines/of/label", { type: "text" }],
];

for (const [title, pointer, value] of SAME) {
  test(`normalized program: ${title} written in another way -> the same text`, () => {
    assert.equal(textOf(changed(INVOICE, pointer, value)), textOf(INVOICE));
  });
}

const OTHER: readonly (readonly [title: string, pointer: string, value: unknown])[] = [
  ["a name", "/name", "Invoices "],
  [
    "a text in an expression",
    "/nouns/invoice/actions/issue/require/0/that",
    "fields.currency == ' USD'",
  ],
  ["brackets that matter", "/nouns/invoice/actions/issue/require/0/that", "!(true && false)"],
  [
    "a default that looks like an expression",
    "/nouns/invoice/fields/note",
    { type: "text", default: "a  +  b" },
  ],
];

for (const [title, pointer, value] of OTHER) {
  test(`normalized program: another one of ${title} -> another text, which is kept`, () => {
    const program = changed(INVOICE, pointer, value);
    assert.notEqual(textOf(program), textOf(INVOICE));
    assert.equal(textOf(normalizedProgram(program as Program)), textOf(program));
  });
}

test("normalized program: a default -> is no expression, and stays as it is", () => {
  const program = changed(INVOICE, "/nouns/invoice/fields/note", {
    type: "text",
    default: "a  +  b",
  });
  assert.match(textOf(program), /"default":"a {2}\+ {2}b"/);
});

test("normalized program: the examples -> are left as they were given", () => {
  for (const program of [INVOICE, LOAN, MINIMAL]) {
    const before = JSON.stringify(program);
    normalizedProgram(program as unknown as Program);
    assert.equal(JSON.stringify(program), before);
  }
});
