/** Decision table of product.build.list. */
import assert from "node:assert/strict";
import { install, installable } from "../../../test/support/features/product/installed.ts";
import { LOAN } from "../../../test/support/programs/programs.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at } from "../../../test/world/parties.ts";
import { sandboxReset } from "../sandbox/sandbox.reset.ts";
import { productBuildList } from "./product.build.list.ts";

const FIRST = installable();
const SECOND = installable(LOAN, 2);

const shown = ({ items }: { items: { buildId: string; revision: number; isRunning: boolean }[] }) =>
  items.map(({ buildId, revision, isRunning }) => [buildId, revision, isRunning]);

decisionTable(productBuildList, {
  given(world) {
    for (const build of [FIRST, SECOND, FIRST]) {
      install(world, build);
      world.nowMs += 1_000;
    }
    const { productId } = world.principal;
    return { productId };
  },
  input: ({ productId }) => ({ productId }),
  rows: [
    {
      title: "two Builds, the first applied again",
      outcome: "three, newest first, the last of them running",
      check: ({ reply }, { productId }) => {
        assert.deepEqual(shown(reply), [
          [FIRST.buildId, 3, true],
          [SECOND.buildId, 2, false],
          [FIRST.buildId, 1, false],
        ]);
        assert.deepEqual(reply.items[1], {
          productId,
          environment: "sandbox",
          buildId: SECOND.buildId,
          digest: SECOND.digest,
          name: SECOND.name,
          revision: 2,
          isRunning: false,
          appliedAt: at(1_000),
        });
      },
    },
    {
      title: "the second page, of one each",
      async input({ world, productId }) {
        const input = { productId, limit: "1" };
        const { nextCursor: cursor } = await world.found(productBuildList, input);
        return { limit: "1", cursor };
      },
      outcome: "the Build before",
      check: ({ reply }) => assert.deepEqual(shown(reply), [[SECOND.buildId, 2, false]]),
    },
    {
      title: "those of a time",
      input: { createdFrom: at(1_000), createdTo: at(2_000) },
      outcome: "the Build that was applied then",
      check: ({ reply }) => assert.deepEqual(shown(reply), [[SECOND.buildId, 2, false]]),
    },
    {
      title: "a sandbox that was reset",
      given({ world, productId }) {
        world.made(sandboxReset, { productId, confirm: productId });
      },
      outcome: "the Build that it runs",
      check: ({ reply }) => assert.deepEqual(shown(reply), [[FIRST.buildId, 3, true]]),
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
    },
    {
      title: "a Product without a Build",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "none",
      reply: { items: [] },
    },
    { title: "a cursor of nobody", input: { cursor: "x" }, code: "invalid_request" },
  ],
});
