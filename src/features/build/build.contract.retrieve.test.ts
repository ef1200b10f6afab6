/** Decision table of build.contract.retrieve. */
import assert from "node:assert/strict";
import { givenBuilds, newBuild } from "../../../test/support/features/build/builds.ts";
import { OTHER_SOURCE } from "../../../test/support/features/build/sources.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { ERROR_CATALOG } from "../../contract/refusals/error_catalog.ts";
import { buildContractRetrieve } from "./build.contract.retrieve.ts";

type Paths = Record<string, Record<string, { operationId: string }>>;

function operationIdsOf({ paths }: { paths: Paths }): string[] {
  return Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
}

platformTable(buildContractRetrieve, {
  given: givenBuilds,
  input: ({ buildId }) => ({ buildId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a Build of the company",
      outcome: "its operations, those of its kinds in place of those of every kind",
      check({ reply }, { build }) {
        assert.equal(reply.info.title, build.name);
        assert.match(reply.info.summary, new RegExp(build.digest));
        const ids = operationIdsOf(reply);
        assert.ok(ids.includes("object.create.ticket"));
        assert.ok(ids.includes("object.action.call.ticket.close"));
        const ofBuild = new Set(build.operationIds);
        for (const id of ids) {
          const generic = id.replace(/\.ticket(\.close)?$/, "");
          assert.ok(ofBuild.delete(generic), `${id} is an operation of the Build, once`);
        }
        assert.deepEqual([...ofBuild], []);
      },
    },
    {
      title: "a Build, asked for again",
      async input({ world, owner, buildId }) {
        await world.found(buildContractRetrieve, { buildId }, { caller: owner.session });
        return {};
      },
      outcome: "the same document, and no code that no operation of it has",
      check({ reply }) {
        const codes = reply["x-errors"].map(({ code }: { code: string }) => code);
        assert.ok(codes.length < Object.keys(ERROR_CATALOG).length);
        assert.ok(!codes.includes("email_unverified"));
      },
    },
    {
      title: "a Build of another program",
      async input({ world, owner }) {
        const { buildId } = await newBuild(world, owner.session, { source: OTHER_SOURCE });
        return { buildId };
      },
      outcome: "that one's kinds",
      check({ reply }) {
        const ids = operationIdsOf(reply);
        assert.ok(ids.includes("object.create.invoice"));
        assert.ok(!ids.includes("object.create.ticket"));
      },
    },
    {
      title: "a Build of another company",
      input: ({ foreignId }) => ({ buildId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "build" },
      check: ({ details }, { foreignId }) => assert.equal(details["buildId"], foreignId),
    },
    {
      title: "an id of nothing",
      input: { buildId: "bld_00000000000000000000000000" },
      code: "resource_not_found",
    },
  ],
});
