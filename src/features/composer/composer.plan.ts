/** composer.plan: what a program would become, and what is wrong with it. Changes nothing. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { planOf } from "../../programs/plan.ts";
import { PRICE_LIST } from "../product/price_list.ts";
import { PLATFORM_TERMS } from "./composer_terms.ts";
import { Plan, ProgramSource } from "./plan_schema.ts";
import { eventsOf, liveRequirementsOf, operationsOf } from "./planned_surface.ts";

/** How long the prices of a plan hold, milliseconds. */
export const PLAN_LASTS_MS = 86_400_000;

export const composerPlan = declareRead({
  id: "composer.plan",
  summary: "Plan a program",
  description:
    "Checks a program and says what it would become: its states, who may call what, what it needs and what it costs. A program with faults is answered with its findings, and without a digest. Nothing is stored.",
  tag: "Blueprints",
  http: { method: "POST", path: "/composer/plan", status: 200 },
  principals: ["founder", "agent"],
  scope: "blueprints:read",
  acts: { on: "tenant" },
  runsIn: "pool",
  body: Type.Object(
    { source: ProgramSource },
    {
      title: "PlanRequest",
      description: "The program that shall be planned.",
      additionalProperties: false,
    },
  ),
  output: Plan,
  refusals: [],
  read(_snapshot, { source }, { nowMs }) {
    const { typed: _, ...plan } = planOf(source, PLATFORM_TERMS);
    const operations = operationsOf(plan.capabilities);
    const { currency, fees, usageRates } = PRICE_LIST;
    return found({
      ...plan,
      operations: operations.map(({ id }) => id),
      events: eventsOf(operations),
      pricing: { currency, fees, usageRates },
      liveRequirements: liveRequirementsOf(plan.capabilities),
      expiresAt: isoTime(nowMs + PLAN_LASTS_MS),
    });
  },
});
