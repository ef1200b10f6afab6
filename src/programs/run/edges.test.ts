/** Single rules of the engine: each on both of its sides. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EDGES_PROGRAM } from "../../../test/support/programs/run/edges_program.ts";
import { accepted, BEGIN_MS, held } from "../../../test/support/programs/run/simulation.ts";
import { compileProgram } from "./compiled_program.ts";
import { checkCollection } from "./consent_check.ts";
import { callAction } from "./engine.ts";
import { MemoryWorld } from "./memory_world.ts";
import type { ObjectRecord } from "./object_record.ts";
import { isRefusal } from "./refused.ts";
import type { ScenarioStep } from "./scenario_schema.ts";
import type { ConsentRecord } from "./world.ts";

const program = accepted(EDGES_PROGRAM);
const compiled = compileProgram(program);
const BEGIN: ScenarioStep[] = [
  { customer: "ada" },
  { customer: "bob" },
  { consent: "mandate", of: "ada" },
  { create: "room", name: "room" },
];
const seat = (
  name: string,
  fields: object = {},
  expect: ScenarioStep["expect"] = {},
): ScenarioStep => ({
  create: "seat",
  name,
  fields: { guest: "ada", mandate: "mandate", room: "room", ...fields },
  expect,
});
const call = (
  action: string,
  object: string,
  expect: ScenarioStep["expect"] = {},
): ScenarioStep => ({
  call: action,
  object,
  expect,
});

function bareSeat(state: string): ObjectRecord {
  return {
    objectId: "seat",
    kind: "seat",
    digest: "",
    state,
    revision: 1,
    createdAtMs: BEGIN_MS,
    fields: new Map(),
    currency: "EUR",
    subject: undefined,
    remainders: new Map(),
    sums: new Map(),
    rounds: new Map(),
  };
}

test("count: an object leaves the states that count -> room for another", () => {
  held(program, [
    ...BEGIN,
    { create: "room", name: "other" },
    seat("one"),
    seat("two", { room: "other" }),
    call("take", "one", { state: "taken" }),
    call("take", "two", { code: "noun_aggregate_cap_exceeded", state: "free" }),
    call("stay", "one", { state: "idle" }),
    call("take", "two", { state: "taken" }),
  ]);
});

test("claim: held already, and taken again -> it stays, and nobody refuses it to its holder", () => {
  held(program, [
    ...BEGIN,
    seat("one"),
    seat("two"),
    call("take", "one", { state: "taken" }),
    call("stay", "one", { state: "idle" }),
    call("take", "one", { state: "taken" }),
    call("stay", "one"),
    call("take", "two", { code: "noun_reference_already_claimed" }),
  ]);
});

test("claim: the reference was not given -> required", () => {
  held(program, [
    ...BEGIN,
    { create: "seat", fields: { guest: "ada", mandate: "mandate" } },
    { call: "take", expect: { code: "noun_reference_required" } },
  ]);
});

test("own account: filled in a state that asks for none when it begins -> stays, and goes on", () => {
  const top: ScenarioStep = { call: "top", input: { amount: "5" }, expect: { state: "idle" } };
  held(program, [
    ...BEGIN,
    { fund: "product.lending", amount: "5" },
    seat("one"),
    call("take", "one"),
    call("stay", "one", { state: "idle" }),
    top,
    call("stay", "one", { state: "idle" }),
    call("take", "one", { state: "taken" }),
    call("stay", "one", { code: "noun_account_not_drained" }),
  ]);
});

test("next state: its condition -> sees what the call adds to a sum of the Product", () => {
  const spend = (amount: string, state: string): ScenarioStep => ({
    call: "spend",
    input: { amount },
    expect: { state },
  });
  held(program, [
    ...BEGIN,
    seat("one"),
    call("take", "one"),
    spend("9", "taken"),
    spend("1", "over"),
  ]);
});

test("gate: an approval was used -> it must be asked for again", () => {
  held(program, [
    ...BEGIN,
    seat("one"),
    call("take", "one"),
    call("ask", "one"),
    { decide: "leave", outcome: "approve", as: "operator" },
    call("leave", "one"),
    call("leave", "one", { code: "state_conflict" }),
    call("ask", "one"),
    {
      decide: "leave",
      outcome: "approve",
      as: "agent",
      expect: { code: "port_actor_not_allowed" },
    },
    { decide: "leave", outcome: "approve" },
    // An approval that nobody used ends when the decision is asked for again.
    call("ask", "one"),
    call("leave", "one", { code: "state_conflict" }),
  ]);
});

test("gate: a pending decision, a moment before its deadline and at it -> pending, and over", () => {
  const world = new MemoryWorld(BEGIN_MS);
  const object = bareSeat("taken");
  const answerAt = (nowMs: number) => {
    const decision = { status: "pending", deadlineMs: BEGIN_MS, onTimeout: "decline" } as const;
    const asked = { decisionId: "d", isUsed: false, ...decision };
    world.nowMs = nowMs;
    world.decision = () => asked;
    const actor = { type: "operator", id: "o" } as const;
    const answers = ["leave", "ask"].map((action) =>
      callAction(compiled, object, { action, actor }, world),
    );
    return answers.map((answer) => (isRefusal(answer) ? answer.code : answer.opened?.gate));
  };
  assert.deepEqual(answerAt(BEGIN_MS - 1), ["state_conflict", "state_conflict"]);
  assert.deepEqual(answerAt(BEGIN_MS), ["noun_decision_timeout", "leave"]);
});

test("parties: a customer who calls and is not the subject -> must be there and active", () => {
  const stay = (customer: string, code?: string): ScenarioStep => ({
    call: "stay",
    customer,
    expect: { object: "one", ...(code !== undefined && { code }) },
  });
  held(program, [
    ...BEGIN,
    seat("one"),
    call("take", "one"),
    stay("eve", "customer_not_found"),
    { customer: "bob", status: "suspended" },
    stay("bob", "customer_status_forbidden"),
    { customer: "bob" },
    stay("bob"),
  ]);
});

test("port: as a field that may be absent -> the customer in it, and nobody where there is none", () => {
  const ask = (customer: string, object: string, code?: string): ScenarioStep => ({
    call: "ask",
    object,
    customer,
    expect: code === undefined ? {} : { code },
  });
  held(program, [
    ...BEGIN,
    seat("one", { host: "bob" }),
    call("take", "one"),
    ask("ada", "one", "port_actor_not_allowed"),
    ask("bob", "one"),
    call("stay", "one"),
    { create: "room", name: "other" },
    seat("two", { room: "other" }),
    call("take", "two"),
    ask("bob", "two", "port_actor_not_allowed"),
  ]);
});

test("balance: an account below zero -> nothing to spend", () => {
  const world = new MemoryWorld(BEGIN_MS);
  world.add("product.lending.EUR", -5n);
  const object = bareSeat("free");
  const actor = { type: "operator", id: "o" } as const;
  assert.ok(!isRefusal(callAction(compiled, object, { action: "borrow", actor }, world)));
});

test("collection: of nothing -> skipped; of something -> the consent is used", () => {
  const trace = held(program, [
    ...BEGIN,
    { create: "room", name: "other" },
    seat("one"),
    seat("two", { spare: "5", room: "other" }),
    { advance: "P1D", expect: { ran: 1 } },
  ]);
  assert.deepEqual(trace.steps.at(-1)?.skipped, [
    { objectId: "one", schedule: "pull", index: 0, why: "no_amount" },
  ]);
  assert.deepEqual(trace.consents, [
    { consentId: "mandate", status: "active", usedTotal: "5", usedCount: 1 },
  ]);
});

const CONSENT: ConsentRecord = {
  consentId: "mandate",
  customerId: "ada",
  type: "collection",
  status: "active",
  validFromMs: BEGIN_MS,
  expiresAtMs: BEGIN_MS + 10,
  isVerified: true,
  currency: "EUR",
  maxAmount: 10n,
  maxTotal: 100n,
  maxCount: 3,
  usedTotal: 90n,
  usedCount: 2,
};
type Collected = Parameters<typeof checkCollection>[1];
const COLLECTIONS: [
  what: string,
  consent: Partial<ConsentRecord>,
  asked: Partial<Collected>,
  answer?: string,
][] = [
  ["within all limits", {}, {}],
  ["before its expiry", {}, { nowMs: BEGIN_MS + 9 }],
  ["at its expiry", {}, { nowMs: BEGIN_MS + 10 }, "consent_expired"],
  ["before it is valid", {}, { nowMs: BEGIN_MS - 1 }, "validFrom"],
  ["above an amount", { maxTotal: 1_000n }, { amount: 11n }, "maxAmount"],
  ["above the total", { usedTotal: 91n }, {}, "maxTotal"],
  ["the last of its number", { usedCount: 3 }, {}, "maxCount"],
  ["in another currency", {}, { currency: "USD" }, "currency"],
  ["not verified", { isVerified: false }, {}, "collection_authorization_unverified"],
  ["revoked and not verified", { isVerified: false, status: "revoked" }, {}, "consent_revoked"],
  ["consumed", { status: "consumed" }, {}, "consent_not_active"],
];
for (const [what, consent, asked, expected] of COLLECTIONS) {
  test(`consent: a collection ${what} -> ${expected ?? "covered"}`, () => {
    const refusal = checkCollection(
      { ...CONSENT, ...consent },
      { amount: 10n, currency: "EUR", collectionId: "c", nowMs: BEGIN_MS, ...asked },
    );
    assert.equal(refusal?.details["limit"] ?? refusal?.code, expected);
  });
}

test("cap: passed already, and what is over it goes down -> not refused", () => {
  const world = new MemoryWorld(BEGIN_MS);
  world.aggregate = () => 9n;
  const object = bareSeat("taken");
  const actor = { type: "operator", id: "o" } as const;
  const answer = callAction(compiled, object, { action: "stay", actor }, world);
  assert.ok(!isRefusal(answer));
  assert.deepEqual(answer.aggregates, [
    { kind: "seat", name: "taken", scope: "", currency: undefined, change: -1n },
  ]);
});
