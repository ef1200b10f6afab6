/** Decision table of blueprint.archive. */
import assert from "node:assert/strict";
import { givenBlueprints, SOURCE } from "../../../test/support/features/blueprint/blueprints.ts";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { blueprintArchive } from "./blueprint.archive.ts";

platformTable(blueprintArchive, {
  async given(world) {
    const given = await givenBlueprints(world);
    world.nowMs += 1_000;
    return given;
  },
  input: ({ blueprintId }) => ({ blueprintId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a draft",
      outcome: "archived, with the same revision, noted without its source",
      reply: {
        status: "archived",
        source: SOURCE,
        revision: 1,
        updatedAt: "2026-01-31T09:30:01.000Z",
      },
      check({ reply, facts }) {
        assert.deepEqual(kindsOf(facts), ["blueprint.archived.1", "audit.noted.1"]);
        const { sourceDigest } = reply;
        const noted = { name: "Goals", revision: 1, sourceDigest };
        const { before, after } = noteIn(facts);
        assert.deepEqual(before, { ...noted, status: "draft" });
        assert.deepEqual(after, { ...noted, status: "archived" });
      },
    },
    {
      title: "one that is archived",
      async given({ world, owner, blueprintId }) {
        await world.made(blueprintArchive, { blueprintId }, { caller: owner.session });
        world.nowMs += 1_000;
      },
      outcome: "the blueprint as it is, no note",
      reply: { status: "archived", updatedAt: "2026-01-31T09:30:01.000Z" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a blueprint of another company",
      input: ({ foreignId }) => ({ blueprintId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "blueprint" },
    },
  ],
});
