/** What may be granted, and how a grant may change. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { type AgentGrantDocument, statusOfGrant } from "../agent/agent_document.ts";
import type { AgentState } from "../agent/agent_state.ts";
import { blueprintNotFound } from "../blueprint/blueprint_noun.ts";
import type { BlueprintState } from "../blueprint/blueprint_state.ts";
import { buildNotFound } from "../build/build_noun.ts";
import type { BuildState } from "../build/build_state.ts";
import { productNotFound, refuseClosed } from "../platform/product_making.ts";

/** What a grant names of the company. */
export type NamedThings = Required<
  Pick<AgentGrantDocument, "productIds" | "buildIds" | "blueprintIds">
>;
type Granted = Pick<AgentGrantDocument, "scopes"> & NamedThings;

/** `state_conflict` for a grant that has ended. */
export function refuseEnded(
  grant: Pick<AgentGrantDocument, "agentGrantId" | "status" | "endsAtMs">,
  nowMs: number,
): Refusal<"state_conflict"> | undefined {
  const status = statusOfGrant(grant, nowMs);
  if (status === "active") return undefined;
  const message = `${grant.agentGrantId} is ${status} and stays so; the agent asks to be let in again`;
  return refuse("state_conflict", message, { expected: "active", actual: status, status });
}

/** `invalid_request` for more than was granted; only who let the agent in may name further Products and blueprints. */
export function refuseWider(
  before: Granted,
  after: Granted,
  { isDelegator }: { isDelegator: boolean },
): Refusal<"invalid_request"> | undefined {
  const wider = (path: string, index: number, what: string) =>
    refuseIssues([
      {
        code: "enum",
        message: `${path} has ${what}, which the grant lacks; the agent asks to be let in again for more`,
        path: [path, index],
      },
    ]);
  const scope = after.scopes.findIndex((one) => !before.scopes.includes(one));
  if (scope >= 0) return wider("scopes", scope, "a scope");
  const product = after.productIds.findIndex((one) => !before.productIds.includes(one));
  if (product >= 0 && !isDelegator) return wider("productIds", product, "a Product");
  const blueprint = after.blueprintIds.findIndex((one) => !before.blueprintIds.includes(one));
  if (blueprint >= 0 && !isDelegator) return wider("blueprintIds", blueprint, "a blueprint");
  if (before.buildIds.length === 0) return undefined;
  const build = after.buildIds.findIndex((one) => !before.buildIds.includes(one));
  if (build >= 0) return wider("buildIds", build, "a Build");
  return after.buildIds.length > 0 ? undefined : wider("buildIds", 0, "every Build");
}

/** `resource_not_found` for a Product, Build or blueprint that is none of the company; `state_conflict` for a closed Product. */
export function unknownThings(
  { products, builds, blueprints }: AgentState & BuildState & BlueprintState,
  realm: number,
  { productIds, buildIds, blueprintIds }: NamedThings,
): Refusal<"resource_not_found" | "state_conflict"> | undefined {
  for (const productId of productIds) {
    const product = products.get(realm, productId);
    const refusal = product === undefined ? productNotFound(productId) : refuseClosed(product);
    if (refusal !== undefined) return refusal;
  }
  const buildId = buildIds.find((id) => builds.byId(realm, id) === undefined);
  if (buildId !== undefined) return buildNotFound(buildId);
  const blueprintId = blueprintIds.find((id) => blueprints.byId(realm, id) === undefined);
  return blueprintId === undefined ? undefined : blueprintNotFound(blueprintId);
}
