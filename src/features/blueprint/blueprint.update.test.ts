/** Decision table of blueprint.update. */
import assert from "node:assert/strict";
import {
  givenBlueprints,
  manyVersions,
  nested,
  OTHER_SOURCE,
  SAME_SOURCE,
  SOURCE,
} from "../../../test/support/features/blueprint/blueprints.ts";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { SOURCE_DEPTH_MAX } from "../../programs/program_limits.ts";
import { sourceTextOf } from "../../programs/program_source.ts";
import { blueprintArchive } from "./blueprint.archive.ts";
import { blueprintUpdate } from "./blueprint.update.ts";
import { blueprintVersionRetrieve } from "./blueprint.version.retrieve.ts";
import type { BlueprintFact } from "./blueprint_facts.ts";
import { BLUEPRINT_VERSIONS_MAX } from "./blueprint_limits.ts";

platformTable(blueprintUpdate, {
  async given(world) {
    const given = await givenBlueprints(world);
    world.nowMs += 1_000;
    return given;
  },
  input: ({ blueprintId }) => ({ blueprintId, source: OTHER_SOURCE }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "another source",
      input: { expectedRevision: 1 },
      outcome: "the next version, noted without its source",
      reply: {
        name: "Goals",
        source: OTHER_SOURCE,
        sourceDigest: sourceTextOf(OTHER_SOURCE).digest,
        revision: 2,
        createdAt: "2026-01-31T09:30:00.000Z",
        updatedAt: "2026-01-31T09:30:01.000Z",
      },
      check({ facts }) {
        assert.deepEqual(kindsOf(facts), ["blueprint.changed.1", "audit.noted.1"]);
        const { before, after } = noteIn(facts);
        const common = { name: "Goals", status: "draft" };
        const digestOf = (source: typeof SOURCE) => sourceTextOf(source).digest;
        assert.deepEqual(before, { ...common, revision: 1, sourceDigest: digestOf(SOURCE) });
        assert.deepEqual(after, { ...common, revision: 2, sourceDigest: digestOf(OTHER_SOURCE) });
      },
    },
    {
      title: "another name",
      input: { name: "Savings", source: undefined },
      outcome: "the next version, whose source is not recorded again",
      reply: { name: "Savings", source: SOURCE, revision: 2 },
      check: ({ facts }) => assert.equal((facts[0] as BlueprintFact).source, undefined),
    },
    {
      title: "another name and the same source",
      input: { name: "Savings", source: SAME_SOURCE },
      outcome: "the next version, whose source is not recorded again",
      reply: { name: "Savings", source: SOURCE, revision: 2 },
      check: ({ facts }) => assert.equal((facts[0] as BlueprintFact).source, undefined),
    },
    {
      title: "the source of before",
      given: ({ world, owner, blueprintId }) =>
        world.made(
          blueprintUpdate,
          { blueprintId, source: OTHER_SOURCE },
          { caller: owner.session },
        ),
      input: { source: SOURCE },
      outcome: "the next version; those before stay",
      reply: { source: SOURCE, revision: 3 },
      async check(_, { world, owner, blueprintId }) {
        for (const [revision, source] of [SOURCE, OTHER_SOURCE, SOURCE].entries()) {
          const input = { blueprintId, revision: String(revision + 1) };
          const version = await world.found(blueprintVersionRetrieve, input, {
            caller: owner.session,
          });
          assert.deepEqual(version.source, source);
        }
      },
    },
    {
      title: "the same name and source in another order",
      input: { name: "Goals", source: SAME_SOURCE },
      outcome: "no version, no note",
      reply: { revision: 1, source: SOURCE, updatedAt: "2026-01-31T09:30:00.000Z" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "nothing",
      input: { source: undefined },
      outcome: "no version, no note",
      reply: { revision: 1 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "the same as it is, and another revision",
      input: { source: SOURCE, expectedRevision: 2 },
      code: "state_conflict",
    },
    {
      title: "a blueprint of another company",
      input: ({ foreignId }) => ({ blueprintId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "blueprint" },
    },
    {
      title: "a blueprint that is archived, and another revision",
      given: ({ world, owner, blueprintId }) =>
        world.made(blueprintArchive, { blueprintId }, { caller: owner.session }),
      input: { expectedRevision: 7 },
      code: "state_conflict",
      details: { expected: "draft", actual: "archived" },
    },
    {
      title: "another revision",
      input: { expectedRevision: 7 },
      code: "state_conflict",
      details: { expected: 7, actual: 1, revision: 1 },
    },
    {
      title: "as many versions as there may be",
      given: ({ world, owner, blueprintId }) =>
        manyVersions(world, owner.session, { blueprintId, count: BLUEPRINT_VERSIONS_MAX }),
      code: "state_constraint_failed",
      details: { constraint: "blueprint_versions", limit: BLUEPRINT_VERSIONS_MAX },
    },
    {
      title: "as many versions, and nothing new",
      given: ({ world, owner, blueprintId }) =>
        manyVersions(world, owner.session, { blueprintId, count: BLUEPRINT_VERSIONS_MAX }),
      input: { source: SOURCE },
      outcome: "the blueprint as it is",
      reply: { revision: BLUEPRINT_VERSIONS_MAX },
    },
    {
      title: "one version less",
      given: ({ world, owner, blueprintId }) =>
        manyVersions(world, owner.session, { blueprintId, count: BLUEPRINT_VERSIONS_MAX - 1 }),
      outcome: "the last one",
      reply: { revision: BLUEPRINT_VERSIONS_MAX },
    },
    {
      title: "a source that is nested too deep",
      input: { source: nested(SOURCE_DEPTH_MAX + 1) },
      code: "invalid_request",
    },
    { title: "a blank name", input: { name: " " }, code: "invalid_request" },
  ],
});
