/** catalog.provider.list: the simulator in sandbox, nobody in live. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { catalogProviderList } from "./catalog.provider.list.ts";
import { wholeList } from "./testing_catalog.ts";

decisionTable(catalogProviderList, {
  rows: [
    wholeList(catalogProviderList, "provider", ["simulator"]),
    {
      title: "in sandbox",
      outcome: "the simulator, with all that it may say",
      check: ({ reply }) =>
        assert.deepEqual(reply.items, [
          {
            provider: "simulator",
            kind: "verification",
            outcomes: ["verified", "rejected", "requires_input"],
          },
        ]),
    },
    { title: "in live", environment: "live", outcome: "nobody", reply: { items: [] } },
  ],
});
