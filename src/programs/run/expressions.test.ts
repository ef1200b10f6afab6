/** Expressions as functions: each form of the language, and each way in which one has no value. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accepted, BEGIN_MS } from "../../../test/support/programs/run/simulation.ts";
import { compileProgram } from "./compiled_program.ts";
import { callAction } from "./engine.ts";
import { MemoryWorld } from "./memory_world.ts";
import type { ObjectRecord } from "./object_record.ts";
import { isRefusal } from "./refused.ts";
import { customerIn } from "./scenario_reading.ts";
import type { Value } from "./values.ts";

const FIELDS = {
  who: { type: "customer", required: true },
  a: { type: "amount", required: true },
  b: { type: "amount", required: true },
  n: { type: "int", required: true },
  share: { type: "bps", required: true },
  day: { type: "date", required: true },
  at: { type: "time", required: true },
  wait: { type: "duration", required: true },
  is: { type: "bool", required: true },
  note: { type: "text" },
  tip: { type: "amount" },
  lines: { type: "list", of: { amount: "amount", count: "int", share: "bps" } },
  colour: { type: "enum", values: ["red", "green"], default: "red" },
  next: { type: "ref", kind: "thing" },
};
const OUT = {
  amount: { type: "amount", default: "0" },
  int: { type: "int", default: 0 },
  bps: { type: "bps", default: 0 },
  date: { type: "date", default: "2026-01-01" },
  time: { type: "time", default: "2026-01-01T00:00:00Z" },
  bool: { type: "bool", default: false },
  text: { type: "text", default: "" },
  list: { type: "list", max: 2, of: { amount: { type: "amount", max: "7" } } },
  small: { type: "amount", default: "0", max: "10" },
  hue: { type: "enum", values: ["green", "blue"], default: "blue" },
};

const OBJECT: Readonly<Record<string, Value>> = {
  who: "ada",
  a: 100n,
  b: 30n,
  n: 3,
  share: 250,
  day: "2026-01-31",
  at: BEGIN_MS,
  wait: 7_200_000,
  is: true,
  lines: [
    new Map<string, Value>([
      ["amount", 5n],
      ["count", 2],
      ["share", 9_000],
    ]),
    new Map<string, Value>([
      ["amount", 6n],
      ["count", 3],
      ["share", 9_000],
    ]),
  ],
  colour: "red",
};

/**
 * What setting a field to the expression leads to: its value, or the constraint that refuses the
 * call.
 */
function settingOf(
  out: keyof typeof OUT,
  text: string,
  change: Record<string, Value | undefined> = {},
) {
  const noun = {
    subject: { field: "who" },
    currency: "'EUR'",
    let: { sum: "fields.a + fields.b", tip: "fields.tip", twice: "let.sum + let.sum" },
    remainders: { left: { start: "fields.a" } },
    aggregates: { made: { scope: "product", count: true, unbounded: true } },
    own: { pot: { currency: "'EUR'" } },
    fields: { ...FIELDS, ...OUT },
    states: { on: { initial: true }, off: { terminal: true } },
    actions: {
      go: { from: ["on"], to: "on", set: { [out]: text } },
      end: { from: ["on"], to: "off", consume: { left: "fields.a" } },
    },
  };
  const program = compileProgram(
    accepted({
      language: "blueprint/1",
      name: "expressions",
      currencies: ["EUR"],
      accounts: { revenue: { role: "product_revenue", owner: "product" } },
      nouns: { thing: noun },
      ports: { all: { actors: ["operator"], allow: ["thing.create", "thing.go", "thing.end"] } },
    }),
  );
  const world = new MemoryWorld(BEGIN_MS + 3_600_000);
  world.customers.set("ada", customerIn({ customer: "ada", tier: "tier_2" }));
  world.add("thing-1.own.pot.EUR", 42n);
  const fields = Object.entries({ ...OBJECT, ...change }).filter(
    ([, value]) => value !== undefined,
  );
  const object: ObjectRecord = {
    objectId: "thing-1",
    kind: "thing",
    digest: "",
    state: "on",
    revision: 7,
    createdAtMs: BEGIN_MS,
    fields: new Map(fields as [string, Value][]),
    currency: "EUR",
    subject: "ada",
    remainders: new Map([["left", 60n]]),
    sums: new Map(),
    rounds: new Map(),
  };
  world.objects.set("thing-1", object);
  const call = { action: "go", actor: { type: "operator" as const, id: "operator" } };
  const answer = callAction(program, object, call, world);
  if (!isRefusal(answer)) return answer.object.fields.get(out);
  assert.equal(answer.code, "state_constraint_failed", answer.message);
  return answer.details["constraint"];
}

const VALUES: [
  out: keyof typeof OUT,
  text: string,
  value: Value,
  change?: Record<string, Value>,
][] = [
  ["amount", "fields.a + fields.b - amount('1')", 129n],
  ["amount", "fields.b - fields.a + fields.a", 30n],
  ["amount", "max(fields.b - fields.a, amount('0'))", 0n],
  ["amount", "min(fields.a, fields.b)", 30n],
  ["amount", "bps(fields.a, fields.share, 'up')", 3n],
  ["amount", "split(fields.a, fields.n, 2)", 34n],
  ["amount", "sum(fields.lines[].amount)", 11n],
  ["amount", "let.twice", 260n],
  ["amount", "rem.left", 60n],
  ["amount", "balance(own.pot)", 42n],
  ["amount", "balance(product.revenue)", 0n],
  ["amount", "balance(customer(fields.who).customer_balance)", 0n],
  ["int", "-fields.n + 2", -1],
  ["int", "size(fields.lines)", 2],
  ["int", "sum(fields.lines[].count)", 5],
  ["int", "self.revision", 7],
  ["int", "agg.made", 0],
  ["bps", "fields.share + 50", 300],
  ["date", "addMonths(fields.day, 1)", "2026-02-28"],
  ["date", "addYears(today(), 1)", "2027-01-01"],
  ["date", "addDays(fields.day, fields.n - 4)", "2026-01-30"],
  ["time", "addDuration(fields.at, fields.wait)", BEGIN_MS + 7_200_000],
  ["time", "addDuration(now(), 'PT1H')", BEGIN_MS + 7_200_000],
  ["time", "addMonths(self.createdAt, 1)", Date.UTC(2026, 1, 1)],
  ["bool", "fields.is && !(fields.n == 4) || false", true],
  ["bool", "fields.a >= fields.b && fields.a > fields.b && fields.b <= fields.a", true],
  ["bool", "fields.b - fields.a < amount('0')", true],
  ["bool", "sum(fields.lines[].share) == 10000", false],
  ["bool", "subject.tier >= 'tier_1' && subject.tier < 'tier_3'", true],
  ["bool", "subject.kind == 'person'", true],
  ["bool", "self.state == 'on'", true],
  ["bool", "fields.day == '2026-01-31' && fields.day < addDays(fields.day, 1)", true],
  ["bool", "fields.at == '2026-01-01T00:00:00Z'", true],
  ["bool", "fields.wait == 'PT2H'", true],
  ["bool", "has(fields.note) && fields.note == 'a'", false],
  ["bool", "has(fields.note) && fields.note == 'a'", true, { note: "a" }],
  ["bool", "has(let.tip)", false],
  ["bool", "has(let.tip)", true, { tip: 1n }],
  ["bool", "has(fields.lines)", true],
  ["bool", "has(ref.next.state)", false],
  ["bool", "has(ref.next.state) && ref.next.state == 'on'", true, { next: "thing-1" }],
  ["amount", "ref.next.fields.a", 100n, { next: "thing-1" }],
  ["text", "fields.note", "a", { note: "a" }],
];
for (const [out, text, value, change] of VALUES) {
  test(`expression: ${text}${change ? " with it" : ""} -> ${String(value)}`, () => {
    assert.equal(settingOf(out, text, change), value);
  });
}

test("expression: lists that are absent -> no items", () => {
  const without = { lines: undefined };
  assert.equal(settingOf("amount", "sum(fields.lines[].amount)", without), 0n);
  assert.equal(settingOf("int", "size(fields.lines)", without), 0);
  assert.equal(settingOf("bool", "has(fields.lines)", without), false);
});

type Refused = [
  out: keyof typeof OUT,
  text: string,
  constraint: string,
  change?: Record<string, Value>,
];
const REFUSED: Refused[] = [
  ["amount", "fields.tip", "missing_value"],
  ["amount", "let.tip", "missing_value"],
  ["bool", "fields.note == 'a'", "missing_value"],
  ["amount", "ref.next.fields.a", "missing_value"],
  ["amount", "fields.b - fields.a", "amount_range"],
  ["amount", "fields.a + fields.a", "amount_range", { a: 999_999_999_999_999_999n }],
  ["amount", "bps(fields.b - fields.a, 1, 'down')", "amount_range"],
  ["amount", "bps(fields.a, fields.share + fields.share, 'down')", "bps_range", { share: 9_999 }],
  ["amount", "split(fields.a, fields.n - 3, 0)", "split_count"],
  ["amount", "split(fields.a, fields.n, 3)", "split_index"],
  ["int", "fields.n + fields.n", "int_range", { n: 999_999_999 }],
  ["bps", "fields.share - 251", "bps_range"],
  ["date", "addYears(fields.day, 9000)", "date_range"],
  ["time", "addDays(fields.at, -1)", "date_range", { at: 0 }],
  ["small", "fields.a", "field_range"],
];
for (const [out, text, constraint, change] of REFUSED) {
  test(`expression: ${text} for ${out} -> refused as ${constraint}`, () => {
    assert.equal(settingOf(out, text, change), constraint);
  });
}
