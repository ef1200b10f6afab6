/** agent_grant.retrieve: grants of the own company, and nobody else's. */
import assert from "node:assert/strict";
import {
  AGENT_CLIENT,
  AGENT_RESOURCE,
  askingAgent,
  newAgent,
} from "../../../test/support/features/agent_grant/agents.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { deviceAuthorizationApprove } from "../device_authorization/device_authorization.approve.ts";
import { agentGrantRetrieve } from "./agent_grant.retrieve.ts";

platformTable(agentGrantRetrieve, {
  async given(world) {
    const owner = await newPerson(world, await newCompany(world));
    const stranger = await newPerson(world, await newCompany(world, "Babbage"));
    const agent = await newAgent(world, owner, { scopes: ["books:read"], toolForm: "compact" });
    return { owner, stranger, agent };
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  input: ({ agent }) => ({ agentGrantId: agent.agentGrantId }),
  rows: [
    {
      title: "a grant whose tokens were fetched",
      outcome: "what was granted, by whom, and when it ends",
      check({ reply }, { owner, agent }) {
        assert.equal(reply.agentMemberId, agent.agentMemberId);
        assert.equal(reply.delegatorUserId, owner.userId);
      },
      reply: {
        clientId: AGENT_CLIENT,
        audience: AGENT_RESOURCE,
        scopes: ["books:read"],
        productIds: [],
        buildIds: [],
        toolForm: "compact",
        status: "active",
        expiresAt: "2026-03-02T09:30:00.000Z",
        idleExpiresAt: "2026-02-07T09:30:00.000Z",
      },
    },
    {
      title: "a grant whose tokens nobody fetched in time",
      async given({ world, owner, agent }) {
        const { userCode } = await askingAgent(world);
        const input = { userCode, agentMemberId: agent.agentMemberId };
        await world.made(deviceAuthorizationApprove, input, { caller: owner.session });
        world.nowMs += 900_000;
      },
      input: (made) => {
        const grant = [...made.world.state.agentGrants.values()].at(-1);
        return { agentGrantId: grant?.agentGrantId };
      },
      outcome: "is over",
      reply: { status: "expired", expiresAt: "2026-01-31T09:45:00.000Z" },
    },
    {
      title: "a person of another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      code: "resource_not_found",
      details: { resourceType: "agent_grant" },
    },
  ],
});
