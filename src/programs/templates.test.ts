/** Every template is a program without errors or warnings of its own making, and its scenario runs as people expect. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TERMS } from "../../test/support/programs/programs.ts";
import { planOf } from "./plan.ts";
import { scenarioIssues } from "./run/scenario_issues.ts";
import type { Scenario } from "./run/scenario_schema.ts";
import { simulate } from "./run/simulation.ts";
import { TEMPLATES } from "./templates.ts";

const NOW_MS = Date.parse("2026-01-31T09:00:00Z");

function traceOf(templateId: string, scenario: Scenario) {
  const template = TEMPLATES.find((each) => each.templateId === templateId);
  const { typed } = planOf(template?.source, TERMS);
  assert.ok(typed, templateId);
  assert.deepEqual(scenarioIssues(scenario), []);
  const trace = simulate(typed, scenario, { nowMs: NOW_MS });
  assert.ok(!("refused" in trace), JSON.stringify(trace));
  const unmet = trace.steps.flatMap(({ step, does, unmet = [], message }) =>
    unmet.map((each) => `${step} ${does}: ${each} ${message ?? ""}`),
  );
  assert.deepEqual(unmet, []);
  return trace;
}

/** A sale of 100.00 that is paid into its escrow. */
const SALE: Scenario = [
  { customer: "bea" },
  { fund: "customer(bea).customer_balance", amount: "10000" },
  { create: "sale", name: "vase", fields: { buyer: "bea", seller: "ben_1", price: "10000" } },
  { call: "pay", as: "customer", customer: "bea", expect: { state: "funded" } },
];

for (const { templateId, source, name } of TEMPLATES) {
  test(`template ${templateId}: planned -> a digest and no error`, () => {
    const { digest, findings } = planOf(source, TERMS);
    assert.deepEqual(
      findings.filter(({ severity }) => severity === "error"),
      [],
    );
    assert.match(digest ?? "", /^sha256:/);
    assert.equal(name, source.name);
  });
}

test("marketplace: paid, shipped, two weeks -> the seller is paid less commission and reserve", () => {
  traceOf("marketplace", [
    { customer: "bea" },
    { customer: "sol" },
    { fund: "customer(bea).customer_balance", currency: "EUR", amount: "20000" },
    {
      create: "sale",
      name: "vase",
      fields: {
        buyer: "bea",
        seller: "sol",
        currency: "EUR",
        price: "9500",
        shipping: "500",
        item: "Vase",
      },
    },
    { call: "ship", as: "customer", customer: "sol", expect: { code: "invalid_noun_transition" } },
    { call: "pay", as: "customer", customer: "sol", expect: { code: "port_actor_not_allowed" } },
    {
      call: "pay",
      as: "customer",
      customer: "bea",
      expect: { state: "paid", balances: { "vase.own.escrow.EUR": "10000" } },
    },
    { call: "ship", as: "customer", customer: "sol", expect: { state: "shipped" } },
    { advance: "P13D", expect: { object: "vase", state: "shipped", ran: 0 } },
    {
      advance: "P1D",
      expect: {
        object: "vase",
        state: "completed",
        balances: {
          "product.commission.EUR": "1200",
          "product.disputes.EUR": "100",
          "customer(sol).customer_balance.EUR": "8700",
          "vase.own.escrow.EUR": "0",
        },
      },
    },
  ]);
});

test("marketplace: disputed and nobody decides -> the buyer has the money back after two weeks", () => {
  traceOf("marketplace", [
    { customer: "bea" },
    { customer: "sol" },
    { fund: "customer(bea).customer_balance", currency: "USD", amount: "5000" },
    {
      create: "sale",
      name: "lamp",
      fields: { buyer: "bea", seller: "sol", currency: "USD", price: "5000", item: "Lamp" },
    },
    { call: "pay", as: "customer", customer: "bea", expect: { state: "paid" } },
    { call: "dispute", as: "customer", customer: "bea", expect: { state: "disputed" } },
    {
      advance: "P15D",
      expect: {
        object: "lamp",
        state: "refunded",
        balances: { "customer(bea).customer_balance.USD": "5000" },
      },
    },
  ]);
});

test("seller_payouts: settled -> the fee is earned at once, and the seller is paid when the bank says so", () => {
  const trace = traceOf("seller_payouts", [
    ...SALE,
    {
      call: "settle",
      expect: {
        state: "paying",
        balances: { "product.fees.EUR": "300", "vase.own.escrow.EUR": "9700" },
      },
    },
    {
      call: "refund",
      expect: { code: "invalid_noun_transition" },
    },
    {
      advance: "P1D",
      expect: {
        object: "vase",
        state: "paid",
        ran: 1,
        balances: { "vase.own.escrow.EUR": "0", "beneficiary(ben_1).EUR": "9700" },
      },
    },
    { advance: "P90D", expect: { object: "vase", state: "done" } },
    { payout: "net", ended: "returned", expect: { object: "vase", state: "done", ran: 0 } },
  ]);
  assert.deepEqual(
    trace.payouts?.map(({ label, amount, status }) => [label, amount, status]),
    [["net", "9700", "returned"]],
  );
});

test("seller_payouts: the payout fails, and the next comes back -> paid again a day after each", () => {
  traceOf("seller_payouts", [
    ...SALE,
    { call: "settle", expect: { state: "paying" } },
    {
      payout: "net",
      ended: "failed",
      expect: { state: "unpaid", ran: 1, balances: { "vase.own.escrow.EUR": "9700" } },
    },
    { payout: "net", ended: "posted", expect: { code: "state_constraint_failed" } },
    { call: "changeSeller", input: { seller: "ben_2" }, expect: { state: "unpaid" } },
    { advance: "P1D", expect: { object: "vase", state: "paying" } },
    { payout: "again", ended: "returned", expect: { state: "unpaid", ran: 2 } },
    { advance: "P1D", expect: { object: "vase", state: "paying" } },
    {
      advance: "P1D",
      expect: {
        object: "vase",
        state: "paid",
        balances: { "vase.own.escrow.EUR": "0", "beneficiary(ben_2).EUR": "9700" },
      },
    },
    {
      payout: "again",
      object: "vase",
      ended: "cancelled",
      expect: { code: "state_constraint_failed" },
    },
    { payout: "fee", ended: "posted", expect: { code: "state_constraint_failed" } },
  ]);
});

/** A membership of three months, by a mandate, which has begun. */
const MEMBER: Scenario = [
  { customer: "mia" },
  { consent: "mandate", of: "mia", mandate: true },
  {
    create: "membership",
    name: "club",
    fields: {
      ...{ member: "mia", consent: "mandate", monthly: "2500", months: 3 },
      firstDueAt: "2026-02-01T09:00:00Z",
    },
  },
  { call: "begin", expect: { state: "active" } },
];

test("membership: dues by a mandate -> each is earned when the bank has it, which an advance says", () => {
  const trace = traceOf("membership", [
    ...MEMBER,
    { advance: "P1D", expect: { object: "club", ran: 1, balances: { "product.dues.EUR": "0" } } },
    {
      advance: "P1D",
      expect: {
        ...{ object: "club", state: "active", ran: 1 },
        balances: {
          "product.dues.EUR": "2500",
          "mandate(mandate).EUR": "-2500",
          "customer(mia).customer_balance.EUR": "0",
        },
      },
    },
  ]);
  assert.deepEqual(
    trace.collections?.map(({ label, amount, to, status }) => [label, amount, to, status]),
    [["dues", "2500", "customer(mia).customer_balance.EUR", "collected"]],
  );
  const [row] = trace.steps[4]?.ran ?? [];
  assert.deepEqual([row?.cause, row?.moves, row?.collection?.status], ["row", [], "processing"]);
});

test("membership: the bank fails once, then takes back what it had collected -> tried again; behind, and the loss is the Product's", () => {
  const trace = traceOf("membership", [
    ...MEMBER,
    { advance: "P1D" },
    { collection: "dues", ended: "failed", expect: { state: "active", ran: 0 } },
    { collection: "dues", ended: "collected", expect: { code: "state_constraint_failed" } },
    { advance: "P3D", expect: { object: "club", ran: 1 } },
    {
      collection: "dues",
      ended: "collected",
      expect: { state: "active", ran: 1, balances: { "product.dues.EUR": "2500" } },
    },
    {
      collection: "dues",
      ended: "returned",
      expect: {
        ...{ state: "behind", ran: 1 },
        balances: { "losses.EUR": "-2500", "product.dues.EUR": "2500" },
      },
    },
    { fund: "customer(mia).customer_balance", amount: "2500" },
    { call: "payBack", as: "customer", expect: { state: "active" } },
    { collection: "fees", ended: "failed", expect: { code: "state_constraint_failed" } },
  ]);
  assert.deepEqual(
    trace.consents.map(({ usedTotal, usedCount }) => [usedTotal, usedCount]),
    [["2500", 1]],
  );
});

test("membership: taken back before it was heard to be collected -> not tried again, and behind at once", () => {
  traceOf("membership", [
    ...MEMBER,
    { advance: "P1D" },
    {
      collection: "dues",
      ended: "returned",
      expect: { state: "behind", ran: 1, balances: { "customer(mia).customer_balance.EUR": "0" } },
    },
  ]);
});

test("membership: the member is suspended while the bank is at it -> the money is the member's, and the action is called again", () => {
  traceOf("membership", [
    ...MEMBER,
    { advance: "P1D" },
    { customer: "mia", status: "suspended" },
    {
      collection: "dues",
      ended: "collected",
      expect: { ran: 1, balances: { "customer(mia).customer_balance.EUR": "2500" } },
    },
    { customer: "mia" },
    {
      advance: "P3D",
      expect: {
        ...{ object: "club", state: "active", ran: 1 },
        balances: { "product.dues.EUR": "2500", "customer(mia).customer_balance.EUR": "0" },
      },
    },
  ]);
});

test("membership: the member is suspended, and the bank takes the money back -> the action is not called with it any more", () => {
  traceOf("membership", [
    ...MEMBER,
    { advance: "P1D" },
    { customer: "mia", status: "suspended" },
    { collection: "dues", ended: "collected", expect: { ran: 1 } },
    { customer: "mia" },
    { collection: "dues", ended: "returned", expect: { state: "behind", ran: 1 } },
    { advance: "P3D", expect: { object: "club", state: "behind", ran: 0 } },
  ]);
});

test("membership: a member who may not take part -> no bank is asked", () => {
  const trace = traceOf("membership", [
    ...MEMBER,
    { customer: "mia", status: "suspended" },
    { advance: "P1D", expect: { object: "club", ran: 1 } },
  ]);
  assert.equal(trace.collections, undefined);
  const [row] = trace.steps.at(-1)?.ran ?? [];
  assert.deepEqual([row?.code, row?.collection?.status], ["customer_status_forbidden", "failed"]);
});

test("wallet: topped up and spent from -> merchant, fee and cashback; the limit is new each month", () => {
  traceOf("wallet", [
    { customer: "ada" },
    { customer: "cafe", kind: "organization" },
    { fund: "customer(ada).customer_balance", amount: "200000" },
    { fund: "product.cashback", amount: "10000" },
    { create: "wallet", name: "w", fields: { holder: "ada", monthlyLimit: "5000" } },
    { call: "topUp", as: "customer", input: { amount: "20000" }, expect: { state: "open" } },
    {
      call: "spend",
      as: "customer",
      input: { merchant: "cafe", amount: "4000" },
      expect: {
        state: "open",
        balances: {
          "customer(cafe).customer_balance": "3968",
          "product.fees": "32",
          "w.own.stored": "16040",
        },
      },
    },
    {
      call: "spend",
      as: "customer",
      input: { merchant: "cafe", amount: "1001" },
      expect: { code: "state_constraint_failed" },
    },
    // A month after 31 January is 28 February.
    { advance: "2026-02-28T09:00:00Z", expect: { object: "w", state: "open", ran: 1 } },
    { call: "spend", as: "customer", input: { merchant: "cafe", amount: "5000" } },
    {
      call: "close",
      as: "customer",
      expect: { state: "closed", balances: { "w.own.stored": "0" } },
    },
    { advance: "P90D", expect: { object: "w", state: "closed", ran: 0 } },
  ]);
});

test("savings pot: standing orders, one without money, interest -> saved, retried, reached, paid out", () => {
  traceOf("savings_pot", [
    { customer: "max" },
    { consent: "mandate", of: "max" },
    { fund: "customer(max).customer_balance", currency: "EUR", amount: "15000" },
    { fund: "product.interest", currency: "EUR", amount: "1000" },
    {
      create: "pot",
      name: "trip",
      fields: {
        saver: "max",
        currency: "EUR",
        title: "Trip",
        goal: "20000",
        monthly: "10000",
        firstOrderOn: "2026-02-10",
        orders: 2,
        consent: "mandate",
      },
    },
    {
      advance: "2026-02-10T00:00:00Z",
      expect: { object: "trip", state: "saving", balances: { "trip.own.savings.EUR": "10000" } },
    },
    {
      advance: "2026-03-01T00:00:00Z",
      expect: { object: "trip", balances: { "trip.own.savings.EUR": "10015" } },
    },
    // Only 5,000 are left for the second order: it fails, and is tried again a day later.
    {
      advance: "2026-03-10T12:00:00Z",
      expect: { object: "trip", balances: { "trip.own.savings.EUR": "10015" } },
    },
    { fund: "customer(max).customer_balance", currency: "EUR", amount: "5000" },
    {
      advance: "2026-03-11T12:00:00Z",
      expect: { object: "trip", state: "reached", balances: { "trip.own.savings.EUR": "20015" } },
    },
    {
      call: "close",
      as: "customer",
      object: "trip",
      expect: { state: "closed", balances: { "customer(max).customer_balance.EUR": "20015" } },
    },
  ]);
});
