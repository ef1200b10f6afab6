/** agent_member.list: the agents of the own company. */
import assert from "node:assert/strict";
import { newAgent } from "../../../test/support/features/agent_grant/agents.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { agentMemberList } from "./agent_member.list.ts";
import { agentMemberRevoke } from "./agent_member.revoke.ts";

function namesIn({ reply }: { reply: { items: { name: string }[] } }): string[] {
  return reply.items.map(({ name }) => name);
}

platformTable(agentMemberList, {
  async given(world) {
    const owner = await newPerson(world, await newCompany(world));
    await newAgent(world, owner, { agentName: "Books" });
    const { agentMemberId } = await newAgent(world, owner, { agentName: "Payouts" });
    await newAgent(world, owner, { agentName: "Pay runs" });
    await world.made(agentMemberRevoke, { agentMemberId }, { caller: owner.session });
    const stranger = await newPerson(world, await newCompany(world, "Babbage"));
    return { owner, stranger, revokedId: agentMemberId };
  },
  asking: ({ owner }) => ({ caller: owner.token }),
  rows: [
    {
      title: "all",
      outcome: "newest first, revoked ones too",
      check: (given) => assert.deepEqual(namesIn(given), ["Pay runs", "Payouts", "Books"]),
    },
    {
      title: "those in force",
      input: { status: "active", search: "PAY" },
      outcome: "by their names",
      check: (given) => assert.deepEqual(namesIn(given), ["Pay runs"]),
    },
    {
      title: "by id",
      input: ({ revokedId }) => ({ search: revokedId }),
      outcome: "the one",
      check: (given) => assert.deepEqual(namesIn(given), ["Payouts"]),
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
