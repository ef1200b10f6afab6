/** agent_member.current: who the agent is, and the Products that it reaches. */
import assert from "node:assert/strict";
import { newAgent } from "../../../test/support/features/agent_grant/agents.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { productCreate } from "../product/product.create.ts";
import { agentMemberCurrent } from "./agent_member.current.ts";

function idsIn({ products }: { products: { productId: string }[] }): string[] {
  return products.map(({ productId }) => productId);
}

platformTable(agentMemberCurrent, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company);
    const first = await newProduct(world, company, { name: "First" });
    const second = await newProduct(world, company, { name: "Second" });
    await newProduct(world, await newCompany(world, "Babbage"));
    const named = await newAgent(world, owner, { productIds: [first.productId] });
    const made = await world.made(productCreate, { name: "Third" }, { caller: named.caller });
    const wide = await newAgent(world, owner, { companyWide: true });
    const firstId = first.productId;
    return { owner, named, wide, firstId, secondId: second.productId, madeId: made.productId };
  },
  rows: [
    {
      title: "an agent with one Product by name, which has made another",
      asking: ({ named, madeId }) => {
        const { reach } = named.caller;
        const madeProductIds = new Set([String(madeId)]);
        return { caller: { ...named.caller, reach: { ...reach, madeProductIds } } };
      },
      outcome: "both of them, and its grant",
      reply: { name: "Reconciler", companyWide: false, hasMoreProducts: false },
      check({ reply }, { owner, named, firstId, madeId }) {
        assert.equal(reply.companyId, owner.tenantId);
        assert.deepEqual(idsIn(reply), [madeId, firstId]);
        assert.equal(reply.grant.agentGrantId, named.agentGrantId);
      },
    },
    {
      title: "an agent of the whole company",
      asking: ({ wide }) => ({ caller: wide.caller }),
      outcome: "all Products of the company, newest first",
      check: ({ reply }, { firstId, secondId, madeId }) =>
        assert.deepEqual(idsIn(reply), [madeId, secondId, firstId]),
    },
  ],
});
