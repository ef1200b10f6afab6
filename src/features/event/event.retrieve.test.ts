/** Decision table of event.retrieve. */
import assert from "node:assert/strict";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { eventList } from "./event.list.ts";
import { eventRetrieve } from "./event.retrieve.ts";

decisionTable(eventRetrieve, {
  async given(world) {
    const { customerId } = createCustomer(world);
    const { productId } = world.principal;
    const { items } = await world.found(eventList, { productId, resourceId: customerId });
    return { event: items[0], customerId };
  },
  input: ({ event }) => ({ eventId: event.id }),
  rows: [
    {
      title: "a customer was made",
      outcome: "the event as the list has it",
      reply: { type: "customer.created" },
      check({ reply }, { event, customerId }) {
        assert.deepEqual(reply, event);
        assert.equal(reply.data.object.customerId, customerId);
      },
    },
    {
      title: "of another tenant",
      asking: { caller: STRANGER },
      code: "resource_not_found",
      details: { resourceType: "event" },
    },
    { title: "no id", input: { eventId: "evt_x" }, code: "resource_not_found" },
  ],
});
