/** composer.simulate: runs a scenario on a program, in a world in memory. Changes nothing. */
import { type Static, Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import { planOf } from "../../programs/plan.ts";
import { sourceIssues } from "../../programs/program_source.ts";
import { scenarioIssues } from "../../programs/run/scenario_issues.ts";
import { type Scenario, STEPS_MAX } from "../../programs/run/scenario_schema.ts";
import { simulate } from "../../programs/run/simulation.ts";
import { blueprintNotFound } from "../blueprint/blueprint_noun.ts";
import { BlueprintSource } from "../blueprint/blueprint_schema.ts";
import { buildNotFound, builds } from "../build/build_noun.ts";
import { refuseFaults } from "../build/build_refusals.ts";
import { programIn } from "../build/build_state.ts";
import { PLATFORM_TERMS } from "../ledger/program_terms.ts";
import { chosenIssues, chosenSource } from "./program_chosen.ts";
import { Trace } from "./trace_schema.ts";

const SimulationRequest = Type.Object(
  {
    source: Type.Optional(BlueprintSource),
    blueprintId: Type.Optional(described(Id("bp"), "The blueprint whose newest source is run.")),
    buildId: Type.Optional(described(Id("bld"), "The Build whose program is run.")),
    scenario: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      minItems: 1,
      maxItems: STEPS_MAX,
      description:
        "Steps, done in order. A step makes a `customer` or a `consent`, puts money into an account (`fund`), makes an object (`create`), calls an action (`call`), decides (`decide`), or moves the clock (`advance`); it may say what it expects. `composer.schema.retrieve` has their schema.",
    }),
    at: Type.Optional(described(Timestamp, "Where the clock stands at first; now by default.")),
  },
  {
    title: "SimulationRequest",
    description: "A program (a source, a blueprint or a Build), and what shall be tried with it.",
    additionalProperties: false,
  },
);

export const composerSimulate = declareRead({
  id: "composer.simulate",
  summary: "Simulate a program",
  description:
    "Runs a scenario on a program with accounts, customers and a clock of its own, and says what each step did: states, moves, what the clock ran, and the code of every refusal. Nothing is stored, and no money moves.",
  http: { method: "POST", path: "/composer/simulate" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:read",
  acts: { on: "tenant" },
  runsIn: "pool",
  body: SimulationRequest,
  output: Trace,
  refusals: ["resource_not_found", "state_constraint_failed"],
  check: (input: Static<typeof SimulationRequest>) => [
    ...chosenIssues(input),
    ...(input.source === undefined ? [] : sourceIssues(input.source)),
    ...scenarioIssues(input.scenario),
  ],
  read(snapshot, input, { nowMs, realm }) {
    const { buildId, at } = input;
    const build = buildId === undefined ? undefined : builds.find(snapshot, realm, buildId);
    if (buildId !== undefined && build === undefined) return buildNotFound(buildId);
    const chosen = build
      ? { source: JSON.parse(programIn(snapshot, build).text) }
      : chosenSource(snapshot, realm, input);
    if (chosen === undefined) return blueprintNotFound(input.blueprintId ?? "");
    const { typed, digest, findings } = planOf(chosen.source, PLATFORM_TERMS);
    if (typed === undefined || digest === undefined) return refuseFaults(findings);
    const startMs = (at === undefined ? undefined : parseTimestamp(at)) ?? nowMs;
    // The steps have passed `scenarioIssues`.
    const trace: Trace | Refusal = simulate(typed, input.scenario as Scenario, { nowMs: startMs });
    if (!("refused" in trace)) return found(trace);
    return refuse("state_constraint_failed", trace.message, {
      constraint: "scenario",
      message: trace.message,
    });
  },
});
