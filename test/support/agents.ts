/** For tests over HTTP: an agent that a person lets in over the device flow, and its tokens. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { openProgram, type Tokens } from "./oauth.ts";
import type { Browser } from "./people.ts";
import type { Server } from "./server.ts";

export const AGENT_CLIENT = "test-agent";

/** What the person grants; see `device_authorization.approve`. */
export type Granting = {
  scopes?: readonly string[];
  agentName?: string;
  agentMemberId?: string;
  companyWide?: boolean;
  productIds?: readonly string[];
  buildIds?: readonly string[];
  blueprintIds?: readonly string[];
  toolForm?: "full" | "compact";
};

export type LetIn = Tokens & { agentMemberId: string; agentGrantId: string };

/** An agent that the person at the browser lets in now. `asked`: further fields of what the agent asks for. */
export async function letInAgent(
  server: Pick<Server, "baseUrl">,
  browser: Browser,
  granting: Granting = {},
  asked: Record<string, string> = {},
): Promise<LetIn> {
  const program = openProgram(server);
  try {
    const form = { client_id: AGENT_CLIENT, resource: mcpUrlOf(server), agent_name: "Tester" };
    const { deviceCode, userCode } = await program.ask({ ...form, ...asked });
    const approved = await browser.post(`/oauth/device/${userCode}/approve`, granting);
    assert.equal(approved.status, 200, approved.text);
    const polled = await program.poll(deviceCode, AGENT_CLIENT);
    assert.equal(polled.status, 200, JSON.stringify(polled.body));
    const [agentGrantId, agentMemberId] = [
      approved.id("agentGrantId"),
      approved.id("agentMemberId"),
    ];
    const { access_token: access, refresh_token: refresh } = polled.body;
    return { access: String(access), refresh: String(refresh), agentGrantId, agentMemberId };
  } finally {
    program.close();
  }
}

/** The id of an approval that the agent asks for: to list its Products in live. */
export async function askForApproval(
  server: Pick<Server, "baseUrl">,
  access: string,
): Promise<string> {
  const given = { environment: "live", idempotencyKey: randomUUID() };
  const params = { name: "product_list", arguments: given };
  const response = await fetch(mcpUrlOf(server), {
    method: "POST",
    headers: {
      authorization: `Bearer ${access}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const { result } = (await response.json()) as { result: { content: [{ text: string }] } };
  const { error } = JSON.parse(result.content[0].text) as {
    error: { code: string; details: { agentApprovalId: string } };
  };
  assert.equal(error.code, "agent_approval_required");
  return error.details.agentApprovalId;
}

/** The address of the interface of agents. */
export function mcpUrlOf({ baseUrl }: Pick<Server, "baseUrl">): string {
  return `${baseUrl}/mcp`;
}
