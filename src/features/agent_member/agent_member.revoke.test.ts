/** Decision table of agent_member.revoke. */
import assert from "node:assert/strict";
import {
  askingAgent,
  newAgent,
  tellingsIn,
} from "../../../test/support/features/agent_grant/agents.ts";
import { kindsOf } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { deviceAuthorizationApprove } from "../device_authorization/device_authorization.approve.ts";
import { agentMemberRevoke } from "./agent_member.revoke.ts";

platformTable(agentMemberRevoke, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company);
    const viewer = await newPerson(world, company, { role: "viewer" });
    const { productId } = await newProduct(world, company);
    const agent = await newAgent(world, owner, { productIds: [productId] });
    const { agentMemberId } = agent;
    const again = await newAgent(world, viewer, { agentMemberId });
    // A third grant whose tokens were not fetched.
    const { userCode } = await askingAgent(world);
    const caller = owner.session;
    await world.made(deviceAuthorizationApprove, { userCode, agentMemberId }, { caller });
    const stranger = await newPerson(world, await newCompany(world, "Babbage"));
    return { owner, viewer, agent, again, stranger };
  },
  input: ({ agent }) => ({ agentMemberId: agent.agentMemberId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "an agent with three grants of two people",
      outcome: "all of them end, with their logins",
      reply: { status: "revoked", revision: 2 },
      check({ facts }, { world }) {
        const counted = new Map<string, number>();
        for (const kind of kindsOf(facts)) counted.set(kind, (counted.get(kind) ?? 0) + 1);
        assert.deepEqual(Object.fromEntries(counted), {
          "agent_member.revoked.1": 1,
          "session.revoked.1": 2,
          "agent_grant.revoked.1": 3,
          "audit.noted.1": 1,
        });
        const types = tellingsIn(facts).map(({ input }) => String(input["type"]));
        assert.deepEqual(types.sort(), [
          ...["agent_grant.revoked", "agent_grant.revoked"],
          ...["agent_member.revoked", "agent_member.revoked"],
        ]);
        const statuses = [...world.state.agentGrants.values()].map(({ status }) => status);
        assert.deepEqual(statuses, ["revoked", "revoked", "revoked"]);
      },
    },
    {
      title: "an agent that was revoked before",
      async given({ world, agent, owner }) {
        const { agentMemberId } = agent;
        await world.made(agentMemberRevoke, { agentMemberId }, { caller: owner.session });
        world.nowMs += 60_000;
      },
      outcome: "unchanged",
      reply: { status: "revoked", revokedAt: "2026-01-31T09:30:00.000Z" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a member who did not let it in first",
      asking: ({ viewer }) => ({ caller: viewer.session }),
      code: "missing_required_permission",
      details: { permission: "members:write", role: "viewer" },
    },
    {
      title: "a person of another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      code: "resource_not_found",
      details: { resourceType: "agent_member" },
    },
    { title: "an unknown id", input: { agentMemberId: "agt_x" }, code: "resource_not_found" },
  ],
});
