/** Scenarios of an action that collects by a mandate: what a bank says, and what follows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEPOSIT_PROGRAM } from "../../../test/support/features/object/deposits.ts";
import { accepted, traceOfScenario } from "../../../test/support/programs/run/simulation.ts";
import type { Scenario } from "./scenario_schema.ts";

const PROGRAM = accepted(DEPOSIT_PROGRAM);

/** A deposit of which a bank was asked, by a consent with a mandate. */
const ASKED: Scenario = [
  { customer: "rex" },
  { consent: "mandate", of: "rex", mandate: true },
  {
    create: "deposit",
    name: "flat",
    fields: { renter: "rex", consent: "mandate", amount: "2500" },
  },
  {
    call: "collect",
    expect: { state: "collecting", balances: { "flat.own.pot.EUR": "0" } },
  },
];

function holds(scenario: Scenario) {
  const trace = traceOfScenario(PROGRAM, scenario);
  const unmet = trace.steps.flatMap(({ does, unmet: faults = [] }) =>
    faults.map((fault) => `${does}: ${fault}`),
  );
  assert.deepEqual(unmet, []);
  return trace;
}

test("debit scenario: nothing is said -> collected when the clock advances, and given back in the end", () => {
  const trace = holds([
    ...ASKED,
    {
      advance: "P1D",
      expect: { object: "flat", state: "held", ran: 1, balances: { "flat.own.pot.EUR": "2500" } },
    },
    {
      call: "release",
      expect: { state: "released", balances: { "customer(rex).customer_balance.EUR": "2500" } },
    },
  ]);
  assert.deepEqual(
    trace.collections?.map(({ label, amount, to, status }) => [label, amount, to, status]),
    [["deposit", "2500", "flat.own.pot.EUR", "collected"]],
  );
});

test("debit scenario: failed, and the next is taken back -> asked again a day later; lost", () => {
  holds([
    ...ASKED,
    { collection: "deposit", ended: "failed", expect: { state: "unpaid", ran: 1 } },
    { advance: "P1D", expect: { object: "flat", state: "collecting", ran: 1 } },
    { collection: "deposit", ended: "collected", expect: { state: "held", ran: 1 } },
    { call: "spend", expect: { state: "held" } },
    {
      collection: "deposit",
      ended: "returned",
      expect: {
        ...{ state: "lost", ran: 1 },
        balances: { "losses.EUR": "-2500", "flat.own.pot.EUR": "2499" },
      },
    },
  ]);
});

test("debit scenario: taken back before it was heard to be collected -> told as a failure", () => {
  holds([
    ...ASKED,
    {
      collection: "deposit",
      ended: "returned",
      expect: { state: "unpaid", ran: 1, balances: { "flat.own.pot.EUR": "0" } },
    },
  ]);
});

test("debit scenario: a consent without a mandate, and one that covers less -> consent_not_active", () => {
  const made = (consent: string, more: object): Scenario => [
    { consent, of: "rex", ...more },
    { create: "deposit", fields: { renter: "rex", consent, amount: "2500" } },
    { call: "collect", expect: { code: "consent_not_active", state: "open" } },
  ];
  holds([
    { customer: "rex" },
    ...made("plain", {}),
    ...made("small", { mandate: true, maxAmount: "2499" }),
  ]);
});
