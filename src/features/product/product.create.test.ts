/** Decision table of product.create. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED } from "../audit/audit_note.ts";
import type { ProductChanged } from "../platform/platform_facts.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { PRODUCTS_PER_TENANT_MAX } from "../platform/product_making.ts";
import { productCreate } from "./product.create.ts";

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  return { ...company, owner: await newPerson(world, company) };
}
type Given = Awaited<ReturnType<typeof given>> & { world: PlatformWorld };

/** Fills the company with as many Products as it may have, `closed` of them closed. */
async function fill({ world, owner }: Given, closed: number): Promise<void> {
  const { productId } = await world.made(productCreate, { name: "P" }, { caller: owner.session });
  const { realm: _, ...one } = world.state.products.find(productId) as ProductDocument;
  const more = Array.from({ length: PRODUCTS_PER_TENANT_MAX - 1 }, (_, at): ProductChanged => {
    const status = at < closed ? "closed" : "active";
    const product = {
      ...one,
      productId: `${productId.slice(0, -4)}${at + 1_000}`,
      status,
    } as const;
    return { kind: "product.created.1", product };
  });
  world.apply(more);
}

platformTable(productCreate, {
  given,
  input: () => ({ name: "Wallet" }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a name",
      outcome: "a Product of the company, active, without live, noted",
      reply: {
        name: "Wallet",
        status: "active",
        environment: "sandbox",
        activation: { status: "not_requested" },
        revision: 1,
      },
      check({ reply, facts }, { world, tenantId }) {
        const stored = world.state.products.find(String(reply["productId"]));
        assert.equal(stored?.tenantId, tenantId);
        assert.ok(facts.some(({ kind }) => kind === AUDIT_NOTED));
      },
    },
    {
      title: "as many as a company may have",
      given: (made) => fill(made, 0),
      code: "state_constraint_failed",
      details: { constraint: "products", limit: PRODUCTS_PER_TENANT_MAX },
    },
    {
      title: "as many, one of them closed",
      given: (made) => fill(made, 1),
      outcome: "the last one",
    },
    { title: "a blank name", input: { name: " " }, code: "invalid_request" },
  ],
});
