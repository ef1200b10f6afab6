/** agent_grant.list: what the members of the own company let agents do. */
import assert from "node:assert/strict";
import { newAgent } from "../../../test/support/features/agent_grant/agents.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { agentGrantList } from "./agent_grant.list.ts";
import { agentGrantRevoke } from "./agent_grant.revoke.ts";

function idsIn({ reply }: { reply: { items: { agentGrantId: string }[] } }): string[] {
  return reply.items.map(({ agentGrantId }) => agentGrantId);
}

platformTable(agentGrantList, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company);
    const viewer = await newPerson(world, company, { role: "viewer" });
    const first = await newAgent(world, owner);
    const second = await newAgent(world, viewer);
    const revoked = await newAgent(world, owner, { agentMemberId: first.agentMemberId });
    const { agentGrantId } = revoked;
    await world.made(agentGrantRevoke, { agentGrantId }, { caller: owner.session });
    const stranger = await newPerson(world, await newCompany(world, "Babbage"));
    return { owner, stranger, first, second, revoked };
  },
  asking: ({ owner }) => ({ caller: owner.token }),
  rows: [
    {
      title: "of everybody",
      outcome: "newest first, ended ones too",
      check({ reply }, { first, second, revoked }) {
        const expected = [revoked, second, first].map(({ agentGrantId }) => agentGrantId);
        assert.deepEqual(idsIn({ reply }), expected);
        assert.equal(reply.items[2].idleExpiresAt, "2026-02-07T09:30:00.000Z");
      },
    },
    {
      title: "those in force of one agent",
      input: ({ first }) => ({ agentMemberId: first.agentMemberId, status: "active" }),
      outcome: "the first",
      check: ({ reply }, { first }) => assert.deepEqual(idsIn({ reply }), [first.agentGrantId]),
    },
    {
      title: "those that time has ended",
      given: ({ world }) => {
        world.nowMs += 31 * 86_400_000;
      },
      input: { status: "expired" },
      outcome: "those that nobody revoked",
      check: ({ reply }) => assert.equal(reply.items.length, 2),
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
