/** Worked example A: every outcome that the text of the language names, as scenarios. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { INVOICE } from "../../../test/support/programs/programs.ts";
import { accepted, held } from "../../../test/support/programs/run/simulation.ts";
import type { ScenarioStep } from "./scenario_schema.ts";

const program = accepted(INVOICE);

const FIELDS = {
  payer: "ada",
  payee: "bob",
  currency: "USD",
  total: "10000",
  dueDate: "2026-02-01",
};
const PEOPLE: ScenarioStep[] = [
  { customer: "ada" },
  { customer: "bob" },
  { fund: "customer(ada).customer_balance", amount: "50000", currency: "USD" },
];
const OPEN: ScenarioStep[] = [
  ...PEOPLE,
  { create: "invoice", fields: FIELDS, expect: { state: "draft" } },
  { call: "issue", expect: { state: "open" } },
];
const pay = (amount: string, expect: ScenarioStep["expect"]): ScenarioStep => ({
  call: "pay",
  as: "customer",
  input: { amount },
  ...(expect && { expect }),
});
const FUNDED: ScenarioStep[] = [...OPEN, pay("10000", { state: "funded" })];

test("invoice: paid in parts, settled after three days -> fee 250 to revenue, 9750 to the payee", () => {
  const trace = held(program, [
    ...OPEN,
    pay("4000", { state: "open", balances: { "invoice-1.own.escrow.USD": "4000" } }),
    pay("6000", { state: "funded", balances: { "invoice-1.own.escrow.USD": "10000" } }),
    { advance: "P2D", expect: { ran: 0, object: "invoice-1", state: "funded" } },
    { advance: "P1D", expect: { ran: 1, object: "invoice-1", state: "settled" } },
  ]);
  const [run] = trace.steps.at(-1)?.ran ?? [];
  assert.deepEqual(
    run?.moves.map(({ label, amount }) => ({ label, amount })),
    [
      { label: "fee", amount: "250" },
      { label: "net", amount: "9750" },
    ],
  );
  assert.equal(run?.moves[0]?.book, "revenue.invoice_fee");
  assert.equal(run?.at, "2026-01-04T00:00:00.000Z");
  assert.deepEqual(trace.balances, {
    "customer(ada).customer_balance.USD": "40000",
    "invoice-1.own.escrow.USD": "0",
    "product.revenue.USD": "250",
    "customer(bob).customer_balance.USD": "9750",
  });
});

test("invoice: a fee over its cap -> the cap", () => {
  held(program, [
    ...PEOPLE,
    { fund: "customer(ada).customer_balance", amount: "90000000", currency: "USD" },
    { create: "invoice", fields: { ...FIELDS, total: "4000000" } },
    { call: "issue" },
    pay("4000000", { state: "funded" }),
    { call: "settle", expect: { balances: { "product.revenue.USD": "50000" } } },
  ]);
});

type Row = [what: string, steps: ScenarioStep[]];
const refusals: Row[] = [
  ["paid too much", [...OPEN, pay("10001", { code: "noun_remainder_exceeded", state: "open" })]],
  [
    "lines that do not add up",
    [
      ...PEOPLE,
      {
        create: "invoice",
        fields: { ...FIELDS, lines: [{ label: "a", amount: "9999" }] },
        expect: { code: "noun_partition_mismatch" },
      },
    ],
  ],
  [
    "a second invoice on an order",
    [
      ...PEOPLE,
      { create: "order", name: "order", fields: { buyer: "ada", currency: "USD" } },
      { create: "invoice", fields: { ...FIELDS, order: "order" }, expect: { state: "draft" } },
      {
        create: "invoice",
        fields: { ...FIELDS, order: "order" },
        expect: { code: "noun_reference_already_claimed" },
      },
    ],
  ],
  [
    "an invoice in EUR on an order in USD",
    [
      ...PEOPLE,
      { create: "order", name: "order", fields: { buyer: "ada", currency: "USD" } },
      {
        create: "invoice",
        fields: { ...FIELDS, currency: "EUR", order: "order" },
        expect: { code: "noun_reference_incongruent" },
      },
    ],
  ],
  [
    "an invoice on an order of somebody else",
    [
      ...PEOPLE,
      { create: "order", name: "order", fields: { buyer: "bob", currency: "USD" } },
      {
        create: "invoice",
        fields: { ...FIELDS, order: "order" },
        expect: { code: "noun_reference_incongruent" },
      },
    ],
  ],
  [
    "an invoice on an order that is done",
    [
      ...PEOPLE,
      { create: "order", name: "order", fields: { buyer: "ada", currency: "USD" } },
      { call: "finish" },
      {
        create: "invoice",
        fields: { ...FIELDS, order: "order" },
        expect: { code: "noun_reference_status_forbidden" },
      },
    ],
  ],
  [
    "an invoice on an order that there is not",
    [
      ...PEOPLE,
      {
        create: "invoice",
        fields: { ...FIELDS, order: "order" },
        expect: { code: "noun_reference_not_found" },
      },
    ],
  ],
  [
    "the operator pays",
    [...OPEN, { call: "pay", input: { amount: "1" }, expect: { code: "port_actor_not_allowed" } }],
  ],
  [
    "another customer pays",
    [
      ...OPEN,
      {
        call: "pay",
        customer: "bob",
        input: { amount: "1" },
        expect: { code: "port_actor_not_allowed" },
      },
    ],
  ],
  [
    "settled twice",
    [
      ...FUNDED,
      { call: "settle", expect: { state: "settled" } },
      { call: "settle", expect: { code: "invalid_noun_transition", state: "settled" } },
    ],
  ],
  [
    "void after a part payment",
    [
      ...OPEN,
      pay("1", { state: "open" }),
      { call: "void", expect: { code: "state_constraint_failed" } },
    ],
  ],
  [
    "a total that is too small",
    [
      ...PEOPLE,
      { create: "invoice", fields: { ...FIELDS, total: "99" } },
      { call: "issue", expect: { code: "state_constraint_failed", state: "draft" } },
    ],
  ],
  [
    "more than the payer has",
    [
      ...PEOPLE,
      { create: "invoice", fields: { ...FIELDS, total: "50001" } },
      { call: "issue" },
      pay("50001", { code: "insufficient_balance", state: "open" }),
    ],
  ],
  [
    "more in escrow than the limit",
    [
      ...PEOPLE,
      { fund: "customer(ada).customer_balance", amount: "900000000", currency: "USD" },
      { create: "invoice", fields: { ...FIELDS, total: "100000001" } },
      { call: "issue" },
      pay("100000000", { state: "open" }),
      pay("1", { code: "exposure_cap_exceeded", state: "open" }),
    ],
  ],
  [
    "a payer whose tier is too low",
    [
      ...PEOPLE,
      { customer: "ada", tier: "tier_0" },
      { create: "invoice", fields: FIELDS, expect: { code: "kyc_tier_insufficient" } },
    ],
  ],
  [
    "a payer that there is not",
    [
      { customer: "bob" },
      { create: "invoice", fields: FIELDS, expect: { code: "noun_subject_not_found" } },
    ],
  ],
  [
    "a payee that there is not",
    [
      { customer: "ada" },
      { create: "invoice", fields: FIELDS, expect: { code: "customer_not_found" } },
    ],
  ],
  [
    "a refund that nobody asked for",
    [...FUNDED, { call: "refund", expect: { code: "state_conflict", state: "funded" } }],
  ],
  [
    "a refund while its decision is pending",
    [
      ...FUNDED,
      { call: "requestRefund", as: "customer", expect: { state: "funded" } },
      { call: "refund", expect: { code: "state_conflict" } },
      { call: "requestRefund", as: "customer", expect: { code: "state_conflict" } },
    ],
  ],
  [
    "a refund that was declined",
    [
      ...FUNDED,
      { call: "requestRefund", as: "customer" },
      { decide: "refund_review", outcome: "decline" },
      { call: "refund", expect: { code: "noun_decision_declined", state: "funded" } },
      { decide: "refund_review", outcome: "approve", expect: { code: "noun_decision_declined" } },
      { call: "requestRefund", as: "customer" },
      { decide: "refund_review", outcome: "approve" },
      { call: "refund", expect: { state: "refunded" } },
    ],
  ],
  [
    "a refund that was not decided in time",
    [
      ...FUNDED,
      { call: "requestRefund", as: "customer" },
      { advance: "P2D" },
      { call: "refund", expect: { code: "noun_decision_timeout" } },
      { decide: "refund_review", outcome: "approve", expect: { code: "noun_decision_timeout" } },
    ],
  ],
];
for (const [what, steps] of refusals) {
  test(`invoice: ${what} -> refused as the text says`, () => void held(program, steps));
}

test("invoice: a refund approved -> all of the escrow back to the payer, and no later settlement", () => {
  const trace = held(program, [
    ...FUNDED,
    { call: "requestRefund", as: "customer" },
    { decide: "refund_review", outcome: "approve" },
    {
      call: "refund",
      expect: {
        state: "refunded",
        balances: {
          "customer(ada).customer_balance.USD": "50000",
          "invoice-1.own.escrow.USD": "0",
        },
      },
    },
    { advance: "P30D", expect: { ran: 0, object: "invoice-1", state: "refunded" } },
  ]);
  const { skipped = [] } = trace.steps.at(-1) ?? {};
  assert.deepEqual(skipped, [
    { objectId: "invoice-1", schedule: "autoSettle", index: 0, why: "ended" },
  ]);
});

test("invoice: refusals -> the details that the code declares", () => {
  const trace = held(program, [
    ...OPEN,
    pay("10001", { code: "noun_remainder_exceeded" }),
    { call: "void", expect: { state: "void" } },
    {
      call: "pay",
      as: "customer",
      input: { amount: "1" },
      expect: { code: "invalid_noun_transition" },
    },
  ]);
  const details = trace.steps.flatMap((step) => step.details ?? []);
  assert.deepEqual(details, [
    { remainder: "due", left: "10000", requested: "10001" },
    { kind: "invoice", action: "pay", state: "void", allowed: ["open"] },
  ]);
});
