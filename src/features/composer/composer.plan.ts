/** composer.plan: what a program would become, and what is wrong with it. Changes nothing. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { Id } from "../../contract/formats.ts";
import { found } from "../../contract/found.ts";
import type { InputIssue } from "../../contract/issue_codes.ts";
import { declareRead } from "../../contract/operation.ts";
import { described } from "../../contract/schema_marks.ts";
import { planOf } from "../../programs/plan.ts";
import { sourceIssues } from "../../programs/program_source.ts";
import { blueprintNotFound, blueprints } from "../blueprint/blueprint_resource.ts";
import { BlueprintSource } from "../blueprint/blueprint_schema.ts";
import { sourceIn } from "../blueprint/blueprint_state.ts";
import { PRICE_LIST } from "../product/price_list.ts";
import { PLATFORM_TERMS } from "./composer_terms.ts";
import { Plan } from "./plan_schema.ts";
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
    {
      source: Type.Optional(BlueprintSource),
      blueprintId: Type.Optional(
        described(
          Id("bp"),
          "The blueprint whose newest source is planned, where `source` is absent.",
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
  check: ({ source, blueprintId }) => [
    ...oneOf({ source, blueprintId }),
    ...(source === undefined ? [] : sourceIssues(source)),
  ],
  read(snapshot, { source, blueprintId = "" }, { nowMs, realm }) {
    const seen = source === undefined ? blueprints.find(snapshot, realm, blueprintId) : undefined;
    if (source === undefined && seen === undefined) return blueprintNotFound(blueprintId);
    const program = seen
      ? JSON.parse(sourceIn(snapshot, seen, seen.document.sourceDigest))
      : source;
    const { typed: _, ...plan } = planOf(program, PLATFORM_TERMS);
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

/** The program is given once. */
function oneOf(given: { source?: unknown; blueprintId?: unknown }): InputIssue[] {
  const names = ["source", "blueprintId"] as const;
  const present = names.filter((name) => given[name] !== undefined);
  if (present.length === 1) return [];
  const message =
    present.length === 0
      ? "source is required in the body: the program, or blueprintId in its place"
      : "source and blueprintId mean the same program; send one of them";
  const code = present.length === 0 ? "required" : "conflict";
  return [{ code, message, path: [present.length === 0 ? "source" : "blueprintId"] }];
}
