/**
 * What an agent reaches: Products that it has made, Products that its grant names, and, where the company
 * has set the agent up so, the sandboxes of all its Products; and what it finds of live. A grant that names Builds reaches Products only
 * while they run one of these, and no other Build. Of blueprints and Builds it reaches those that it has made, those of
 * its Products, and those that the grant names.
 */
import { type Refusal, refuse } from "../refusals/refusal.ts";
import type { Snapshot } from "../tables/snapshot.ts";
import type { AgentCaller, AgentReach, Caller } from "./caller.ts";
import type { Environment, ProductView } from "./principal.ts";

/** Things of a company that an agent reaches one by one, whatever operation names them. */
export type ReachedThings = {
  /** The prefixes of their ids, without the underscore. */
  prefixes: readonly string[];
  /**
   * The refusal for a thing that nobody has, where the agent does not reach it. `snapshot`: of the platform shard.
   * `realm`: of the company. `isChanged`: whether the operation that names it changes something.
   */
  refusalOf(
    snapshot: Snapshot,
    realm: number,
    caller: AgentCaller,
    named: { id: string; isChanged: boolean },
  ): Refusal<"resource_not_found"> | undefined;
};

/** What a call is about, of which an agent must reach everything; undefined for nothing. */
export type Reached = {
  product: Pick<ProductView, "productId" | "build"> | undefined;
  buildId: string | undefined;
};

/** Whether the Product is within reach in the environment, whatever Build it runs. */
export function reachesProduct(
  { productIds, madeProductIds, companyWide }: AgentReach,
  productId: string,
  environment: Environment,
): boolean {
  const isNamed = productIds.has(productId) || madeProductIds.has(productId);
  return isNamed || (companyWide && environment === "sandbox");
}

/** Whether the Build is within reach. */
export function reachesBuild({ buildIds }: AgentReach, buildId: string): boolean {
  return buildIds.size === 0 || buildIds.has(buildId);
}

/**
 * Whether the caller may be shown, or may change, what is of the environment, by a call that is made in `asked` and
 * reaches both environments. An agent finds what is of live only in a call that is made in live, which a person approves
 * first; in every other call that is not there for it.
 */
export function findsIn(
  caller: Pick<Caller, "kind">,
  asked: Environment,
  environment: Environment,
): boolean {
  return caller.kind !== "agent" || environment === "sandbox" || asked === "live";
}

/** `unauthorized` where the caller is an agent and does not reach what the call is about. */
export function checkReach(
  caller: Caller,
  environment: Environment,
  { product, buildId }: Reached,
): Refusal<"unauthorized"> | undefined {
  if (caller.kind !== "agent") return undefined;
  const { reach } = caller;
  if (product !== undefined && !reachesProduct(reach, product.productId, environment)) {
    return refuseProduct(product.productId);
  }
  const running = product?.build?.buildId;
  const beyond = [running, buildId].find((id) => id !== undefined && !reachesBuild(reach, id));
  return beyond === undefined ? undefined : refuseBuild(beyond, product?.productId);
}

const GRANTS = "the page Agents of the console";

function refuseProduct(productId: string): Refusal<"unauthorized"> {
  return refuse("unauthorized", `the grant of this agent does not cover ${productId}`, {
    productId,
    nextStep: `Ask the person who let this agent in to add ${productId} to the grant on ${GRANTS}; or work in a Product that agent_member.current lists.`,
  });
}

function refuseBuild(buildId: string, productId: string | undefined): Refusal<"unauthorized"> {
  return refuse("unauthorized", `the grant of this agent does not cover ${buildId}`, {
    ...(productId !== undefined && { productId }),
    buildId,
    nextStep: `Ask the person who let this agent in to let it in again with ${buildId} among its Builds, or without a list of Builds; agent_member.current says which Builds the grant names.`,
  });
}
