/** For tests: companies with Builds and blueprints, and as many Builds as there may be. */
import type { Caller } from "../../../../src/contract/declare/caller.ts";
import { buildCreate } from "../../../../src/features/build/build.create.ts";
import type { BuildFact } from "../../../../src/features/build/build_facts.ts";
import type { Build } from "../../../../src/features/build/build_schema.ts";
import { productBuildApply } from "../../../../src/features/product/product.build.apply.ts";
import { productCreate } from "../../../../src/features/product/product.create.ts";
import type { Source } from "../../../../src/programs/program_source.ts";
import { keyCaller } from "../../../world/callers.ts";
import { newCompany, newPerson } from "../../../world/people.ts";
import type { PlatformWorld } from "../../../world/platform_world.ts";
import { newBlueprint } from "../blueprint/blueprints.ts";
import { OTHER_SOURCE, PRICES, SOURCE } from "./sources.ts";

/** Two companies, each with an owner, a Build of `SOURCE` and a blueprint of `OTHER_SOURCE`. */
export async function givenBuilds(world: PlatformWorld) {
  const company = await newCompany(world);
  const owner = await newPerson(world, company);
  const stranger = await newPerson(world, await newCompany(world, "Other"));
  const draft = { source: OTHER_SOURCE };
  const { blueprintId } = await newBlueprint(world, owner.session, draft);
  const { blueprintId: foreignBlueprintId } = await newBlueprint(world, stranger.session, draft);
  const build = await newBuild(world, owner.session);
  const { buildId: foreignId } = await newBuild(world, stranger.session);
  const { buildId } = build;
  return {
    ...company,
    owner,
    stranger,
    blueprintId,
    foreignBlueprintId,
    build,
    buildId,
    foreignId,
  };
}

/** A Build of the caller's company; of `SOURCE` where the draft names no other program. */
export async function newBuild(
  world: PlatformWorld,
  caller: Caller,
  draft: { source?: Source; blueprintId?: string } = { source: SOURCE },
): Promise<Build> {
  const input = { ...draft, expectedPricing: PRICES };
  return (await world.made(buildCreate, input, { caller })) as Build;
}

/** A key of a new Product of the company, to which the Builds were applied one after the other. */
export async function keyOfBuilds(
  {
    world,
    owner,
  }: Pick<Awaited<ReturnType<typeof givenBuilds>>, "owner"> & {
    world: PlatformWorld;
  },
  buildIds: readonly string[],
): Promise<Caller> {
  const caller = owner.session;
  const product = await world.made(productCreate, { name: "Of Builds" }, { caller });
  const { productId, tenantId } = product as { productId: string; tenantId: string };
  for (const buildId of buildIds) {
    const input = { productId, buildId, expectedPricing: PRICES, migrations: [] };
    await world.made(productBuildApply, input, { caller });
  }
  return keyCaller({ productId, tenantId });
}

/** Builds of one record, at most. */
const BUILDS_AT_ONCE = 1_000;

/** Puts copies of the Build into few records, each under an id and a digest of its own. */
export function manyBuilds(world: PlatformWorld, build: Build, count: number): void {
  const { createdAt: _, operationIds: __, nouns, ports, worstCase, warnings, ...summary } = build;
  const program = { text: "{}", operationIds: [], nouns, ports, worstCase, warnings };
  for (let made = 0; made < count; made += BUILDS_AT_ONCE) {
    const facts = Array.from({ length: Math.min(BUILDS_AT_ONCE, count - made) }, (_, sub) => {
      const digest = `sha256:${(made + sub).toString(16).padStart(64, "0")}`;
      const own = { buildId: world.nextId("bld", sub), digest, createdAtMs: world.nowMs };
      return { kind: "build.created.1", build: { ...summary, ...own }, program } as BuildFact;
    });
    world.apply(facts);
  }
}
