/**
 * Tells the realms of the Products that a grant names of events of grants and agents, so that the webhooks and streams
 * of a Product report that an agent got access to it, and that the access ended.
 */
import type { Place } from "../../base/id.ts";
import type { Effect } from "../../contract/declare/effect.ts";
import { tellInProduct } from "../platform/platform_telling.ts";
import type { AgentGrantDocument, AgentMemberDocument } from "./agent_document.ts";
import { agentGrantResource, agentMemberResource } from "./agent_nouns.ts";
import type { AgentState } from "./agent_state.ts";
import type { AgentGrantEventType, AgentMemberEventType } from "./agent_told.ts";

/**
 * The effects that tell an event of a grant in the Products that it names. `place`: of the record that decides the
 * event.
 */
export function tellGrant(
  state: AgentState,
  type: AgentGrantEventType,
  grant: Omit<AgentGrantDocument, "realm">,
  { place, nowMs }: { place: Place; nowMs: number },
): Effect[] {
  const input = { type, agentGrant: agentGrantResource(grant, nowMs), origin: place };
  return tellIn(state, grant.productIds, { operation: "agent.tell", input });
}

/** Tells an event of an agent in the Products that its grants in force name. `place`: see `tellGrant`. */
export function tellAgent(
  state: AgentState,
  type: AgentMemberEventType,
  agent: Omit<AgentMemberDocument, "realm">,
  place: Place,
): Effect[] {
  const grants = state.agentGrants.inGroup("member", agent.agentMemberId);
  const productIds = [...new Set(grants.flatMap((grant) => grant.productIds))].sort();
  const input = { type, agentMember: agentMemberResource(agent), origin: place };
  return tellIn(state, productIds, { operation: "agent.tell", input });
}

function tellIn(
  { products }: AgentState,
  productIds: readonly string[],
  what: { operation: string; input: Record<string, unknown> },
): Effect[] {
  return productIds.flatMap((productId) => {
    const product = products.find(productId);
    return product === undefined || product.status === "closed" ? [] : tellInProduct(product, what);
  });
}
