/** Decision table of product.realm.open; what it opens is in product.realm.close.test.ts. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { productRealmClose } from "./product.realm.close.ts";
import { productRealmOpen } from "./product.realm.open.ts";

decisionTable(productRealmOpen, {
  asking: () => ({ cause: "platform" as const }),
  rows: [
    {
      title: "a closed realm",
      given: ({ world }) => world.run(productRealmClose, {}, { cause: "platform" }),
      outcome: "open",
      reply: { environment: "sandbox" },
      check: (_came, { world }) => assert.equal(world.state.productClosures.size, 0),
    },
    {
      title: "an open realm",
      outcome: "open as before",
      check: (_came, { world }) => assert.equal(world.state.productClosures.size, 0),
    },
  ],
});
