/** Which Builds an agent may name, and how little of the state is read to find out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { givenBuilds, keyOfBuilds, newBuild } from "../../../test/support/features/build/builds.ts";
import { OTHER_SOURCE } from "../../../test/support/features/build/sources.ts";
import { agentCaller } from "../../../test/world/callers.ts";
import { openPlatformWorld } from "../../../test/world/platform_world.ts";
import type { AgentReach } from "../../contract/declare/caller.ts";
import { found } from "../../contract/declare/found.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { AGENT_PROGRAMS, programsSeenBy } from "./agent_programs.ts";
import { buildRetrieve } from "./build.retrieve.ts";

/** The snapshot, and how many documents and rows were read of it. */
function counted(snapshot: Snapshot): { counting: Snapshot; read: () => number } {
  let read = 0;
  const counting: Snapshot = Object.create(snapshot, {
    get: {
      value: (...key: Parameters<Snapshot["get"]>) => {
        read++;
        return snapshot.get(...key);
      },
    },
    ascend: {
      *value(...range: Parameters<Snapshot["ascend"]>) {
        for (const row of snapshot.ascend(...range)) {
          read++;
          yield row;
        }
      },
    },
  });
  return { counting, read: () => read };
}

test("agent's Builds: named by a call -> as lists show them, by one seek of each Product within reach", async () => {
  const world = await openPlatformWorld();
  const made = { world, ...(await givenBuilds(world)) };
  const { buildId: first, foreignId, owner } = made;
  const draft = (name: string) => ({ source: { ...OTHER_SOURCE, name } });
  const more = [];
  for (const name of ["One", "Two", "Three"]) {
    more.push((await newBuild(world, owner.session, draft(name))).buildId);
  }
  const unused = (await newBuild(world, owner.session, draft("Four"))).buildId;
  const [one = "", two = "", three = ""] = more;
  // The Product has run three Builds, one of them twice; another Product has run the first.
  const key = await keyOfBuilds(made, [one, two, one, three]);
  await keyOfBuilds(made, [first]);
  assert.ok(key.kind === "product_key");
  const { productId, tenantId } = key.principal;
  const reach: AgentReach = {
    ...{ companyWide: false, madeProductIds: new Set<string>() },
    ...{ productIds: new Set([productId]), buildIds: new Set<string>() },
    blueprintIds: new Set<string>(),
  };
  const caller = agentCaller({ tenantId, reach });
  /** Of each Build: whether a list shows it, whether a call may name it, and how much was read for that. */
  const asked = [one, two, three, first, unused, foreignId, "bld_none", "bld_"];
  const seen: [boolean, boolean][] = [];
  const reads: number[] = [];
  const probe: typeof buildRetrieve = {
    ...buildRetrieve,
    read(snapshot, _input, { realm }) {
      assert.ok(realm !== undefined);
      const listed = programsSeenBy(snapshot, { caller, realm });
      for (const id of asked) {
        const { counting, read } = counted(snapshot);
        const refusal = AGENT_PROGRAMS.refusalOf(counting, realm, caller, { id, isChanged: false });
        seen.push([listed.build(id), refusal === undefined]);
        reads.push(read());
      }
      return found({} as never);
    },
  };
  await world.read(probe, { buildId: one }, { caller: owner.session });
  const [yes, no] = [
    [true, true],
    [false, false],
  ];
  assert.deepEqual(seen, [yes, yes, yes, no, no, no, no, no]);
  // What the agent has made is looked for, then the one entry of the Product and the Build.
  for (const count of reads) assert.ok(count <= 2, `read ${reads}`);
});
