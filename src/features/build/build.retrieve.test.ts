/** Decision table of build.retrieve. */
import assert from "node:assert/strict";
import { givenBuilds, newBuild } from "../../../test/support/features/build/builds.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { buildRetrieve } from "./build.retrieve.ts";

platformTable(buildRetrieve, {
  given: givenBuilds,
  input: ({ buildId }) => ({ buildId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a Build of the company",
      outcome: "what build.create answered, with its parts",
      check({ reply }, { build }) {
        assert.deepEqual(reply, build);
        const [{ kind, states, stateGraph }] = reply.nouns as Answer[];
        assert.deepEqual([kind, states], ["ticket", ["open", "closed"]]);
        assert.match(stateGraph, /^stateDiagram/);
        assert.deepEqual(reply.worstCase, [{ action: "ticket.close", transfers: 0 }]);
        assert.ok(reply.operationIds.length > 0);
      },
    },
    {
      title: "a Build of a blueprint",
      input: async ({ world, owner, blueprintId }) => {
        const { buildId } = await newBuild(world, owner.session, { blueprintId });
        return { buildId };
      },
      outcome: "it, with the blueprint and its version",
      reply: { blueprintRevision: 1 },
      check: ({ reply }, { blueprintId }) => assert.equal(reply.blueprintId, blueprintId),
    },
    {
      title: "a Build of another company, of the same program",
      input: ({ foreignId }) => ({ buildId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "build" },
    },
    {
      title: "an id of nothing",
      input: { buildId: "bld_00000000000000000000000000" },
      code: "resource_not_found",
      details: { resourceType: "build", buildId: "bld_00000000000000000000000000" },
    },
  ],
});
