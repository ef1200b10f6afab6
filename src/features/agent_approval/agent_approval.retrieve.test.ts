/** agent_approval.retrieve: what a person decides by; an agent reads its own requests. */
import assert from "node:assert/strict";
import {
  ACCOUNT,
  agentThatAsks,
  waiting,
} from "../../../test/support/features/agent_approval/approvals.ts";
import { newAgent } from "../../../test/support/features/agent_grant/agents.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { agentApprovalRetrieve } from "./agent_approval.retrieve.ts";

platformTable(agentApprovalRetrieve, {
  async given(world) {
    const given = await agentThatAsks(world);
    const other = await newAgent(world, given.owner);
    return { ...given, other, agentApprovalId: waiting(world, given, { buildDigest: "sha256:b" }) };
  },
  input: ({ agentApprovalId }) => ({ agentApprovalId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "one that waits",
      outcome: "all that the request is, and is about",
      reply: { status: "pending", operation: "transfer.create", environment: "live" },
      check({ reply }, { owner, productId }) {
        assert.deepEqual(reply.arguments, { sourceAccountId: ACCOUNT, amount: "5" });
        assert.deepEqual(reply.revisions, [{ type: "account", id: ACCOUNT, revision: 1 }]);
        assert.deepEqual(
          [reply.productId, reply.productName, reply.buildDigest, reply.delegatorUserId],
          [productId, "Wallet", "sha256:b", owner.userId],
        );
        assert.equal(Date.parse(reply.expiresAt) - Date.parse(reply.requestedAt), 600_000);
      },
    },
    {
      title: "after ten minutes",
      given({ world }) {
        world.nowMs += 600_000;
      },
      outcome: "expired, because of time",
      reply: { status: "expired", endedBecause: "time" },
    },
    {
      title: "the agent that asked",
      asking: ({ agent }) => ({ caller: agent.caller }),
      outcome: "its own request",
      reply: { status: "pending" },
    },
    {
      title: "another agent of the company",
      asking: ({ other }) => ({ caller: other.caller }),
      code: "resource_not_found",
    },
    {
      title: "another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      code: "resource_not_found",
    },
  ],
});
