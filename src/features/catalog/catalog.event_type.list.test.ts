/** catalog.event_type.list: every type of event, and which operations emit it. */
import assert from "node:assert/strict";
import { declaredEvents, wholeList } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { catalogEventTypeList } from "./catalog.event_type.list.ts";

const events = declaredEvents();

decisionTable(catalogEventTypeList, {
  rows: [
    wholeList(catalogEventTypeList, "type", [...events.keys()]),
    {
      title: "emitted by",
      input: { limit: "100" },
      outcome: "the operations that declare the event",
      check({ reply }) {
        for (const { type, emittedBy } of reply.items) {
          assert.deepEqual(emittedBy, events.get(type), type);
        }
      },
    },
  ],
});
