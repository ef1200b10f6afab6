/** Decision table of webhook_endpoint.recover. */
import assert from "node:assert/strict";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at } from "../../../test/world/parties.ts";
import { eventRedeliver } from "../event/event.redeliver.ts";
import {
  documentOf,
  eventsAfter,
  exhaust,
  failed,
  happen,
  lineOf,
  lineWith,
  report,
  type Seen,
  type Story,
  tellDeliveries,
} from "../webhook_delivery/testing_webhook_deliveries.ts";
import { createEndpoint } from "./testing_webhook_endpoints.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointEnable } from "./webhook_endpoint.enable.ts";
import { webhookEndpointRecover } from "./webhook_endpoint.recover.ts";

/** The exhausted delivery of the story began a minute after the start. */
const MINUTE_MS = 60_000;
/** More deliveries than one request recovers. */
const MANY = 1_001;

const endpoint = ({ webhookEndpointId }: Story) => ({ webhookEndpointId, since: at(0) });

decisionTable(webhookEndpointRecover, {
  given: (world) => tellDeliveries(world),
  input: endpoint,
  rows: [
    {
      title: "one exhausted, one pending, two delivered",
      outcome: "the exhausted one begins again",
      reply: { recovered: 1, hasMore: false },
      check(_result, { world, webhookEndpointId, events }) {
        const { status, attempt } =
          documentOf(world, webhookEndpointId, events[2]?.number ?? 0) ?? {};
        assert.deepEqual([status, attempt], ["pending", 0]);
        const { pending, exhausted } = lineOf(world, webhookEndpointId);
        assert.deepEqual([pending, exhausted], [2, 0]);
      },
    },
    {
      title: "one cancelled too",
      given({ world, webhookEndpointId }) {
        world.made(webhookEndpointDisable, { webhookEndpointId });
        world.made(webhookEndpointEnable, { webhookEndpointId });
      },
      outcome: "both",
      reply: { recovered: 2 },
    },
    {
      title: "from just after it began",
      input: { since: at(MINUTE_MS + 1) },
      outcome: "nothing, and no fact",
      reply: { recovered: 0, hasMore: false },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "until when it began",
      input: { until: at(MINUTE_MS) },
      outcome: "nothing",
      reply: { recovered: 0 },
    },
    {
      title: "from when it began to just after",
      input: { since: at(MINUTE_MS), until: at(MINUTE_MS + 1) },
      outcome: "it",
      reply: { recovered: 1 },
    },
    {
      title: `${MANY} exhausted`,
      async given({ world, webhookEndpointId }) {
        const { position } = lineOf(world, webhookEndpointId);
        happen(world, MANY);
        for (let from = position; from < position + MANY; from += 100) {
          const events = await eventsAfter(world, from);
          report(
            world,
            lineWith(
              world,
              webhookEndpointId,
              events.map((one) => failed(world, one, 8)),
            ),
          );
        }
      },
      outcome: "the oldest 1,000, and that there are more",
      reply: { recovered: 1_000, hasMore: true },
    },
    {
      title: "one exhausted, and of another endpoint too",
      async given({ world, events }) {
        const { webhookEndpointId } = createEndpoint(world);
        world.made(eventRedeliver, { eventId: events[0]?.id, webhookEndpointId });
        exhaust(world, webhookEndpointId, events[0] as Seen);
        assert.equal(lineOf(world, webhookEndpointId).exhausted, 1);
        world.state.webhookDeliveries.values = () => assert.fail("looks at every delivery");
      },
      outcome: "that of the endpoint, and no other delivery is looked at",
      reply: { recovered: 1 },
    },
    {
      title: "until is not after since",
      input: { until: at(0) },
      code: "invalid_request",
    },
    {
      title: "disabled",
      given: ({ world, webhookEndpointId }) =>
        world.made(webhookEndpointDisable, { webhookEndpointId }),
      code: "state_conflict",
      details: { expected: "enabled", actual: "disabled" },
    },
    {
      title: "of another tenant",
      asking: { caller: STRANGER },
      code: "resource_not_found",
      details: { resourceType: "webhook_endpoint" },
    },
    { title: "no id", input: { webhookEndpointId: "whe_x" }, code: "resource_not_found" },
  ],
});
