/** For tests: requests of an agent in live, as an edge claims their approval. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { exampleId } from "../../../../src/contract/document/example.ts";
import { agentApprovalClaim } from "../../../../src/features/agent_approval/agent_approval.claim.ts";
import type { Claim } from "../../../../src/features/agent_approval/approval_claim.ts";
import { newCompany, newPerson, newProduct, type Person } from "../../../world/people.ts";
import type { PlatformWorld } from "../../../world/platform_world.ts";
import type { Outcome } from "../../../world/writing.ts";
import { type LetIn, newAgent } from "../agent_grant/agents.ts";

export const ACCOUNT = exampleId("acct", 1);

export type AskingAgent = { owner: Person; agent: LetIn; productId: string; stranger: Person };

/** An agent that an owner has let in for a Product, and somebody of another company. */
export async function agentThatAsks(world: PlatformWorld): Promise<AskingAgent> {
  const company = await newCompany(world);
  const owner = await newPerson(world, company);
  const { productId } = await newProduct(world, company, { liveActivated: true });
  const agent = await newAgent(world, owner, { productIds: [productId] });
  const stranger = await newPerson(world, await newCompany(world, "Babbage"));
  return { owner, agent, productId, stranger };
}

/** What the agent asks for; `change` has the fields that differ. */
export function claimOf({ agent, productId }: AskingAgent, change: Partial<Claim> = {}): Claim {
  return {
    operation: "transfer.create",
    environment: "live",
    productId,
    arguments: { sourceAccountId: ACCOUNT, amount: "5" },
    hiddenValues: [],
    keyIds: [],
    argumentsDigest: "a".repeat(64),
    revisions: [{ type: "account", id: ACCOUNT, revision: 1 }],
    idempotencyKey: randomUUID(),
    agentGrantId: agent.agentGrantId,
    approvalsUrl: "https://money.example/console/approvals",
    origin: { address: "203.0.113.9", userAgent: "agent/1" },
    ...change,
  };
}

export function claim(world: PlatformWorld, given: AskingAgent, asked: Claim): Outcome {
  return world.run(agentApprovalClaim, asked, { caller: given.agent.caller });
}

/** A request that waits for a person: the id of its approval. */
export function waiting(
  world: PlatformWorld,
  given: AskingAgent,
  change: Partial<Claim> = {},
): string {
  const { code, details } = claim(world, given, claimOf(given, change));
  assert.equal(code, "agent_approval_required");
  return details["agentApprovalId"];
}
