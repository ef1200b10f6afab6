/** What forbids a Build. */
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { Finding } from "../../programs/finding.ts";
import { BUILDS_PER_TENANT_MAX } from "./build_limits.ts";
import type { BuildState } from "./build_state.ts";

/** Refuses a program with faults, and says which. */
export function refuseFaults(findings: readonly Finding[]): Refusal<"state_constraint_failed"> {
  const errors = findings.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const where = first === undefined || first.path === "" ? "" : ` at ${first.path}`;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  const message = `the program cannot be built: ${first?.message}${where}${more}`;
  return refuseConstraint("program", message, { findings: [...findings] });
}

/** Refuses another program than the one that the caller has seen planned. */
export function refuseDigest(
  expected: string | undefined,
  actual: string,
): Refusal<"state_conflict"> | undefined {
  if (expected === undefined || expected === actual) return undefined;
  const message = `the program's digest is ${actual}, and ${expected} was expected; plan it again`;
  return refuse("state_conflict", message, { expected, actual });
}

/** Refuses one more Build than a company may have. */
export function refuseManyBuilds(
  { builds }: BuildState,
  tenantId: string,
): Refusal<"state_constraint_failed"> | undefined {
  const count = builds.counted.of(tenantId);
  if (count < BUILDS_PER_TENANT_MAX) return undefined;
  const message = `the company has ${count} Builds, and at most ${BUILDS_PER_TENANT_MAX} are allowed`;
  return refuseConstraint("builds", message, { limit: BUILDS_PER_TENANT_MAX });
}
