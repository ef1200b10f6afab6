/**
 * Simulations: their limits, what a scenario gets wrong by itself, expectations that do not hold.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { INVOICE } from "../../../test/support/programs/programs.ts";
import { CHAIN_PROGRAM } from "../../../test/support/programs/run/chain_program.ts";
import {
  accepted,
  BEGIN_MS,
  traceOfScenario,
} from "../../../test/support/programs/run/simulation.ts";
import { isRefusal } from "./refused.ts";
import {
  ROWS_MADE_MAX,
  ROWS_RUN_MAX,
  Scenario,
  type ScenarioStep,
  STEPS_MAX,
} from "./scenario_schema.ts";
import { simulate } from "./simulation.ts";

const program = accepted(INVOICE);

test(`simulation: ${STEPS_MAX} steps, and one more -> done, and refused`, () => {
  const steps = Array.from({ length: STEPS_MAX }, (_, index) => ({ customer: `c${index}` }));
  assert.ok(!isRefusal(simulate(program, steps, { nowMs: BEGIN_MS })));
  const answer = simulate(program, [...steps, { customer: "last" }], { nowMs: BEGIN_MS });
  assert.ok(isRefusal(answer));
  assert.equal(answer.code, "state_constraint_failed");
});

/** A thing that the clock calls each hour without an end, and never more than one row at a time. */
const TICKING = {
  language: "blueprint/1",
  name: "ticking",
  currencies: ["EUR"],
  nouns: {
    clockwork: {
      fields: {},
      states: { tick: { initial: true }, tock: {}, stopped: { terminal: true } },
      actions: {
        there: { from: ["tick"], to: "tock" },
        back: { from: ["tock"], to: "tick" },
        stop: { from: ["tick", "tock"], to: "stopped" },
      },
      schedules: {
        a: { on: "enter:tick", at: "addDuration(now(), 'PT1H')", action: "there" },
        b: { on: "enter:tock", at: "addDuration(now(), 'PT1H')", action: "back" },
      },
    },
  },
  ports: {
    all: { actors: ["operator"], allow: ["clockwork.create", "clockwork.stop"] },
    clock: { actors: ["clock"], allow: ["clockwork.there", "clockwork.back"] },
  },
};

test(`simulation: more than ${ROWS_RUN_MAX} runs of the clock -> refused, and the clock stands there`, () => {
  const ticking = accepted(TICKING);
  const create: ScenarioStep = { create: "clockwork" };
  const trace = traceOfScenario(ticking, [
    create,
    { advance: `PT${ROWS_RUN_MAX}H` },
    { advance: "P1D" },
  ]);
  const [, first, second] = trace.steps;
  assert.equal(first?.outcome, "succeeded");
  assert.equal(first?.ran.length, ROWS_RUN_MAX);
  assert.equal(second?.code, "state_constraint_failed");
  assert.equal(second?.details?.["constraint"], "runs_of_clock");
  assert.equal(second?.at, first?.at);
});

const EVERYTHING = ["create", "there", "back", "stop"].map((action) => `clockwork.${action}`);

test(`simulation: more than ${ROWS_MADE_MAX} rows -> the call that would make them is refused`, () => {
  const at = "addDuration(now(), 'PT1H')";
  const many = accepted({
    ...TICKING,
    ports: { all: { actors: ["operator", "clock"], allow: EVERYTHING } },
    nouns: {
      clockwork: {
        ...TICKING.nouns.clockwork,
        schedules: { a: { on: "create", at, repeat: "1000", max: 1000, action: "there" } },
      },
    },
  });
  const most = ROWS_MADE_MAX / 1_000;
  const creations = Array.from({ length: most + 1 }, () => ({ create: "clockwork" }));
  const { steps } = traceOfScenario(many, creations);
  assert.ok(steps.slice(0, -1).every(({ outcome }) => outcome === "succeeded"));
  assert.equal(steps.at(-1)?.details?.["constraint"], "rows_made");
});

type Row = [what: string, steps: ScenarioStep[], constraint: string];
const FAULTS: Row[] = [
  ["an object before there is one", [{ call: "issue" }], "scenario"],
  ["an object that there is not", [{ call: "issue", object: 3 }], "scenario"],
  ["a noun that there is not", [{ create: "toString" }], "scenario"],
  [
    "a name twice",
    [
      { customer: "ada" },
      { create: "order", name: "o", fields: { buyer: "ada", currency: "USD" } },
      { create: "order", name: "o", fields: { buyer: "ada", currency: "USD" } },
    ],
    "scenario",
  ],
  [
    "an account that there is not",
    [{ fund: "product.other", amount: "1", currency: "EUR" }],
    "scenario",
  ],
  [
    "an account of an object",
    [{ fund: "invoice-1.own.escrow", amount: "1", currency: "EUR" }],
    "scenario",
  ],
  [
    "a customer that there is not",
    [{ fund: "customer(eve).x", amount: "1", currency: "EUR" }],
    "scenario",
  ],
  ["no currency where there are two", [{ fund: "product.revenue", amount: "1" }], "scenario"],
  ["another currency", [{ fund: "product.revenue", amount: "1", currency: "GBP" }], "scenario"],
  ["a consent of nobody", [{ consent: "c", of: "eve" }], "scenario"],
  ["no moment", [{ advance: "tomorrow" }], "scenario"],
  ["a moment before", [{ advance: "2025-12-31" }], "clock_moves_forward"],
  [
    "a moment after the calendar",
    [{ advance: "P99999D" }, ...Array(40).fill({ advance: "P99999D" })],
    "date_range",
  ],
  [
    "a decision that there is not",
    [
      { customer: "ada" },
      { create: "order", fields: { buyer: "ada", currency: "USD" } },
      { decide: "toString", outcome: "approve" },
    ],
    "scenario",
  ],
];
for (const [what, steps, constraint] of FAULTS) {
  test(`simulation: ${what} -> the step is refused, and the next is done`, () => {
    const trace = traceOfScenario(program, [...steps, { customer: "last" }]);
    const step = trace.steps.at(-2);
    assert.equal(step?.code, "state_constraint_failed");
    assert.equal(step?.details?.["constraint"], constraint);
    assert.equal(trace.steps.at(-1)?.outcome, "succeeded");
  });
}

test("simulation: expectations that do not hold -> each is told, and the trace does not hold", () => {
  const trace = traceOfScenario(program, [
    { customer: "ada", expect: { code: "state_conflict" } },
    {
      create: "order",
      fields: { buyer: "ada", currency: "USD" },
      expect: { state: "done", ran: 1, balances: { "product.revenue.USD": "1" } },
    },
    { call: "finish", as: "clock", expect: { state: "confirmed" } },
    { customer: "bob", expect: {} },
    { customer: "eve" },
  ]);
  assert.equal(trace.holds, false);
  assert.deepEqual(
    trace.steps.map(({ holds, unmet }) => [holds, unmet]),
    [
      [false, ["expected that it is refused with state_conflict, and it succeeded"]],
      [
        false,
        [
          "expected the state done, and it is confirmed",
          "expected 1 runs of the clock, and there were 0",
          "expected 1 on product.revenue.USD, and it has 0",
        ],
      ],
      [false, ["expected that it succeeds, and it was refused with port_actor_not_allowed"]],
      [true, undefined],
      [undefined, undefined],
    ],
  );
});

test("simulation: an account by its id gets money in two currencies -> a balance of each", () => {
  const { balances } = traceOfScenario(program, [
    { fund: "acct_1", amount: "5", currency: "EUR" },
    { fund: "acct_1", amount: "7", currency: "USD" },
  ]);
  assert.deepEqual(balances, { "account(acct_1).EUR": "5", "account(acct_1).USD": "7" });
});

test("simulation: the trace -> JSON, with the fields as they were given", () => {
  const trace = traceOfScenario(program, [
    { customer: "ada" },
    { customer: "bob" },
    {
      create: "invoice",
      name: "i",
      fields: {
        payer: "ada",
        payee: "bob",
        currency: "EUR",
        total: "5",
        dueDate: "2026-02-01",
        lines: [{ label: "a", amount: "5" }],
      },
    },
  ]);
  assert.deepEqual(JSON.parse(JSON.stringify(trace)), trace);
  assert.deepEqual(trace.objects, [
    {
      objectId: "i",
      kind: "invoice",
      state: "draft",
      revision: 1,
      fields: {
        payer: "ada",
        payee: "bob",
        currency: "EUR",
        total: "5",
        feeBps: 250,
        dueDate: "2026-02-01",
        lines: [{ label: "a", amount: "5" }],
      },
      remainders: { due: "5" },
      aggregates: {},
    },
  ]);
});

test("scenario: steps of each kind -> fit the schema; other keys and none do not", () => {
  const steps: ScenarioStep[] = [
    { create: "invoice", fields: { a: 1 }, as: "operator", name: "i", expect: { state: "draft" } },
    { call: "pay", object: 0, input: {}, customer: "ada" },
    { call: "pay", object: "i" },
    { advance: "P1D" },
    { decide: "review", outcome: "approve" },
    { fund: "product.revenue", amount: "5", currency: "EUR" },
    { customer: "ada", kind: "person", tier: "tier_1", status: "closed" },
    { consent: "c", of: "ada", maxAmount: "5", expiresAt: "P1D", verified: false },
  ];
  assert.ok(Value.Check(Scenario, steps));
  for (const wrong of [{}, { advance: 1 }, { create: "a", call: "b" }, { customer: "a b" }]) {
    assert.ok(!Value.Check(Scenario, [wrong]));
  }
});

test("simulation: rows of two objects at one time -> by the object's id, then by their number", () => {
  const chain = accepted(CHAIN_PROGRAM);
  const job = (name: string, purse: string): ScenarioStep => ({
    create: "job",
    name,
    fields: { worker: "ada", purse },
  });
  const trace = traceOfScenario(chain, [
    { customer: "ada" },
    { create: "purse", name: "p1", fields: { owner: "ada" } },
    { create: "purse", name: "p2", fields: { owner: "ada" } },
    job("z", "p1"),
    job("b", "p2"),
    { advance: "P1D" },
  ]);
  assert.deepEqual(
    trace.steps.at(-1)?.ran.map(({ objectId, schedule }) => [objectId, schedule]),
    [
      ["b", "once"],
      ["z", "once"],
    ],
  );
});
