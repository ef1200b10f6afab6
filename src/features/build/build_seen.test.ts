/** Builds that Product keys read: those that their Product runs or has run, and no others of the company. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { givenBuilds, keyOfBuilds, newBuild } from "../../../test/support/features/build/builds.ts";
import { OTHER_SOURCE } from "../../../test/support/features/build/sources.ts";
import { openPlatformWorld, type PlatformWorld } from "../../../test/world/platform_world.ts";
import { buildContractRetrieve } from "./build.contract.retrieve.ts";
import { buildRetrieve } from "./build.retrieve.ts";

const READS = [buildRetrieve, buildContractRetrieve] as const;
const NOTHING = "bld_00000000000000000000000000";

async function given(world: PlatformWorld) {
  const made = { world, ...(await givenBuilds(world)) };
  const caller = made.owner.session;
  const other = await newBuild(world, caller, { source: OTHER_SOURCE });
  // The same program under another name fits the objects of the first.
  const renamed = await newBuild(world, caller, { source: { ...OTHER_SOURCE, name: "Renamed" } });
  return { ...made, other: other.buildId, renamed: renamed.buildId };
}

type Seeing = { world: PlatformWorld; caller: Parameters<PlatformWorld["read"]>[2] };

async function refusalsOf({ world, caller }: Seeing, buildId: string) {
  const seen = READS.map((read) => world.read(read, { buildId }, caller));
  return (await Promise.all(seen)).map(({ refusal }) => refusal);
}

async function isSeen(by: Seeing, buildId: string): Promise<boolean> {
  const [one, other] = await refusalsOf(by, buildId);
  assert.equal(one === undefined, other === undefined, "both reads answer alike");
  return one === undefined;
}

test("builds of a key: what its Product runs -> the answers that a member gets", async () => {
  const world = await openPlatformWorld();
  const made = await given(world);
  const key = { caller: await keyOfBuilds(made, [made.buildId]) };
  const member = { caller: made.owner.session };
  for (const read of READS) {
    const { buildId } = made;
    assert.deepEqual(
      await world.found(read, { buildId }, key),
      await world.found(read, { buildId }, member),
    );
  }
});

test("builds of a key: what its Product ran before, and runs again -> seen; a Build that another Product runs -> not", async () => {
  const world = await openPlatformWorld();
  const made = await given(world);
  const { other, renamed, buildId } = made;
  await keyOfBuilds(made, [buildId]);
  const caller = { caller: await keyOfBuilds(made, [other, renamed, other]) };
  const by = { world, caller };
  assert.deepEqual(
    [await isSeen(by, other), await isSeen(by, renamed), await isSeen(by, buildId)],
    [true, true, false],
  );
});

test("builds of a key: of the company, of another company, of nobody -> one and the same refusal", async () => {
  const world = await openPlatformWorld();
  const made = await given(world);
  const { buildId, foreignId, other } = made;
  for (const applied of [[], [other]]) {
    const by = { world, caller: { caller: await keyOfBuilds(made, applied) } };
    for (const asked of [buildId, foreignId, NOTHING]) {
      for (const refusal of await refusalsOf(by, asked)) {
        assert.ok(refusal?.refused);
        const { code, message, details } = refusal;
        assert.equal(code, "resource_not_found");
        assert.deepEqual(details, { resourceType: "build", buildId: asked });
        assert.match(message, /of the Product of this key/);
      }
    }
  }
});
