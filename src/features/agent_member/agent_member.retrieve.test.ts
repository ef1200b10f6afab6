/** agent_member.retrieve: agents of the own company; an agent sees itself alone. */
import assert from "node:assert/strict";
import { newAgent } from "../../../test/support/features/agent_grant/agents.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { agentMemberRetrieve } from "./agent_member.retrieve.ts";

platformTable(agentMemberRetrieve, {
  async given(world) {
    const owner = await newPerson(world, await newCompany(world));
    const agent = await newAgent(world, owner, { companyWide: true });
    const other = await newAgent(world, owner);
    const stranger = await newPerson(world, await newCompany(world, "Babbage"));
    return { owner, agent, other, stranger };
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  input: ({ agent }) => ({ agentMemberId: agent.agentMemberId }),
  rows: [
    {
      title: "a member",
      outcome: "the agent",
      check({ reply }, { owner }) {
        assert.deepEqual([reply.companyId, reply.createdByUserId], [owner.tenantId, owner.userId]);
      },
      reply: {
        name: "Reconciler",
        companyWide: true,
        status: "active",
        products: [],
        revision: 1,
      },
    },
    {
      title: "the agent itself",
      asking: ({ agent }) => ({ caller: agent.caller }),
      outcome: "itself",
      reply: { name: "Reconciler" },
    },
    {
      title: "another agent of the company",
      asking: ({ other }) => ({ caller: other.caller }),
      code: "unauthorized",
    },
    {
      title: "a person of another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      code: "resource_not_found",
      details: { resourceType: "agent_member" },
    },
  ],
});
