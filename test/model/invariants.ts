/** What must hold of every trace, whatever the program and the scenario. */
import assert from "node:assert/strict";
import type { Program } from "../../src/programs/program_schema.ts";
import type { Scenario } from "../../src/programs/run/scenario_schema.ts";
import type { PlainResult, PlainRun, PlainTrace } from "./plain_trace.ts";

export function checkInvariants(program: Program, scenario: Scenario, trace: PlainTrace): void {
  checkMoney(program, scenario, trace);
  checkReserved(trace);
  checkRemainders(trace);
  checkLimits(program, trace);
  checkCounts(program, trace);
  checkRows(trace);
  checkRevisions(scenario, trace);
}

/** What accounts have together in a currency is what was put in from outside. */
function checkMoney(program: Program, scenario: Scenario, trace: PlainTrace): void {
  for (const currency of program.currencies) {
    const funded = scenario.reduce((total, step, index) => {
      if (!("fund" in step) || trace.steps[index]?.outcome !== "succeeded") return total;
      return (
        total + ((step.currency ?? program.currencies[0]) === currency ? BigInt(step.amount) : 0n)
      );
    }, 0n);
    const held = Object.entries(trace.balances).filter(([account]) =>
      account.endsWith(`.${currency}`),
    );
    const total = held.reduce((sum, [, balance]) => sum + BigInt(balance), 0n);
    assert.equal(total, funded, `the accounts in ${currency} have what was put in`);
    for (const [account, balance] of held)
      assert.ok(BigInt(balance) >= 0n, `${account} owes nothing`);
  }
}

function checkRemainders({ steps, objects }: PlainTrace): void {
  const seen = [...steps.flatMap(({ object }) => object ?? []), ...objects];
  for (const { objectId, remainders } of seen) {
    for (const left of Object.values(remainders)) {
      assert.ok(BigInt(left) >= 0n, `no remainder of ${objectId} is below zero`);
    }
  }
}

/** Limits over the Product: what they measure at the end is at most the cap, but for what banks sent back to accounts. */
function checkLimits(program: Program, { objects, balances, payouts }: PlainTrace): void {
  for (const { measure, currency, cap, scope } of program.limits ?? []) {
    if (scope !== "product" || currency === undefined) continue;
    const [, of, kind, name] = /^sum\((rem|agg)\.(\w+)\.(\w+)\)$/.exec(measure) ?? [];
    const [, owner, own] = /^sum\(balance\((\w+)\.own\.(\w+)\)\)$/.exec(measure) ?? [];
    let total = 0n;
    for (const object of objects) {
      const isIn = (object.fields?.["currency"] ?? currency) === currency;
      const isOver = program.nouns[object.kind]?.states[object.state]?.terminal === true;
      if (object.kind === kind && isIn && !(of === "rem" && isOver)) {
        const amounts = of === "rem" ? object.remainders : object.aggregates;
        total += BigInt(amounts[name ?? ""] ?? "0");
      }
      const account = `${object.objectId}.own.${own}.${currency}`;
      if (object.kind === owner) {
        total += BigInt(balances[account] ?? "0") - cameBackTo(account, payouts);
      }
    }
    assert.ok(total <= BigInt(cap), `${measure} is ${total}, at most ${cap}`);
  }
}

function cameBackTo(account: string, payouts: PlainTrace["payouts"]): bigint {
  const returned = payouts.filter(({ from, status }) => from === account && status === "returned");
  return returned.reduce((total, { amount }) => total + BigInt(amount), 0n);
}

/** What payouts have reserved that have not ended is on the account that pays. */
function checkReserved({ balances, payouts }: PlainTrace): void {
  const reserved = new Map<string, bigint>();
  for (const { from, amount, status } of payouts) {
    if (status === "processing") reserved.set(from, (reserved.get(from) ?? 0n) + BigInt(amount));
  }
  for (const [account, amount] of reserved) {
    assert.ok(BigInt(balances[account] ?? "0") >= amount, `${account} has what is under way`);
  }
}

function checkCounts(program: Program, { objects }: PlainTrace): void {
  for (const [kind, noun] of Object.entries(program.nouns)) {
    for (const { scope, count, where, cap } of Object.values(noun.aggregates ?? {})) {
      if (count !== true || typeof cap !== "number") continue;
      const counted = objects.filter(
        (object) => object.kind === kind && (where?.includes(object.state) ?? true),
      );
      const subject = noun.subject?.field ?? "";
      const totals = new Map<unknown, number>();
      for (const { fields } of counted) {
        const of = scope === "subject" ? fields?.[subject] : "";
        totals.set(of, (totals.get(of) ?? 0) + 1);
      }
      for (const total of totals.values()) assert.ok(total <= cap, `${kind}: ${total} of ${cap}`);
    }
  }
}

/** A row has as many first attempts as it was made, and each further attempt once. */
function checkRows({ steps }: PlainTrace): void {
  const made = new Map<string, number>();
  const ran = new Map<string, number>();
  const count = (into: Map<string, number>, key: string) => into.set(key, (into.get(key) ?? 0) + 1);
  const note = (objectId: string, { schedules = [] }: PlainResult) => {
    for (const { schedule, index } of schedules) count(made, `${objectId} ${schedule} ${index}`);
  };
  for (const step of steps) {
    if (step.object !== undefined) note(step.object.objectId, step);
    for (const run of step.ran) {
      note(run.objectId, run);
      const { objectId, schedule, index, attempt } = run;
      if (run.cause === "row") count(ran, `${objectId} ${schedule} ${index} ${attempt}`);
    }
  }
  for (const [key, times] of ran) {
    const row = key.slice(0, key.lastIndexOf(" "));
    assert.ok(times <= (made.get(row) ?? 0), `the attempt ${key} ran ${times} times`);
  }
}

/** Each call that succeeded is one revision. */
function checkRevisions(scenario: Scenario, { steps, objects }: PlainTrace): void {
  const calls = new Map<string, number>();
  const add = (objectId: string | undefined, { outcome }: PlainResult | PlainRun) => {
    if (objectId === undefined || outcome !== "succeeded") return;
    calls.set(objectId, (calls.get(objectId) ?? 0) + 1);
  };
  for (const [index, step] of steps.entries()) {
    const given = scenario[index] ?? {};
    if ("create" in given || "call" in given) add(step.object?.objectId, step);
    for (const run of step.ran) add(run.objectId, run);
  }
  for (const { objectId, revision } of objects) {
    assert.equal(revision, calls.get(objectId), `${objectId} has a revision for each call`);
  }
}
