/** Decision table of product.port.list. */
import assert from "node:assert/strict";
import { install, installable } from "../../../test/support/features/product/installed.ts";
import { LOAN } from "../../../test/support/programs/programs.ts";
import { keyCaller, STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { productPortList } from "./product.port.list.ts";

const portsIn = ({ items }: { items: { port: string }[] }) => items.map(({ port }) => port);

decisionTable(productPortList, {
  given(world) {
    install(world);
    return { productId: world.principal.productId };
  },
  input: ({ productId }) => ({ productId }),
  rows: [
    {
      title: "a program of three ports",
      outcome: "all of them, by name, with actors and what these may call",
      check({ reply }) {
        assert.deepEqual(portsIn(reply), ["clock", "operator", "payer"]);
        assert.deepEqual(reply.items[0], {
          port: "clock",
          actors: ["clock"],
          allow: ["invoice.settle"],
        });
        assert.deepEqual(reply.items[2], {
          port: "payer",
          actors: ["customer"],
          as: "subject",
          allow: ["invoice.pay", "invoice.requestRefund"],
        });
      },
    },
    {
      title: "the second page, of two each",
      async input({ world, productId }) {
        const input = { productId, limit: "2" };
        const { nextCursor: cursor } = await world.found(productPortList, input);
        return { limit: "2", cursor };
      },
      outcome: "the last port, and no cursor",
      check({ reply }) {
        assert.deepEqual(portsIn(reply), ["payer"]);
        assert.equal(reply.nextCursor, undefined);
      },
    },
    {
      title: "another Build is applied",
      given: ({ world }) => install(world, installable(LOAN, 2)),
      outcome: "the ports of that Build alone",
      check({ reply }) {
        assert.deepEqual(portsIn(reply), ["borrower", "clock", "operator"]);
        assert.deepEqual(reply.items[2].actors, ["operator", "agent"]);
      },
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
