/** Decision table of build.source.retrieve. */
import assert from "node:assert/strict";
import { givenBuilds, newBuild } from "../../../test/support/features/build/builds.ts";
import {
  OTHER_SOURCE,
  SAME_OTHER_SOURCE,
  SOURCE,
} from "../../../test/support/features/build/sources.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { canonicalSource, sourceDigest } from "../../programs/canonical_source.ts";
import { planOf } from "../../programs/plan.ts";
import { PLATFORM_TERMS } from "../ledger/program_terms.ts";
import { buildSourceRetrieve } from "./build.source.retrieve.ts";

platformTable(buildSourceRetrieve, {
  given: givenBuilds,
  input: ({ buildId }) => ({ buildId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a Build of the company",
      outcome: "its program, which has the Build's digest, as the contract says to take it",
      reply: { source: SOURCE },
      check({ reply: { digest, source } }, { build }) {
        const { language, compilerVersion: compiler } = build;
        assert.equal(digest, build.digest);
        assert.equal(
          sourceDigest(canonicalSource({ language, compiler, program: source })),
          digest,
        );
        assert.equal(planOf(source, PLATFORM_TERMS).digest, digest);
      },
    },
    {
      title: "a Build of a program with other spacing",
      async input({ world, owner }) {
        const source = SAME_OTHER_SOURCE;
        const { buildId } = await newBuild(world, owner.session, { source });
        return { buildId };
      },
      outcome: "the normal form, which is that of the program as it is usually spaced",
      check: ({ reply }) =>
        assert.deepEqual(reply.source, planOf(OTHER_SOURCE, PLATFORM_TERMS).normalizedSource),
    },
    {
      title: "a Build of another company",
      input: ({ foreignId }) => ({ buildId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "build" },
    },
    {
      title: "an id of nothing",
      input: { buildId: "bld_00000000000000000000000000" },
      code: "resource_not_found",
    },
  ],
});
