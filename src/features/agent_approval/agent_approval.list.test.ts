/** agent_approval.list: what agents of the own company asked for; an agent sees its own. */
import assert from "node:assert/strict";
import { agentThatAsks, waiting } from "../../../test/support/features/agent_approval/approvals.ts";
import { newAgent } from "../../../test/support/features/agent_grant/agents.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { agentApprovalDeny } from "./agent_approval.deny.ts";
import { agentApprovalList } from "./agent_approval.list.ts";

function idsIn({ reply }: { reply: { items: { agentApprovalId: string }[] } }): string[] {
  return reply.items.map(({ agentApprovalId }) => agentApprovalId);
}

platformTable(agentApprovalList, {
  async given(world) {
    const given = await agentThatAsks(world);
    const { owner } = given;
    const caller = owner.session;
    const other = await newAgent(world, owner, { productIds: [given.productId] });
    const denied = waiting(world, given);
    await world.made(agentApprovalDeny, { agentApprovalId: denied }, { caller });
    const open = waiting(world, given);
    const foreign = waiting(world, { ...given, agent: other });
    return { ...given, other, denied, open, foreign };
  },
  asking: ({ owner }) => ({ caller: owner.token }),
  rows: [
    {
      title: "all",
      outcome: "newest first, decided ones too",
      check: (answer, { denied, open, foreign }) =>
        assert.deepEqual(idsIn(answer), [foreign, open, denied]),
    },
    {
      title: "those that wait",
      input: { status: "pending" },
      outcome: "two",
      check: (answer, { open, foreign }) => assert.deepEqual(idsIn(answer), [foreign, open]),
    },
    {
      title: "those that wait, after ten minutes",
      input: { status: "pending" },
      given({ world }) {
        world.nowMs += 600_000;
      },
      outcome: "none: the status follows from time",
      reply: { items: [] },
    },
    {
      title: "those of one agent",
      input: ({ other }) => ({ agentMemberId: other.agentMemberId }),
      outcome: "the one",
      check: (answer, { foreign }) => assert.deepEqual(idsIn(answer), [foreign]),
    },
    {
      title: "an agent",
      asking: ({ agent }) => ({ caller: agent.caller }),
      outcome: "its own",
      check: (answer, { open, denied }) => assert.deepEqual(idsIn(answer), [open, denied]),
    },
    {
      title: "an agent that asks for those of another",
      asking: ({ agent }) => ({ caller: agent.caller }),
      input: ({ other }) => ({ agentMemberId: other.agentMemberId }),
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      outcome: "nothing",
      reply: { items: [] },
    },
    { title: "a foreign cursor", input: { cursor: "x" }, code: "invalid_request" },
  ],
});
