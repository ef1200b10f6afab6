/** Decision table of product.build.apply, and what its effects install. */
import assert from "node:assert/strict";
import { newBuild } from "../../../test/support/features/build/builds.ts";
import { OTHER_SOURCE, PRICES, SOURCE } from "../../../test/support/features/build/sources.ts";
import { changed, MINIMAL } from "../../../test/support/programs/programs.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import type { Fact } from "../../contract/records/record.ts";
import { AUDIT_NOTED } from "../audit/audit_note.ts";
import { platformProductUpdate } from "../platform/platform.product.update.ts";
import type { ProductChanged } from "../platform/platform_facts.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import type { Telling } from "../platform/platform_telling.ts";
import { BUILDS_PER_PRODUCT_MAX, productBuildApply } from "./product.build.apply.ts";
import { productCreate } from "./product.create.ts";

const OPERATOR = { caller: { kind: "operator", user: "ada" } } as const;
/** `SOURCE` with one more state: it fits the objects of `SOURCE`. */
const FITTING = changed(
  changed(MINIMAL, "/nouns/ticket/states/lost", { terminal: true }),
  "/nouns/ticket/actions/lose",
  { from: ["open"], to: "lost" },
);

/** It has other kinds, and gives those of `SOURCE` up. */
const RETIRING = changed(
  JSON.parse(JSON.stringify(MINIMAL).replaceAll("ticket", "pass")),
  "/migrations",
  { ticket: { retired: true } },
) as typeof SOURCE;

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  const owner = await newPerson(world, company);
  const developer = await newPerson(world, company, { role: "developer" });
  const caller = owner.session;
  const { buildId: first } = await newBuild(world, caller, { source: SOURCE });
  const fitting = changed(FITTING, "/ports/operator/allow/-", "ticket.lose") as typeof SOURCE;
  const next = await newBuild(world, caller, { source: fitting });
  const mapping = changed(fitting, "/migrations", { ticket: {} }) as typeof SOURCE;
  const { buildId: mappingId } = await newBuild(world, caller, { source: mapping });
  const { buildId: retiring } = await newBuild(world, caller, { source: RETIRING });
  const { buildId: other } = await newBuild(world, caller, { source: OTHER_SOURCE });
  const draft = { name: "P", buildId: first, expectedPricing: PRICES };
  const { productId } = await world.made(productCreate, draft, { caller });
  const stranger = await newCompany(world, "Other");
  const foreigner = await newPerson(world, stranger, { email: "eve@example.com" });
  const { buildId: foreignBuildId } = await newBuild(world, foreigner.session);
  const { productId: foreignProductId } = await newProduct(world, stranger);
  return {
    company,
    owner,
    developer,
    productId,
    first,
    next,
    mapping: mappingId,
    retiring,
    other,
    foreignBuildId,
    foreignProductId,
  };
}
type Given = Awaited<ReturnType<typeof given>> & { world: PlatformWorld };

/** The Product, changed as no caller can. */
function change({ world, productId }: Given, to: Partial<ProductDocument>): void {
  const { realm: _, ...product } = world.state.products.find(productId) as ProductDocument;
  const fact: ProductChanged = { kind: "product.changed.1", product: { ...product, ...to } };
  world.apply([fact]);
}
/** Which kinds each of the installations that are told migrates. */
const migrateIn = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => {
    if (fact.kind !== EFFECT_OWED) return [];
    const { operation, input } = (fact as Fact & EffectOwed).effect.payload as Telling;
    return operation === "product.build.install" ? [input["migrate"]] : [];
  });
const buildOf = ({ world, productId }: Given) => world.state.products.find(productId)?.build;

platformTable(productBuildApply, {
  given,
  input: ({ productId, next }) => ({ productId, buildId: next.buildId, expectedPricing: PRICES }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a Build that fits the present one",
      outcome: "the Product runs it; told to both realms, noted",
      reply: { revision: 2, capabilities: ["ledger", "objects"] },
      check({ reply, facts }, made) {
        const { next } = made;
        assert.deepEqual([reply.buildId, reply.digest], [next.buildId, next.digest]);
        assert.equal(buildOf(made)?.revision, 2);
        assert.ok(facts.some(({ kind }) => kind === AUDIT_NOTED));
        const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as Fact[] as (Fact &
          EffectOwed)[];
        const told = owed.map(({ effect }) => effect.payload as Telling);
        assert.deepEqual(
          told.map(({ operation }) => operation),
          ["product.build.install", "product.build.install", "product.tell", "product.tell"],
        );
      },
    },
    {
      title: "a Build that says what becomes of objects",
      input: ({ mapping }) => ({ buildId: mapping }),
      outcome: "the realms are told which kinds are migrated",
      check: ({ facts }) => assert.deepEqual(migrateIn(facts), [["ticket"], ["ticket"]]),
    },
    {
      title: "a Build that says so, and no kind is named",
      input: ({ mapping }) => ({ buildId: mapping, migrations: [] }),
      outcome: "no object is migrated",
      check: ({ facts }) => assert.deepEqual(migrateIn(facts), [undefined, undefined]),
    },
    {
      title: "a kind of which the program says nothing",
      input: { migrations: ["ticket"] },
      code: "state_constraint_failed",
      details: { constraint: "migrations" },
    },
    {
      title: "a kind that the program gives up",
      input: ({ retiring }) => ({ buildId: retiring, migrations: ["ticket"] }),
      code: "noun_retired",
      details: { kind: "ticket" },
    },
    {
      title: "a name that is no kind",
      input: { migrations: ["No kind"] },
      code: "invalid_request",
    },
    {
      title: "the first Build of a Product",
      async input({ world, company }) {
        return { productId: (await newProduct(world, company)).productId };
      },
      outcome: "the Product runs it",
      reply: { revision: 2 },
    },
    {
      title: "at the revision that is expected",
      input: { expectedRevision: 1 },
      outcome: "it",
      reply: { revision: 2 },
    },
    {
      title: "a Build that gives up what objects have",
      input: ({ other }) => ({ buildId: other }),
      code: "state_constraint_failed",
      details: { constraint: "build" },
      check: ({ details }) =>
        assert.ok(details["findings"].every(({ code }: { code: string }) => code === "P24")),
    },
    {
      title: "more Builds than a Product may have had",
      given: (made) => {
        const build = { ...buildOf(made), revision: BUILDS_PER_PRODUCT_MAX } as never;
        change(made, { build });
      },
      code: "state_constraint_failed",
      details: { constraint: "product_builds", limit: BUILDS_PER_PRODUCT_MAX },
    },
    {
      title: "the last Build that a Product may have",
      given: (made) => {
        const build = { ...buildOf(made), revision: BUILDS_PER_PRODUCT_MAX - 1 } as never;
        change(made, { build });
      },
      outcome: "it",
    },
    {
      title: "the Build that the Product runs",
      input: ({ first }) => ({ buildId: first }),
      code: "state_conflict",
    },
    {
      title: "other prices",
      input: { expectedPricing: { ...PRICES, fees: [{ code: "transfer", amount: "7" }] } },
      code: "state_conflict",
      details: { price: "fee transfer" },
    },
    { title: "another revision", input: { expectedRevision: 7 }, code: "state_conflict" },
    {
      title: "compared with a Build that is not the present one any more",
      asking: ({ owner }) => ({
        caller: owner.session,
        prepared: { kind: "session", mfa: false, compared: { findings: [] } },
      }),
      code: "state_conflict",
    },
    {
      title: "a Product that is closed",
      given: ({ world, productId }) =>
        world.made(platformProductUpdate, { productId, status: "closed" }, OPERATOR),
      code: "state_conflict",
      details: { actual: "closed" },
    },
    {
      title: "a Build of another company",
      input: ({ foreignBuildId }) => ({ buildId: foreignBuildId }),
      code: "resource_not_found",
      details: { resourceType: "build" },
    },
    {
      title: "a Product of another company",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "a Product in live, by a developer",
      given: ({ world, productId }) =>
        world.made(platformProductUpdate, { productId, liveActivated: true }, OPERATOR),
      asking: ({ developer }) => ({ caller: developer.session }),
      code: "missing_required_permission",
      details: { permission: "products:write@live", role: "developer" },
    },
    {
      title: "a Product in live, by an owner",
      given: ({ world, productId }) =>
        world.made(platformProductUpdate, { productId, liveActivated: true }, OPERATOR),
      outcome: "it",
      reply: { activation: { status: "active" } },
    },
    { title: "without prices", input: { expectedPricing: undefined }, code: "invalid_request" },
  ],
});
