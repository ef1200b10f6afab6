/** Decision table of product.noun.list. */
import assert from "node:assert/strict";
import { install, installable } from "../../../test/support/features/product/installed.ts";
import { changed, INVOICE, LOAN } from "../../../test/support/programs/programs.ts";
import { keyCaller, STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { sandboxReset } from "../sandbox/sandbox.reset.ts";
import { productNounList } from "./product.noun.list.ts";

const BUILD = installable();

const kindsOf = ({ items }: { items: { kind: string }[] }) => items.map(({ kind }) => kind);

decisionTable(productNounList, {
  given(world) {
    install(world, BUILD);
    return { productId: world.principal.productId };
  },
  input: ({ productId }) => ({ productId }),
  rows: [
    {
      title: "a program of two kinds",
      outcome: "both, by name, with states, actions and ports",
      check: ({ reply }, { productId }) => {
        assert.deepEqual(kindsOf(reply), ["invoice", "order"]);
        const operator = { port: "operator", actors: ["operator"] };
        assert.deepEqual(reply.items[1], {
          productId,
          environment: "sandbox",
          kind: "order",
          buildId: BUILD.buildId,
          digest: BUILD.digest,
          isRetired: false,
          states: [
            { state: "confirmed", isInitial: true, isTerminal: false },
            { state: "done", isInitial: false, isTerminal: true },
          ],
          creators: [operator],
          actions: [
            {
              action: "finish",
              from: ["confirmed"],
              to: ["done"],
              isAuto: false,
              ports: [operator],
            },
          ],
        });
      },
    },
    {
      title: "the second page, of one each",
      async input({ world, productId }) {
        const input = { productId, limit: "1" };
        const first = await world.found(productNounList, input);
        assert.deepEqual(kindsOf(first), ["invoice"]);
        return { limit: "1", cursor: first.nextCursor };
      },
      outcome: "the other kind, and no cursor",
      check: ({ reply }) => {
        assert.deepEqual(kindsOf(reply), ["order"]);
        assert.equal(reply.nextCursor, undefined);
      },
    },
    {
      title: "another Build is applied",
      given: ({ world }) => install(world, installable(LOAN, 2)),
      outcome: "the kinds of that Build alone",
      check: ({ reply }) => assert.deepEqual(kindsOf(reply), Object.keys(LOAN.nouns).toSorted()),
    },
    {
      title: "a kind that was given up, and an earlier Build again",
      given({ world }) {
        const migrations = { order: { retired: true } };
        install(world, installable(changed(INVOICE, "/migrations", migrations), 2));
        install(world, BUILD);
      },
      outcome: "the kind is shown as retired",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.items.map((item: { isRetired: boolean }) => item.isRetired),
          [false, true],
        ),
    },
    {
      title: "a sandbox that was reset",
      given({ world, productId }) {
        world.made(sandboxReset, { productId, confirm: productId });
      },
      outcome: "the kinds of the Build that it runs",
      check: ({ reply }) => assert.deepEqual(kindsOf(reply), ["invoice", "order"]),
    },
    {
      title: "live, where the Build is not installed",
      asking: { caller: keyCaller({ environment: "live" }) },
      outcome: "none",
      reply: { items: [] },
    },
    {
      title: "a Product without a Build",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "none",
      reply: { items: [] },
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    { title: "a cursor of nobody", input: { cursor: "x" }, code: "invalid_request" },
    { title: "a limit of 0", input: { limit: "0" }, code: "invalid_request" },
  ],
});
