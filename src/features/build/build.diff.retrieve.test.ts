/** Decision table of build.diff.retrieve. */
import assert from "node:assert/strict";
import { givenBuilds, newBuild } from "../../../test/support/features/build/builds.ts";
import { SOURCE } from "../../../test/support/features/build/sources.ts";
import { changedAll } from "../../../test/support/programs/programs.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { buildDiffRetrieve } from "./build.diff.retrieve.ts";

/** The states of `SOURCE`, with another end in place of `closed`. */
const RENAMED = {
  "/nouns/ticket/states": { open: { initial: true }, done: { terminal: true } },
  "/nouns/ticket/actions/close/to": "done",
};
const MIGRATION = { states: { closed: "done" } };
const LONGER = {
  "/nouns/ticket/states/waiting": {},
  "/nouns/ticket/actions/wait": { from: ["open"], to: "waiting" },
  "/nouns/ticket/actions/close/from": ["open", "waiting"],
  "/ports/operator/allow/-": "ticket.wait",
};

type Given = Awaited<ReturnType<typeof givenBuilds>> & {
  world: Parameters<typeof givenBuilds>[0];
};

/** The input of a row: a Build of `SOURCE` with these changes, compared with that of `SOURCE`. */
function changedBy(changes: Readonly<Record<string, unknown>>) {
  return async ({ world, owner, buildId }: Given) => {
    const source = changedAll(SOURCE, changes) as object as Readonly<Record<string, unknown>>;
    const next = await newBuild(world, owner.session, { source });
    return { buildId: next.buildId, against: buildId };
  };
}

platformTable(buildDiffRetrieve, {
  given: givenBuilds,
  input: ({ buildId }) => ({ buildId, against: buildId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a Build and itself",
      outcome: "no change",
      reply: { breaking: [], additive: [], migrations: [] },
    },
    {
      title: "a state that is gone",
      input: changedBy(RENAMED),
      outcome: "a breaking change, and a new state",
      check({ reply }) {
        const [change, ...others] = reply.breaking;
        assert.deepEqual(others, []);
        const { path, isMapped, hint } = change;
        assert.deepEqual([path, isMapped], ["/nouns/ticket/states/closed", false]);
        assert.match(hint, /migrations/);
        assert.deepEqual(
          reply.additive.map(({ path }: { path: string }) => path),
          ["/nouns/ticket/states/done"],
        );
        assert.deepEqual(reply.migrations, []);
      },
    },
    {
      title: "a state that is gone, with a migration",
      input: changedBy({ ...RENAMED, "/migrations": { ticket: MIGRATION } }),
      outcome: "a breaking change that is mapped, and the migration with its kind",
      check({ reply }) {
        const mapped = reply.breaking.map(({ isMapped }: { isMapped: boolean }) => isMapped);
        assert.deepEqual(mapped, [true]);
        assert.deepEqual(reply.migrations, [{ kind: "ticket", ...MIGRATION }]);
      },
    },
    {
      title: "one more state and action",
      input: changedBy(LONGER),
      outcome: "additive changes alone",
      check({ reply }) {
        assert.deepEqual(reply.breaking, []);
        assert.deepEqual(
          reply.additive.map(({ path }: { path: string }) => path),
          ["/nouns/ticket/states/waiting", "/nouns/ticket/actions/wait"],
        );
      },
    },
    {
      title: "the earlier Build against the later one",
      async input(made) {
        const { buildId, against } = await changedBy(LONGER)(made);
        return { buildId: against, against: buildId };
      },
      outcome: "what was new is gone",
      check({ reply }) {
        assert.deepEqual(reply.additive, []);
        assert.deepEqual(
          reply.breaking.map(({ path }: { path: string }) => path),
          ["/nouns/ticket/states/waiting", "/nouns/ticket/actions/wait"],
        );
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
      title: "against a Build of another company",
      input: ({ foreignId }) => ({ against: foreignId }),
      code: "resource_not_found",
      check: ({ details }, { foreignId }) => assert.equal(details["buildId"], foreignId),
    },
    {
      title: "against an id of nothing",
      input: { against: "bld_00000000000000000000000000" },
      code: "resource_not_found",
    },
    { title: "against nothing", input: { against: undefined }, code: "invalid_request" },
  ],
});
