/**
 * For tests of approvals over HTTP: companies with a Product that live is open to, and agents that ask for something
 * there.
 */
import { randomUUID } from "node:crypto";
import { letInAgent } from "./agents.ts";
import { expect } from "./client.ts";
import { type Host, MODERN, openHost, refusalOf } from "./mcp.ts";
import type { Browser, People } from "./people.ts";
import { admin, type Server } from "./server.ts";

export type Given = Record<string, unknown>;
/** What an agent is told of an approval; `path`: of its page. */
export type Told = { code: string; status: unknown; id: string; path: string; message: string };
/** `hosts`: those that were opened, to be closed at the end. */
export type Asking = { server: Server; people: People; hosts: Host[] };

/** A company with a Product that live is open to, and an agent that may do something there. */
export async function newLiveCompany(
  asking: Asking,
  { agentName = "Reconciler" }: { agentName?: string } = {},
) {
  const founder = await asking.people.founder("Acme");
  const product = expect(await founder.post("/products", { name: "Wallet" }), 201).id("productId");
  await admin(asking.server, "product set", { product, live: "true" });
  return { founder, product, ...(await newLiveAgent(asking, founder, product, agentName)) };
}

/** An agent that the person lets in, which reaches the Product. */
export async function newLiveAgent(
  { server, hosts }: Asking,
  browser: Browser,
  product: string,
  agentName = "Reconciler",
) {
  const areas = ["products", "accounts", "transfers"];
  const scopes = areas.flatMap((area) => [`${area}:read`, `${area}:write`]);
  const granting = { scopes, productIds: [product] };
  const letIn = await letInAgent(server, browser, granting, { agent_name: agentName });
  const host = await openHost(server, letIn.access, MODERN);
  hosts.push(host);
  const call = (tool: string, given: Given) => host.call(tool, { environment: "live", ...given });
  /** Must be refused with an approval. */
  async function told(tool: string, given: Given): Promise<Told> {
    const { error } = refusalOf(await call(tool, given));
    const { approvalUrl, agentApprovalId, status } = error.details;
    const { pathname: path } = new URL(String(approvalUrl));
    return { code: error.code, message: error.message, status, id: String(agentApprovalId), path };
  }
  return { ...letIn, call, told };
}

/** The agent wants to open an account of the Product. */
export function opening(product: string, more: Given = {}): Given {
  const owner = { type: "product", id: product };
  const account = { productId: product, role: "product_operating", currency: "EUR", owner };
  return { ...account, name: "Fees", ...more, idempotencyKey: randomUUID() };
}
