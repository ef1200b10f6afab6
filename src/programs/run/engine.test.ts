/**
 * What the worked examples do not show: claims, exported accounts, rows made again, approval by
 * time, limits.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { INVOICE } from "../../../test/support/programs/programs.ts";
import { CHAIN_PROGRAM } from "../../../test/support/programs/run/chain_program.ts";
import { accepted, BEGIN_MS, held } from "../../../test/support/programs/run/simulation.ts";
import { compileProgram } from "./compiled_program.ts";
import { allowedActions, callAction, createObject } from "./engine.ts";
import { MemoryWorld } from "./memory_world.ts";
import { isRefusal } from "./refused.ts";
import { customerIn } from "./scenario_reading.ts";
import type { ScenarioStep } from "./scenario_schema.ts";

const program = accepted(CHAIN_PROGRAM);
const POT = "purse-1.own.pot";

const fill = (amount: string, expect?: ScenarioStep["expect"]): ScenarioStep => ({
  call: "fill",
  object: "purse-1",
  as: "customer",
  input: { amount },
  ...(expect && { expect }),
});
const PURSE: ScenarioStep[] = [
  { customer: "ada" },
  { customer: "bob" },
  { fund: "customer(ada).customer_balance", amount: "1000" },
  { create: "purse", fields: { owner: "ada" } },
];
const job = (name: string, expect: ScenarioStep["expect"]): ScenarioStep => ({
  create: "job",
  name,
  fields: { worker: "bob", purse: "purse-1" },
  expect: { object: name, ...expect },
});

test("rows: made by the initial state and due at once -> run in the step that made them", () => {
  held(program, [...PURSE, job("one", { ran: 1, state: "taken" })]);
});

test("claim: taken by an action -> not at creation, held until released, then taken by another", () => {
  const trace = held(program, [
    ...PURSE,
    job("one", { state: "taken" }),
    // The row that would take the purse is refused, and the job stays as it was.
    job("two", { state: "new", ran: 1 }),
    { call: "take", object: "two", expect: { code: "noun_reference_already_claimed" } },
    { call: "rest", object: "one", expect: { state: "waiting" } },
    { call: "take", object: "two", expect: { state: "taken" } },
    { call: "take", object: "one", expect: { code: "noun_reference_already_claimed" } },
  ]);
  assert.deepEqual(trace.steps.at(-1)?.details, {
    field: "purse",
    objectId: "purse-1",
    claimedBy: "two",
  });
});

test("claim: the object was shut since it was named -> refused when it is claimed", () => {
  held(program, [
    ...PURSE,
    job("one", { state: "taken" }),
    { call: "rest", object: "one" },
    { call: "shut", object: "purse-1", expect: { state: "shut" } },
    { call: "take", object: "one", expect: { code: "noun_reference_status_forbidden" } },
  ]);
});

test("rows: a state entered twice -> rows again but for `once`, and each is run by its own time", () => {
  const trace = held(program, [
    ...PURSE,
    job("one", { state: "taken" }),
    { call: "rest", object: "one" },
    { advance: "PT12H" },
    { call: "take", object: "one" },
    { advance: "P9D", expect: { object: "one", state: "waiting", ran: 3 } },
  ]);
  const runs = trace.steps.at(-1)?.ran ?? [];
  assert.deepEqual(
    runs.map(({ at, schedule, outcome, code }) => [at, schedule, outcome, code]),
    [
      ["2026-01-02T00:00:00.000Z", "once", "succeeded", undefined],
      ["2026-01-03T00:00:00.000Z", "nudge", "refused", "invalid_noun_transition"],
      ["2026-01-03T00:00:00.000Z", "nudge", "refused", "invalid_noun_transition"],
    ],
  );
});

test("decision: approved by time -> the clock pays from the other object's account, once", () => {
  const trace = held(program, [
    ...PURSE,
    fill("90"),
    job("one", { state: "taken" }),
    { call: "ask", object: "one" },
    { call: "ask", object: "one", expect: { code: "state_conflict" } },
    {
      advance: "PT23H",
      expect: { object: "one", state: "taken", ran: 0, balances: { [POT]: "90" } },
    },
    { advance: "PT1H", expect: { object: "one", ran: 2, balances: { [POT]: "10" } } },
  ]);
  // The deadline comes before the row of the same time.
  const [paid] = trace.steps.at(-1)?.ran ?? [];
  assert.equal(paid?.cause, "approval");
  assert.deepEqual(
    paid?.moves.map(({ label, amount, to }) => [label, amount, to]),
    [
      ["wage", "30", "customer(bob).customer_balance.EUR"],
      ["part", "45", "customer(bob).customer_balance.EUR"],
      ["remaining", "5", "customer(bob).customer_savings.EUR"],
    ],
  );
  assert.deepEqual(
    trace.decisions.map(({ status }) => status),
    ["timed_out"],
  );
});

test("moves: balances follow them, and the next state sees them all -> over when the pot is empty", () => {
  const trace = held(program, [
    ...PURSE,
    fill("70"),
    job("one", { state: "taken" }),
    { call: "ask", object: "one" },
    {
      decide: "pay",
      object: "one",
      outcome: "approve",
      expect: { ran: 1, state: "over", balances: { [POT]: "0" } },
    },
    { decide: "pay", object: "one", outcome: "approve", expect: { code: "state_conflict" } },
  ]);
  const [run] = trace.steps.at(-2)?.ran ?? [];
  assert.deepEqual(
    run?.moves.map(({ label, amount }) => [label, amount]),
    [
      ["wage", "30"],
      // What is left makes no transfer.
      ["part", "40"],
    ],
  );
});

test("limit: money leaves an account of another object -> room for more, of that subject", () => {
  held(program, [
    ...PURSE,
    fill("100"),
    fill("1", { code: "exposure_cap_exceeded" }),
    job("one", { state: "taken" }),
    { call: "ask", object: "one" },
    { decide: "pay", object: "one", outcome: "approve", expect: { balances: { [POT]: "20" } } },
    fill("80", { balances: { [POT]: "100" } }),
    fill("1", { code: "exposure_cap_exceeded" }),
  ]);
});

test("own account: money in it before a state that asks for none -> refused with its balance", () => {
  const trace = held(program, [
    ...PURSE,
    fill("3"),
    { call: "shut", expect: { code: "noun_account_not_drained", state: "open" } },
  ]);
  assert.deepEqual(trace.steps.at(-1)?.details, {
    accountId: "purse-1.own.pot.EUR",
    balance: "3",
  });
});

test("actor: a provider, and an action that there is not -> the port's code, the transition's", () => {
  held(program, [
    ...PURSE,
    { call: "shut", as: "provider", expect: { code: "port_actor_not_allowed" } },
    { call: "toString", as: "provider", expect: { code: "invalid_noun_transition" } },
  ]);
});

test("revision: every outcome -> one more; a refusal -> the object as it was", () => {
  const trace = held(program, [
    ...PURSE,
    fill("3"),
    fill("4"),
    fill("2000", { code: "exposure_cap_exceeded" }),
  ]);
  assert.deepEqual(
    trace.steps.slice(3).map(({ object }) => object?.revision),
    [1, 2, 3, 3],
  );
});

test("allowed actions: of a draft invoice -> each with what stands against it", () => {
  const invoices = compileProgram(accepted(INVOICE));
  const world = new MemoryWorld(BEGIN_MS);
  for (const customer of ["ada", "bob"]) world.customers.set(customer, customerIn({ customer }));
  const operator = { type: "operator" as const, id: "operator" };
  const fields = {
    payer: "ada",
    payee: "bob",
    currency: "USD",
    total: "99",
    dueDate: "2026-02-01",
  };
  const made = createObject(
    invoices,
    { kind: "invoice", objectId: "i", actor: operator, fields },
    world,
  );
  assert.ok(!isRefusal(made));
  const codes = allowedActions(invoices, made.object, operator, world).map((each) => [
    each.action,
    each.allowed ? "allowed" : each.code,
  ]);
  assert.deepEqual(codes, [
    ["issue", "state_constraint_failed"],
    ["pay", "port_actor_not_allowed"],
    ["settle", "invalid_noun_transition"],
    ["refund", "invalid_noun_transition"],
    ["requestRefund", "port_actor_not_allowed"],
    ["void", "allowed"],
  ]);
  const open = { ...made.object, state: "open" };
  const pay = allowedActions(invoices, open, { type: "customer", id: "ada" }, world)[1];
  assert.deepEqual(pay, { action: "pay", allowed: true });
});

test("engine: arguments that are frozen -> the same answer twice, and nothing changed", () => {
  const compiled = compileProgram(program);
  assert.equal(compileProgram(program), compiled);
  const world = new MemoryWorld(BEGIN_MS);
  world.customers.set("ada", customerIn({ customer: "ada" }));
  const actor = { type: "operator" as const, id: "operator" };
  const made = createObject(
    compiled,
    { kind: "purse", objectId: "p", actor, fields: Object.freeze({ owner: "ada" }) },
    world,
  );
  assert.ok(!isRefusal(made));
  const call = Object.freeze({ action: "shut", actor });
  const answers = [0, 1].map(() => callAction(compiled, Object.freeze(made.object), call, world));
  assert.deepEqual(answers[0], answers[1]);
  assert.equal(made.object.state, "open");
});
