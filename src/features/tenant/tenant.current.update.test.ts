/** tenant.current.update: who may change a company, what the audit feed says of it, and where a time zone is told. */
import assert from "node:assert/strict";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import type { Fact } from "../../contract/records/record.ts";
import { UTC, zoneTableOf } from "../../rails/zone_offsets.ts";
import type { TenantChanged } from "../platform/platform_facts.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import type { WideTelling } from "../platform/platform_telling.ts";
import { PRODUCTS_PER_TENANT_MAX } from "../platform/product_making.ts";
import { tenantCurrentUpdate } from "./tenant.current.update.ts";

const BERLIN = "Europe/Berlin";
/** The table of the zone when the world begins, and all through its year. */
const tableOf = (name: string, { nowMs }: PlatformWorld) => zoneTableOf(name, nowMs);

/** The realms that the record tells of a zone, and the zone. */
function toldIn(facts: readonly Fact[]) {
  const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as EffectOwed[];
  return owed.map(({ effect }) => {
    const { operation, input, realms } = effect.payload as WideTelling;
    assert.equal(operation, "product.time_zone.tell");
    const names = realms.map(
      ({ shard, names }) => `${shard} ${names.environment} ${names.productId}`,
    );
    return { input, names };
  });
}

const moved = (world: PlatformWorld, caller: object, timeZone: string) =>
  world.made(tenantCurrentUpdate, { timeZone }, { caller } as never);

/** Makes as many Products as a company may have. */
async function fill(world: PlatformWorld, company: { tenantId: string }): Promise<void> {
  const { productId } = await newProduct(world, company);
  const { realm: _, ...one } = world.state.products.find(productId) as ProductDocument;
  const more = Array.from({ length: PRODUCTS_PER_TENANT_MAX - 1 }, (_, at) => ({
    kind: "product.created.1" as const,
    product: { ...one, productId: `${productId.slice(0, -4)}${at + 1_000}` },
  }));
  world.apply(more);
}

platformTable(tenantCurrentUpdate, {
  async given(world) {
    const company = await newCompany(world, "Acme");
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const viewer = await newPerson(world, company, { role: "viewer" });
    const admin = await newPerson(world, company, { role: "admin" });
    const other = await newProduct(world, await newCompany(world, "Other"));
    return { company, owner, viewer, admin, other };
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  input: () => ({ name: "Acme Ltd" }),
  rows: [
    {
      title: "an owner",
      outcome: "the new name, in force on every edge, with a note of before and after",
      reply: { name: "Acme Ltd", revision: 2 },
      check({ facts }, { company }) {
        assert.deepEqual(kindsOf(facts), ["tenant.changed.1", "audit.noted.1"]);
        const { before, after, tenantIds, resource, address } = noteIn(facts);
        assert.deepEqual(tenantIds, [company.tenantId]);
        assert.deepEqual(resource, { type: "tenant", id: company.tenantId });
        assert.equal((before as { name: string }).name, "Acme");
        assert.equal((after as { name: string }).name, "Acme Ltd");
        assert.equal(address, "203.0.113.7");
      },
    },
    {
      title: "an admin's token",
      asking: ({ admin }) => ({ caller: admin.token }),
      outcome: "the new name",
    },
    {
      title: "the name that it has",
      input: { name: "Acme", expectedRevision: 1 },
      outcome: "no change and no note",
      reply: { revision: 1 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a member whose role was changed after the edge let him in",
      asking: ({ viewer }) => ({ caller: { ...viewer.session, role: "owner" } }),
      code: "missing_required_permission",
      details: { permission: "tenant:write", role: "viewer" },
    },
    {
      title: "another revision",
      input: { expectedRevision: 2 },
      code: "state_conflict",
      details: { expected: 2, actual: 1 },
    },
    {
      title: "a time zone",
      given: ({ world, company }) => newProduct(world, company),
      input: { name: undefined, timeZone: BERLIN },
      outcome: "kept with its offsets, noted by its name, told in every realm of the company",
      reply: { name: "Acme", timeZone: BERLIN, revision: 2 },
      check({ facts }, { world, company, other }) {
        const zone = tableOf(BERLIN, world);
        assert.deepEqual((facts[0] as TenantChanged).tenant.timeZone, zone);
        const { before, after } = noteIn(facts);
        assert.equal((before as { timeZone: string }).timeZone, "UTC");
        assert.equal((after as { timeZone: string }).timeZone, BERLIN);
        assert.ok(!JSON.stringify(noteIn(facts)).includes("offsets"));
        const own = [...world.state.products.values()].find(
          ({ tenantId }) => tenantId === company.tenantId,
        );
        assert.ok(own !== undefined && own.productId !== other.productId);
        const names = [`0 sandbox ${own.productId}`, `0 live ${own.productId}`];
        assert.deepEqual(toldIn(facts), [{ input: { zone }, names }]);
      },
    },
    {
      title: "a time zone, of a company without Products, with the name",
      input: { timeZone: BERLIN },
      outcome: "one change of both, and nobody is told",
      reply: { name: "Acme Ltd", timeZone: BERLIN, revision: 2 },
      check: ({ facts }) => assert.deepEqual(toldIn(facts), []),
    },
    {
      title: "a time zone, of a company with as many Products as it may have",
      given: ({ world, company }) => fill(world, company),
      input: { timeZone: BERLIN },
      outcome: "one effect for all their realms",
      check({ facts }) {
        const [told, ...others] = toldIn(facts);
        assert.equal(new Set(told?.names).size, 2 * PRODUCTS_PER_TENANT_MAX);
        assert.deepEqual(others, []);
      },
    },
    {
      title: "a time zone, of a company whose Product is closed",
      async given({ world, company }) {
        const { productId } = await newProduct(world, company);
        const { realm: _, ...product } = world.state.products.find(productId) as ProductDocument;
        const closed = { ...product, status: "closed" };
        world.apply([{ kind: "product.closed.1", product: closed } as Fact]);
      },
      input: { timeZone: BERLIN },
      outcome: "nobody is told",
      reply: { timeZone: BERLIN },
      check: ({ facts }) => assert.deepEqual(toldIn(facts), []),
    },
    {
      title: "another name of a time zone, in capitals",
      input: { name: undefined, timeZone: "US/EASTERN" },
      outcome: "the name that the server writes",
      reply: { timeZone: "America/New_York" },
    },
    {
      title: "the time zone that it has",
      given: ({ world, owner }) => moved(world, owner.session, BERLIN),
      input: { name: undefined, timeZone: "europe/berlin" },
      outcome: "no change and no note",
      reply: { timeZone: BERLIN, revision: 2 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "the time zone that it has, in a later year",
      async given({ world, owner, company }) {
        await newProduct(world, company);
        await moved(world, owner.session, BERLIN);
        world.nowMs = Date.UTC(2027, 0, 1);
      },
      input: { name: undefined, timeZone: BERLIN },
      asking: ({ owner }) => ({ caller: owner.session }),
      outcome: "the offsets of a year more are told",
      reply: { timeZone: BERLIN, revision: 3 },
      check({ facts }, { world }) {
        const [told] = toldIn(facts);
        assert.deepEqual(told?.input, { zone: tableOf(BERLIN, world) });
      },
    },
    {
      title: "UTC, of a company that never had another",
      input: { name: undefined, timeZone: "Etc/UTC" },
      outcome: "no change and no note",
      reply: { timeZone: "UTC", revision: 1 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "UTC after another",
      async given({ world, owner, company }) {
        await newProduct(world, company);
        await moved(world, owner.session, BERLIN);
      },
      input: { name: undefined, timeZone: "UTC" },
      outcome: "no zone of its own any more, and UTC is told",
      reply: { timeZone: "UTC", revision: 3 },
      check({ facts }) {
        assert.equal((facts[0] as TenantChanged).tenant.timeZone, undefined);
        assert.deepEqual(
          toldIn(facts).map(({ input }) => input),
          [{ zone: UTC }],
        );
      },
    },
    ...["Europe/Nowhere", "+05:30", "", " UTC", "Europe/Berlin\u0000", "x".repeat(65)].map(
      (timeZone) => ({
        title: `the time zone ${JSON.stringify(timeZone)}`,
        input: { timeZone },
        code: "invalid_request" as const,
      }),
    ),
    {
      title: "an unknown time zone, and what the refusal says",
      input: { timeZone: "Europe/Nowhere" },
      code: "invalid_request",
      details: {
        issues: [
          {
            code: "format",
            message:
              "timeZone must be the name of a time zone in the database of IANA, such as Europe/Berlin, or UTC",
            path: ["timeZone"],
          },
        ],
      },
    },
    { title: "a blank name", input: { name: " \u200b " }, code: "invalid_request" },
  ],
});
