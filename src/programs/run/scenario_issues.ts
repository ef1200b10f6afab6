/** What is wrong with the form of a scenario, as issues that name the step. */
import type { TObject } from "@sinclair/typebox";
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import { Findings } from "../finding.ts";
import { checkStructure } from "../structure.ts";
import { ScenarioStep } from "./scenario_schema.ts";

/** The most issues that one answer lists. */
const ISSUES_MAX = 20;

/** A step is what its first key of these says: a customer may also be the caller of a call. */
const KINDS = [
  ...(["create", "call", "advance", "decide", "payout", "collection"] as const),
  ...(["fund", "consent", "customer"] as const),
];

/** At most `ISSUES_MAX`; none where the steps are a `Scenario`. */
export function scenarioIssues(steps: readonly unknown[]): InputIssue[] {
  const issues: InputIssue[] = [];
  for (const [index, step] of steps.entries()) {
    if (issues.length >= ISSUES_MAX) break;
    issues.push(...issuesOf(step, index));
  }
  return issues.slice(0, ISSUES_MAX);
}

function issuesOf(step: unknown, index: number): InputIssue[] {
  const place = ["scenario", index];
  const kind = KINDS.find((each) => Object.hasOwn(Object(step), each));
  if (kind === undefined) {
    const message = `scenario[${index}] is no step: a step has one of the keys ${KINDS.join(", ")}`;
    return [{ code: "required", message, path: place }];
  }
  const findings = new Findings();
  checkStructure(schemaOf(kind), step, findings);
  return findings.all.map(({ path, message, hint }) => ({
    code: "format",
    message: `scenario[${index}] (${kind}): ${message}. ${hint}`.trimEnd(),
    path: [...place, ...path.split("/").slice(1)],
  }));
}

function schemaOf(kind: (typeof KINDS)[number]): TObject {
  const found = (ScenarioStep.anyOf as TObject[]).find(({ required }) => required?.includes(kind));
  return found as TObject;
}
