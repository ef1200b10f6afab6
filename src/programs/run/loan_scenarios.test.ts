/** Worked example B: every outcome that the text of the language names, as scenarios. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOAN } from "../../../test/support/programs/programs.ts";
import { accepted, held } from "../../../test/support/programs/run/simulation.ts";
import type { ScenarioStep } from "./scenario_schema.ts";

const program = accepted(LOAN);

const FIELDS = {
  borrower: "ada",
  principal: "30000",
  interest: "1000",
  instalments: 3,
  firstDueAt: "2026-02-01T00:00:00Z",
  consent: "mandate",
};
const PEOPLE: ScenarioStep[] = [
  { customer: "ada", tier: "tier_2" },
  { consent: "mandate", of: "ada" },
  { fund: "product.lending", amount: "1000000" },
];
const APPROVED: ScenarioStep[] = [
  ...PEOPLE,
  { create: "loan", fields: FIELDS, expect: { state: "applied" } },
  { call: "submit", expect: { state: "applied" } },
  {
    decide: "underwriting",
    outcome: "approve",
    expect: { ran: 1, object: "loan-1", state: "approved" },
  },
];
const ACTIVE: ScenarioStep[] = [...APPROVED, { call: "disburse", expect: { state: "active" } }];

test("loan: three months -> three rows ran, all collected, interest and principal divided", () => {
  const trace = held(program, [
    ...ACTIVE,
    { fund: "customer(ada).customer_balance", amount: "1000" },
    { advance: "2026-05-01T00:00:00Z", expect: { ran: 3, object: "loan-1", state: "repaid" } },
  ]);
  const runs = trace.steps.at(-1)?.ran ?? [];
  assert.deepEqual(
    runs.map(({ at, collection, moves }) => [
      at.slice(0, 10),
      collection?.amount,
      collection?.status,
      ...moves.map(({ amount }) => amount),
    ]),
    [
      ["2026-02-01", "10333", "collected", "333", "10000"],
      ["2026-03-01", "10333", "collected", "333", "10000"],
      ["2026-04-01", "10334", "collected", "333", "10001"],
    ],
  );
  assert.deepEqual(trace.balances, {
    "product.lending.EUR": "1000001",
    "customer(ada).customer_balance.EUR": "0",
    "product.interest.EUR": "999",
  });
  assert.deepEqual(trace.objects[0]?.remainders, { outstanding: "0" });
  assert.deepEqual(trace.objects[0]?.aggregates, { repaid: "31000" });
});

test("loan: no money -> each row tried again after 3 and 5 days, then the loan is overdue", () => {
  const trace = held(program, [
    ...ACTIVE,
    { call: "repay", as: "customer", input: { amount: "30000" }, expect: { state: "active" } },
    { advance: "2026-02-08T23:00:00Z", expect: { ran: 2, object: "loan-1", state: "active" } },
    { advance: "PT1H", expect: { ran: 2, object: "loan-1", state: "overdue" } },
  ]);
  const runs = trace.steps.flatMap(({ ran }) => ran).slice(1);
  assert.deepEqual(
    runs.map(({ at, cause, attempt, code, state }) => [
      at.slice(0, 10),
      cause,
      attempt,
      code,
      state,
    ]),
    [
      ["2026-02-01", "row", 1, "noun_remainder_exceeded", undefined],
      ["2026-02-04", "row", 2, "noun_remainder_exceeded", undefined],
      ["2026-02-09", "row", 3, "noun_remainder_exceeded", undefined],
      ["2026-02-09", "finally", undefined, undefined, "overdue"],
    ],
  );
});

test("loan: overdue, then repaid -> active again, and closed when nothing is owed", () => {
  held(program, [
    ...ACTIVE,
    { consent: "mandate", of: "ada", status: "revoked" },
    { advance: "2026-02-09T00:00:00Z", expect: { object: "loan-1", state: "overdue", ran: 4 } },
    { fund: "customer(ada).customer_balance", amount: "1000" },
    { call: "repay", as: "customer", input: { amount: "10" }, expect: { state: "active" } },
    { call: "repay", as: "customer", input: { amount: "30990" }, expect: { state: "repaid" } },
    { advance: "P90D", expect: { ran: 0, object: "loan-1", state: "repaid" } },
  ]);
});

type Row = [what: string, steps: ScenarioStep[]];
const refusals: Row[] = [
  [
    "a second loan",
    [
      ...ACTIVE,
      { create: "loan", fields: FIELDS, expect: { state: "applied" } },
      { call: "submit" },
      {
        decide: "underwriting",
        outcome: "approve",
        expect: { ran: 1, object: "loan-2", state: "applied" },
      },
      { call: "approve", expect: { code: "noun_aggregate_cap_exceeded", state: "applied" } },
    ],
  ],
  [
    "a borrower of tier_1",
    [
      ...PEOPLE,
      { customer: "ada", tier: "tier_1" },
      { create: "loan", fields: FIELDS, expect: { code: "kyc_tier_insufficient" } },
    ],
  ],
  [
    "an organization as borrower",
    [
      ...PEOPLE,
      { customer: "ada", kind: "organization" },
      { create: "loan", fields: FIELDS, expect: { code: "noun_subject_kind_forbidden" } },
    ],
  ],
  [
    "repaid too much",
    [
      ...ACTIVE,
      {
        call: "repay",
        as: "customer",
        input: { amount: "31001" },
        expect: { code: "noun_remainder_exceeded" },
      },
    ],
  ],
  ["closed early", [...ACTIVE, { call: "close", expect: { code: "aggregate_condition_unmet" } }]],
  [
    "more than a borrower may owe",
    [
      ...PEOPLE,
      {
        create: "loan",
        fields: { ...FIELDS, principal: "500000", interest: "1" },
        expect: { code: "exposure_cap_exceeded" },
      },
    ],
  ],
  [
    "a consent of somebody else",
    [
      ...PEOPLE,
      { customer: "bob" },
      { consent: "other", of: "bob" },
      {
        create: "loan",
        fields: { ...FIELDS, consent: "other" },
        expect: { code: "consent_not_found" },
      },
    ],
  ],
  [
    "a consent that was revoked",
    [
      ...PEOPLE,
      { consent: "mandate", of: "ada", status: "revoked" },
      { create: "loan", fields: FIELDS, expect: { code: "consent_revoked" } },
    ],
  ],
  [
    "underwriting declined",
    [
      ...PEOPLE,
      { create: "loan", fields: FIELDS },
      { call: "submit" },
      { decide: "underwriting", outcome: "decline", expect: { ran: 0, state: "applied" } },
      { call: "approve", expect: { code: "noun_decision_declined" } },
      { call: "decline", expect: { state: "declined" } },
    ],
  ],
  [
    "underwriting not decided in 48 hours",
    [
      ...PEOPLE,
      { create: "loan", fields: FIELDS },
      { call: "submit" },
      { advance: "PT48H", expect: { ran: 0 } },
      { call: "approve", expect: { code: "noun_decision_timeout" } },
    ],
  ],
  [
    "lent more than the Product has",
    [
      { customer: "ada" },
      { consent: "mandate", of: "ada" },
      { create: "loan", fields: FIELDS },
      { call: "submit" },
      { decide: "underwriting", outcome: "approve" },
      { call: "disburse", expect: { code: "insufficient_balance", state: "approved" } },
    ],
  ],
];
for (const [what, steps] of refusals) {
  test(`loan: ${what} -> refused as the text says`, () => void held(program, steps));
}

test("loan: a declined loan -> a borrower may owe as much as before", () => {
  const fields = { ...FIELDS, principal: "400000" };
  held(program, [
    ...PEOPLE,
    { create: "loan", fields },
    { create: "loan", fields, expect: { code: "exposure_cap_exceeded" } },
    { call: "decline", object: "loan-1", expect: { state: "declined" } },
    { create: "loan", fields, expect: { state: "applied" } },
  ]);
});

const collections: [what: string, step: ScenarioStep, code: string][] = [
  ["revoked", { consent: "mandate", of: "ada", status: "revoked" }, "consent_revoked"],
  ["expired", { consent: "mandate", of: "ada", expiresAt: "P1D" }, "consent_expired"],
  ["rejected", { consent: "mandate", of: "ada", status: "rejected" }, "consent_not_active"],
  ["for less", { consent: "mandate", of: "ada", maxAmount: "10332" }, "consent_not_active"],
  ["for less in total", { consent: "mandate", of: "ada", maxTotal: "10332" }, "consent_not_active"],
  [
    "not verified",
    { consent: "mandate", of: "ada", verified: false },
    "collection_authorization_unverified",
  ],
];
for (const [what, step, code] of collections) {
  test(`loan: the consent is ${what} -> the collection failed with ${code}`, () => {
    const trace = held(program, [
      ...ACTIVE,
      step,
      { advance: "2026-02-01", expect: { ran: 1, object: "loan-1", state: "active" } },
    ]);
    const [run] = trace.steps.at(-1)?.ran ?? [];
    assert.equal(run?.code, code);
    assert.equal(run?.collection?.status, "failed");
  });
}
