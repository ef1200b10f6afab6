/** Decision table of agent_member.update. */
import assert from "node:assert/strict";
import { newAgent, tellingsIn } from "../../../test/support/features/agent_grant/agents.ts";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { agentMemberRevoke } from "./agent_member.revoke.ts";
import { agentMemberUpdate } from "./agent_member.update.ts";

platformTable(agentMemberUpdate, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company);
    const developer = await newPerson(world, company, { role: "developer" });
    const { productId } = await newProduct(world, company);
    return { owner, developer, agent: await newAgent(world, owner, { productIds: [productId] }) };
  },
  input: ({ agent }) => ({ agentMemberId: agent.agentMemberId, name: "Month-end" }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "another name",
      outcome: "changed, told in both realms of the Product that its grant names, noted",
      reply: { name: "Month-end", companyWide: false, revision: 2 },
      check({ facts }) {
        assert.deepEqual(kindsOf(facts).slice(0, 2), ["agent_member.changed.1", "audit.noted.1"]);
        assert.equal((noteIn(facts).before as { name: string }).name, "Reconciler");
        assert.equal(tellingsIn(facts).length, 2);
      },
    },
    {
      title: "all Products of the company",
      input: { name: undefined, companyWide: true },
      outcome: "it reaches their sandboxes",
      reply: { name: "Reconciler", companyWide: true },
    },
    {
      title: "what it is already",
      input: { name: "Reconciler", companyWide: false },
      outcome: "no change and no note",
      reply: { revision: 1 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    { title: "another revision", input: { expectedRevision: 2 }, code: "state_conflict" },
    {
      title: "a revoked agent",
      async given({ world, agent, owner }) {
        const { agentMemberId } = agent;
        await world.made(agentMemberRevoke, { agentMemberId }, { caller: owner.session });
      },
      code: "state_conflict",
      details: { status: "revoked" },
    },
    {
      title: "a member who did not let it in first",
      asking: ({ developer }) => ({ caller: developer.session }),
      code: "missing_required_permission",
      details: { role: "developer" },
    },
    { title: "an unknown id", input: { agentMemberId: "agt_x" }, code: "resource_not_found" },
  ],
});
