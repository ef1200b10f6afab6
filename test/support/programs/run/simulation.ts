/** For tests: programs that are accepted, and scenarios on them. */
import assert from "node:assert/strict";
import { checkProgram } from "../../../../src/programs/checked_program.ts";
import type { PlatformTerms } from "../../../../src/programs/platform_terms.ts";
import { isRefusal } from "../../../../src/programs/run/refused.ts";
import type { Scenario, ScenarioStep } from "../../../../src/programs/run/scenario_schema.ts";
import { simulate } from "../../../../src/programs/run/simulation.ts";
import type { Trace } from "../../../../src/programs/run/trace.ts";
import type { TypedProgram } from "../../../../src/programs/typed_program.ts";

const role = (name: string, owner: string) => ({
  role: name,
  ownerTypes: [owner],
  liveTier: "tier_0",
});

export const TERMS: PlatformTerms = {
  roles: [
    role("customer_balance", "customer"),
    role("customer_savings", "customer"),
    role("product_operating", "product"),
    role("product_revenue", "product"),
    role("product_reserve", "product"),
  ],
  currencies: ["USD", "EUR", "GBP"],
};

/** The program, which must have no findings that are errors. */
export function accepted(source: unknown): TypedProgram {
  const { findings, typed } = checkProgram(structuredClone(source), TERMS);
  const errors = findings.filter(({ severity }) => severity === "error");
  assert.deepEqual(errors, []);
  assert.ok(typed);
  return typed;
}

/** The beginning of every scenario: 1 January 2026. */
export const BEGIN_MS = Date.UTC(2026, 0, 1);

export function traceOfScenario(
  typed: TypedProgram,
  scenario: readonly ScenarioStep[],
  nowMs = BEGIN_MS,
): Trace {
  const trace = simulate(typed, scenario as Scenario, { nowMs });
  assert.ok(!isRefusal(trace));
  return trace;
}

/** The trace of a scenario whose steps lead to what they expect. */
export function held(
  typed: TypedProgram,
  scenario: readonly ScenarioStep[],
  nowMs = BEGIN_MS,
): Trace {
  const trace = traceOfScenario(typed, scenario, nowMs);
  const unmet = trace.steps.flatMap(({ step, does, unmet = [], message }) =>
    unmet.map((each) => `step ${step}, ${does}: ${each}${message ? ` (${message})` : ""}`),
  );
  assert.deepEqual(unmet, []);
  return trace;
}
