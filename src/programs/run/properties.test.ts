/**
 * Random scenarios on the programs of the tests: money is conserved, remainders stay in their
 * bounds, no cap is passed, revisions grow by one, and nothing is answered but with declared
 * refusals.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { INVOICE, LOAN } from "../../../test/support/programs/programs.ts";
import { CHAIN_PROGRAM } from "../../../test/support/programs/run/chain_program.ts";
import { accepted, traceOfScenario } from "../../../test/support/programs/run/simulation.ts";
import { fc } from "../../../test/support/properties.ts";
import { ERROR_CATALOG, type ErrorCode } from "../../contract/refusals/error_catalog.ts";
import type { TypedProgram } from "../typed_program.ts";
import type { ScenarioStep } from "./scenario_schema.ts";
import type { Trace, TraceResult } from "./trace.ts";

const RUNS = { numRuns: 150 };

/** NOUN of the interface, and what the engine and a ledger may say besides. */
const CODES = new Set(
  `customer_not_found customer_status_forbidden entity_status_forbidden customer_access_required
  customer_access_status_forbidden customer_access_compliance_forbidden kyc_tier_insufficient
  invalid_noun_transition port_actor_not_allowed noun_retired noun_subject_not_found
  noun_subject_kind_forbidden noun_reference_required noun_reference_not_found
  noun_reference_status_forbidden noun_reference_incongruent noun_reference_already_claimed
  noun_partition_mismatch noun_remainder_exceeded noun_aggregate_cap_exceeded
  noun_aggregate_currency_mismatch aggregate_condition_unmet noun_account_not_drained
  noun_decision_declined noun_decision_timeout state_constraint_failed consent_not_found
  consent_not_active consent_expired consent_revoked collection_authorization_unverified
  exposure_cap_exceeded invalid_request state_conflict insufficient_balance`.split(/\s+/),
);

const amount = fc.oneof(
  fc.constantFrom("0", "1", "30", "10000", "31000", "99999999999999999999", 5),
  fc.integer({ min: 0, max: 40_000 }).map(String),
);
const object = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
const person = fc.constantFrom("ada", "bob", "eve");
const actor = fc.constantFrom("operator", "customer", "clock", "agent", "provider", undefined);
const fund = (account: string, currency: string): ScenarioStep => ({
  fund: account,
  amount: "60000",
  currency,
});

function callOf(actions: readonly string[]): fc.Arbitrary<ScenarioStep> {
  const input = fc.oneof(
    fc.constant({}),
    fc.record({ amount }),
    fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<unknown>),
  );
  return fc
    .record({ call: fc.constantFrom(...actions), object, input, as: actor, customer: person })
    .map(({ as, customer, object: of, ...step }) => ({
      ...step,
      ...(of !== undefined && { object: of }),
      ...(as !== undefined && { as }),
      ...(as === "customer" && { customer }),
    }));
}

function anyOf(gates: readonly string[]): fc.Arbitrary<ScenarioStep> {
  return fc.oneof(
    fc.constantFrom("PT1H", "P1D", "P3D", "P31D").map((advance) => ({ advance })),
    fc.record({
      decide: fc.constantFrom(...gates),
      outcome: fc.constantFrom("approve" as const, "decline" as const),
    }),
    fc.record({
      customer: person,
      tier: fc.constantFrom("tier_0" as const, "tier_2" as const),
      status: fc.constantFrom("active" as const, "active" as const, "suspended" as const),
    }),
  );
}

const PEOPLE: ScenarioStep[] = ["ada", "bob", "eve"].map((customer) => ({ customer }));

type Subject = { program: TypedProgram; begin: ScenarioStep[]; step: fc.Arbitrary<ScenarioStep> };

const invoices: Subject = {
  program: accepted(INVOICE),
  begin: [
    ...PEOPLE,
    fund("customer(ada).customer_balance", "USD"),
    fund("customer(bob).customer_balance", "EUR"),
  ],
  step: fc.oneof(
    { weight: 2, arbitrary: invoice() },
    {
      weight: 8,
      arbitrary: callOf([
        "issue",
        "pay",
        "pay",
        "settle",
        "refund",
        "requestRefund",
        "void",
        "finish",
      ]),
    },
    { weight: 2, arbitrary: anyOf(["refund_review"]) },
  ),
};

function invoice(): fc.Arbitrary<ScenarioStep> {
  const currency = fc.constantFrom("USD", "EUR");
  const fields = fc.record({
    payer: person,
    payee: person,
    currency,
    total: amount,
    dueDate: fc.constantFrom("2026-02-01", "2026-02-30"),
  });
  const orders = fc.record({ buyer: person, currency });
  return fc.oneof(
    fields.map((each) => ({ create: "invoice", fields: each })),
    fields.map((each) => ({ create: "invoice", fields: { ...each, order: "order-1" } })),
    orders.map((each) => ({ create: "order", fields: each })),
  );
}

const loans: Subject = {
  program: accepted(LOAN),
  begin: [
    ...PEOPLE,
    { consent: "mandate", of: "ada" },
    { fund: "product.lending", amount: "600000" },
    fund("customer(ada).customer_balance", "EUR"),
  ],
  step: fc.oneof(
    {
      weight: 2,
      arbitrary: fc
        .record({
          principal: fc.constantFrom("10000", "250000", "1"),
          interest: amount,
          instalments: fc.integer({ min: 0, max: 5 }),
          firstDueAt: fc.constantFrom("2026-01-02T00:00:00Z", "2025-01-31T00:00:00Z"),
          borrower: fc.constantFrom("ada", "ada", "bob"),
        })
        .map((fields) => ({ create: "loan", fields: { ...fields, consent: "mandate" } })),
    },
    {
      weight: 8,
      arbitrary: callOf([
        "submit",
        "approve",
        "decline",
        "disburse",
        "repay",
        "markOverdue",
        "close",
      ]),
    },
    { weight: 3, arbitrary: anyOf(["underwriting"]) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("active" as const, "revoked" as const)
        .map((status) => ({ consent: "mandate", of: "ada", status })),
    },
  ),
};

const chains: Subject = {
  program: accepted(CHAIN_PROGRAM),
  begin: [
    ...PEOPLE,
    fund("customer(ada).customer_balance", "EUR"),
    { create: "purse", fields: { owner: "ada" } },
  ],
  step: fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constant({ create: "job", fields: { worker: "bob", purse: "purse-1" } }),
    },
    { weight: 8, arbitrary: callOf(["fill", "shut", "take", "rest", "ask", "pay"]) },
    { weight: 3, arbitrary: anyOf(["pay"]) },
  ),
};

for (const [name, { program, begin, step }] of Object.entries({ invoices, loans, chains })) {
  test(`properties of ${name}: any scenario -> money, remainders, caps and revisions as they must`, () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const trace = traceOfScenario(program, [...begin, ...steps]);
        checkMoney(trace, begin);
        checkObjects(trace);
        for (const each of resultsOf(trace)) checkResult(each);
        // Equal scenarios have equal traces.
        assert.deepEqual(traceOfScenario(program, [...begin, ...steps]), trace);
      }),
      RUNS,
    );
  });
}

function resultsOf({ steps }: Trace): TraceResult[] {
  return steps.flatMap((step) => [step, ...step.ran]);
}

function checkMoney({ balances }: Trace, begin: readonly ScenarioStep[]): void {
  const totals = new Map<string, bigint>();
  for (const [account, balance] of Object.entries(balances)) {
    assert.ok(BigInt(balance) >= 0n, account);
    const currency = account.slice(-3);
    totals.set(currency, (totals.get(currency) ?? 0n) + BigInt(balance));
  }
  for (const step of begin) {
    if (!("fund" in step)) continue;
    const currency = step.currency ?? "EUR";
    totals.set(currency, (totals.get(currency) ?? 0n) - BigInt(step.amount));
  }
  for (const [currency, total] of totals) assert.equal(total, 0n, currency);
}

function checkObjects({ objects, steps }: Trace): void {
  const revisions = new Map<string, number>();
  for (const { objectId, revision, remainders, kind, state, fields } of objects) {
    revisions.set(objectId, revision);
    for (const left of Object.values(remainders)) assert.ok(BigInt(left) >= 0n);
    if (kind === "invoice" && state === "funded") assert.equal(remainders["due"], "0");
    const total = fields["total"];
    if (kind === "invoice") assert.ok(BigInt(remainders["due"] ?? "") <= BigInt(String(total)));
  }
  // Every action that succeeded is one revision.
  const done = new Map<string, number>();
  const count = (objectId: string) => done.set(objectId, (done.get(objectId) ?? 0) + 1);
  for (const { outcome, object: one, ran, does } of steps) {
    const isCall = does.startsWith("call ") || does.startsWith("create ");
    if (isCall && outcome === "succeeded" && one !== undefined) count(one.objectId);
    for (const each of ran) if (each.outcome === "succeeded") count(each.objectId);
  }
  assert.deepEqual([...done].sort(), [...revisions].sort());
  const open = objects.filter(
    ({ kind, state }) => kind === "loan" && ["approved", "active", "overdue"].includes(state),
  );
  const borrowers = open.map(({ fields }) => fields["borrower"]);
  assert.equal(new Set(borrowers).size, borrowers.length);
  const taken = objects.filter(({ kind, state }) => kind === "job" && state === "taken");
  assert.ok(taken.length <= 1);
}

function checkResult({ outcome, code, message, details, moves }: TraceResult): void {
  for (const { amount: moved, from, to } of moves) {
    assert.ok(BigInt(moved) > 0n);
    assert.notEqual(from, to);
  }
  if (outcome === "succeeded") return;
  assert.ok(code !== undefined && CODES.has(code), `${code}: ${message}`);
  const declared = ERROR_CATALOG[code as ErrorCode].details.map(({ name }) => name);
  for (const name of Object.keys(details ?? {}))
    assert.ok(declared.includes(name), `${code} ${name}`);
}
