/** Decision table of product.create. */
import assert from "node:assert/strict";
import { newBuild } from "../../../test/support/features/build/builds.ts";
import { PRICES } from "../../../test/support/features/build/sources.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import type { Fact } from "../../contract/records/record.ts";
import { zoneTableOf } from "../../rails/zone_offsets.ts";
import { AUDIT_NOTED } from "../audit/audit_note.ts";
import type { ProductChanged } from "../platform/platform_facts.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import type { Telling } from "../platform/platform_telling.ts";
import { PRODUCTS_PER_TENANT_MAX } from "../platform/product_making.ts";
import { tenantCurrentUpdate } from "../tenant/tenant.current.update.ts";
import { productCreate } from "./product.create.ts";

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  const owner = await newPerson(world, company);
  const build = await newBuild(world, owner.session);
  const stranger = await newCompany(world, "Other");
  const foreigner = await newPerson(world, stranger, { email: "eve@example.com" });
  const { buildId: foreignBuildId } = await newBuild(world, foreigner.session);
  return { ...company, owner, build, foreignBuildId };
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
    {
      title: "a Build",
      input: ({ build: { buildId } }) => ({ buildId, expectedPricing: PRICES }),
      outcome: "a Product of it, with its capabilities; told to both realms, its program first",
      check({ reply, facts }, { build: { buildId, digest, capabilities, operationIds }, world }) {
        assert.deepEqual([reply.buildId, reply.digest], [buildId, digest]);
        assert.deepEqual(reply.capabilities, capabilities);
        const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as Fact[] as (Fact &
          EffectOwed)[];
        const told = owed.map(({ effect }) => effect.payload as Telling);
        assert.deepEqual(
          told.map(({ operation, names: { environment } }) => `${operation} ${environment}`),
          ["product.build.install", "product.tell"].flatMap((id) => [
            `${id} sandbox`,
            `${id} live`,
          ]),
        );
        const stored = world.state.products.find(String(reply.productId))?.build;
        const list = world.state.operationSets.find(String(stored?.operationSet));
        assert.deepEqual(list?.operationIds, operationIds);
      },
    },
    {
      title: "a company with a time zone",
      given: ({ world, owner }) =>
        world.made(tenantCurrentUpdate, { timeZone: "Asia/Tokyo" }, { caller: owner.session }),
      input: ({ build: { buildId } }) => ({ buildId, expectedPricing: PRICES }),
      outcome: "both realms are told of it before all else, from the beginning on",
      check({ facts }, { world }) {
        const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as Fact[] as (Fact &
          EffectOwed)[];
        const told = owed.map(({ effect }) => effect.payload as Telling);
        const input = { zone: zoneTableOf("Asia/Tokyo", world.nowMs), sinceMs: world.nowMs };
        assert.deepEqual(
          told
            .slice(0, 2)
            .map(({ operation, names, input }) => [operation, names.environment, input]),
          ["sandbox", "live"].map((environment) => ["product.time_zone.tell", environment, input]),
        );
        assert.equal(told.length, 6);
      },
    },
    {
      title: "a Build of another company",
      input: ({ foreignBuildId }) => ({ buildId: foreignBuildId, expectedPricing: PRICES }),
      code: "resource_not_found",
      details: { resourceType: "build" },
    },
    {
      title: "a Build at other prices",
      input: ({ build: { buildId } }) => ({
        buildId,
        expectedPricing: {
          ...PRICES,
          usageRates: [...PRICES.usageRates, { meter: "objects", rate: "1" }],
        },
      }),
      code: "state_conflict",
      details: { price: "rate objects" },
    },
    {
      title: "a Build without prices",
      input: ({ build: { buildId } }) => ({ buildId }),
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["expectedPricing"]),
    },
    {
      title: "prices without a Build",
      input: { expectedPricing: PRICES },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["buildId"]),
    },
    { title: "a blank name", input: { name: " " }, code: "invalid_request" },
  ],
});
