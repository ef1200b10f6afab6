/** composer.plan: what a program would become, and what is wrong with it. Changes nothing. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id } from "../../contract/values/formats.ts";
import { planOf } from "../../programs/plan.ts";
import { sourceIssues } from "../../programs/program_source.ts";
import { blueprintNotFound } from "../blueprint/blueprint_noun.ts";
import { BlueprintSource } from "../blueprint/blueprint_schema.ts";
import { buildNotFound, builds } from "../build/build_noun.ts";
import { typedProgramIn } from "../build/build_program.ts";
import { PLATFORM_TERMS } from "../ledger/program_terms.ts";
import { PRICE_LIST } from "../product/price_list.ts";
import { Plan } from "./plan_schema.ts";
import { eventsOf, liveRequirementsOf, operationsOf } from "./planned_surface.ts";
import { chosenIssues, chosenSource } from "./program_chosen.ts";

/** How long the prices of a plan hold, milliseconds. */
export const PLAN_LASTS_MS = 86_400_000;

export const composerPlan = declareRead({
  id: "composer.plan",
  summary: "Plan a program",
  description:
    "Checks a program and says what it would become: its states, who may call what, what it needs and what it costs. A program with faults is answered with its findings, and without a digest. Nothing is stored.",
  http: { method: "POST", path: "/composer/plan" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:read",
  acts: { on: "tenant" },
  runsIn: "pool",
  body: Type.Object(
    {
      source: Type.Optional(BlueprintSource),
      blueprintId: Type.Optional(
        described(
          Id("bp"),
          "The blueprint whose newest source is planned, where `source` is absent.",
        ),
      ),
      previousBuildId: Type.Optional(
        described(
          Id("bld"),
          "The Build whose objects the program must fit: then check P24 looks at what it changes.",
        ),
      ),
    },
    {
      title: "PlanRequest",
      description: "The program that shall be planned: a source, or a blueprint.",
      additionalProperties: false,
    },
  ),
  output: Plan,
  refusals: ["resource_not_found"],
  check: (input) => [
    ...chosenIssues(input),
    ...(input.source === undefined ? [] : sourceIssues(input.source)),
  ],
  read(snapshot, input, { nowMs, realm }) {
    const chosen = chosenSource(snapshot, realm, input);
    if (chosen === undefined) return blueprintNotFound(input.blueprintId ?? "");
    const { previousBuildId } = input;
    const seen =
      previousBuildId === undefined ? undefined : builds.find(snapshot, realm, previousBuildId);
    if (previousBuildId !== undefined && seen === undefined) return buildNotFound(previousBuildId);
    const previous = seen && typedProgramIn(snapshot, seen);
    const { typed: _, ...plan } = planOf(chosen.source, PLATFORM_TERMS, previous);
    // Of what has not the form of a program no Product can be thought of.
    const isProgram = plan.normalizedSource !== undefined;
    const operations = isProgram ? operationsOf(plan.capabilities) : [];
    const { currency, fees, usageRates } = PRICE_LIST;
    return found({
      ...plan,
      operations: operations.map(({ id }) => id),
      events: eventsOf(operations),
      pricing: { currency, fees, usageRates },
      liveRequirements: isProgram ? liveRequirementsOf(plan.capabilities) : [],
      expiresAt: isoTime(nowMs + PLAN_LASTS_MS),
    });
  },
});
