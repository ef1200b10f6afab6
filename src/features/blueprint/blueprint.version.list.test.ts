/** Decision table of blueprint.version.list. */
import assert from "node:assert/strict";
import {
  givenBlueprints,
  newBlueprint,
  OTHER_SOURCE,
  SOURCE,
} from "../../../test/support/features/blueprint/blueprints.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { sourceTextOf } from "../../programs/program_source.ts";
import { blueprintUpdate } from "./blueprint.update.ts";
import { blueprintVersionList } from "./blueprint.version.list.ts";
import type { BlueprintVersionSummary } from "./blueprint_schema.ts";

const revisionsIn = (reply: Record<string, unknown>) =>
  (reply["items"] as BlueprintVersionSummary[]).map(({ revision }) => revision);

platformTable(blueprintVersionList, {
  async given(world) {
    const given = await givenBlueprints(world);
    const { owner, blueprintId } = given;
    const caller = owner.session;
    await newBlueprint(world, caller, { name: "Another" });
    for (const change of [{ source: OTHER_SOURCE }, { name: "Savings" }]) {
      world.nowMs += 1_000;
      await world.made(blueprintUpdate, { blueprintId, ...change }, { caller });
    }
    return given;
  },
  input: ({ blueprintId }) => ({ blueprintId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "three versions",
      outcome: "each, newest first, without its source",
      check({ reply }, { owner, blueprintId }) {
        const actor = { type: "user", id: owner.userId };
        const digestOf = (source: typeof SOURCE) => sourceTextOf(source).digest;
        const row = (revision: number, name: string, source: typeof SOURCE) => ({
          ...{ blueprintId, revision, name, sourceDigest: digestOf(source) },
          createdAt: `2026-01-31T09:30:0${revision - 1}.000Z`,
          actor,
        });
        assert.deepEqual(reply.items, [
          row(3, "Savings", OTHER_SOURCE),
          row(2, "Goals", OTHER_SOURCE),
          row(1, "Goals", SOURCE),
        ]);
      },
    },
    {
      title: "page by page",
      input: { limit: "2" },
      outcome: "the newest two, then the first",
      async check({ reply }, { world, owner, blueprintId }) {
        assert.deepEqual(revisionsIn(reply), [3, 2]);
        const input = { blueprintId, limit: "2", cursor: reply.nextCursor };
        const last = await world.found(blueprintVersionList, input, { caller: owner.session });
        assert.deepEqual([revisionsIn(last), last.nextCursor], [[1], undefined]);
      },
    },
    {
      title: "of a time",
      input: { createdFrom: "2026-01-31T09:30:01Z", createdTo: "2026-01-31T09:30:02Z" },
      outcome: "the one of that time",
      check: ({ reply }) => assert.deepEqual(revisionsIn(reply), [2]),
    },
    {
      title: "a cursor of another blueprint",
      async input({ world, owner, blueprintId }) {
        const caller = owner.session;
        const other = await newBlueprint(world, caller);
        const input = { blueprintId, limit: "1" };
        const { nextCursor } = await world.found(blueprintVersionList, input, { caller });
        return { blueprintId: other.blueprintId, limit: "1", cursor: nextCursor };
      },
      code: "invalid_request",
    },
    {
      title: "a blueprint of another company",
      input: ({ foreignId }) => ({ blueprintId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "blueprint" },
    },
  ],
});
