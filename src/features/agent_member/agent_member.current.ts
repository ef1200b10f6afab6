/** agent_member.current: which agent asks, for which company, and what it reaches. */
import { invariant } from "../../base/invariant.ts";
import type { AgentCaller } from "../../contract/declare/caller.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead, type ReadContext } from "../../contract/declare/operation.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { agentGrants, agentMembers } from "../agent/agent_nouns.ts";
import { seenGrant } from "../agent_grant/agent_grant_view.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { CurrentAgent, PRODUCTS_SHOWN_MAX, type ReachedProduct } from "./current_agent.ts";

export const agentMemberCurrent = declareRead({
  id: "agent_member.current",
  summary: "Retrieve the agent that asks",
  description:
    "Who you are: your company, what you were granted, and the Products that you reach. The first call of every agent; it needs no approval, in live neither.",
  http: { method: "GET", path: "/agent-members/current" },
  principals: ["agent"],
  scope: undefined,
  ofItself: { because: "An agent has to know who it is, and what its grant reaches." },
  acts: { on: "tenant" },
  approval: "never",
  output: CurrentAgent,
  refusals: [],
  read(snapshot, _input, context) {
    const { caller, realm } = context;
    invariant(caller.kind === "agent", "an operation for agents is called by one");
    const agent = agentMembers.find(snapshot, realm, caller.agentMemberId)?.document;
    const grant = agentGrants.find(snapshot, realm, caller.agentGrantId)?.document;
    invariant(agent !== undefined && grant !== undefined, "the agent that asks is there");
    const products = reached(snapshot, context, caller);
    return found({
      agentMemberId: agent.agentMemberId,
      name: agent.name,
      companyId: agent.tenantId,
      companyWide: agent.companyWide,
      grant: seenGrant(snapshot, grant, context),
      products: products.slice(0, PRODUCTS_SHOWN_MAX),
      hasMoreProducts: products.length > PRODUCTS_SHOWN_MAX,
    });
  },
});

/** The Products that the agent reaches, up to one more than the answer shows. */
function reached(
  snapshot: Snapshot,
  { realm }: ReadContext,
  { reach: { companyWide, productIds, madeProductIds } }: AgentCaller,
): ReachedProduct[] {
  const products: ReachedProduct[] = [];
  if (realm === undefined) return products;
  for (const { key, value } of snapshot.descend(PLATFORM_TABLE.product, realm, {})) {
    if (!companyWide && !productIds.has(key) && !madeProductIds.has(key)) continue;
    products.push(shownProduct(decodeDocument<ProductDocument>(value)));
    if (products.length > PRODUCTS_SHOWN_MAX) break;
  }
  return products;
}

function shownProduct(product: ProductDocument): ReachedProduct {
  const { productId, name, status, liveActivated, build } = product;
  const buildId = build?.buildId;
  return { productId, name, status, liveActivated, ...(buildId !== undefined && { buildId }) };
}
