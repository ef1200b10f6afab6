/** Decision table of webhook_endpoint.recover. */
import assert from "node:assert/strict";
import {
  delivered,
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
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { START_MS, STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { memoryEntityKeys } from "../../../test/world/entity_keys.ts";
import { at } from "../../../test/world/parties.ts";
import { preparedIn, preparing } from "../../../test/world/preparing.ts";
import type { World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { eventRedeliver } from "../event/event.redeliver.ts";
import type { WebhookDeliveriesAsked } from "../webhook_delivery/webhook_delivery_facts.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointEnable } from "./webhook_endpoint.enable.ts";
import { webhookEndpointRecover } from "./webhook_endpoint.recover.ts";

/** The exhausted delivery of the story began a minute after the start. */
const MINUTE_MS = 60_000;
/** More deliveries than one request recovers. */
const MANY = 1_001;

const endpoint = ({ webhookEndpointId }: Story) => ({ webhookEndpointId, since: at(0) });

/**
 * Disables the endpoint, lets so many events happen that it takes, and enables it. It misses the event of its own
 * disabling too, because it takes all types.
 */
function missSome({ world, webhookEndpointId }: Story & { world: World }, count: number): void {
  world.nowMs += MINUTE_MS;
  world.made(webhookEndpointDisable, { webhookEndpointId });
  happen(world, count);
  world.made(webhookEndpointEnable, { webhookEndpointId });
}

/** Asks as the row does, with the preparation of the operation. */
async function recover(
  { world, webhookEndpointId }: Story & { world: World },
  body: object,
): Promise<Answer> {
  const input = { webhookEndpointId, ...body };
  const prepared = await preparedIn(world, webhookEndpointRecover, input);
  return world.made(webhookEndpointRecover, input, { prepared });
}

decisionTable(webhookEndpointRecover, {
  async given(world) {
    preparing(world, { keys: memoryEntityKeys(), files: new Map() });
    return await tellDeliveries(world);
  },
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
      title: "what was missed, of an endpoint that was never disabled",
      input: { missed: true },
      outcome: "the failed one alone",
      reply: { recovered: 1, missed: 0, hasMore: false },
    },
    {
      title: "what was missed while it was disabled",
      given: (story) => missSome(story, 3),
      input: { missed: true, since: undefined },
      outcome: "all that it takes, in their order, and what the disabling cancelled",
      reply: { recovered: 1, missed: 5, hasMore: false },
      check({ facts }, { world, webhookEndpointId, events }) {
        const [fact] = facts as WebhookDeliveriesAsked[];
        const numbers = fact?.deliveries.map(({ number }) => number) ?? [];
        const at = events.map(({ number }) => number);
        // The cancelled one, then one that was owed when the endpoint was disabled, the disabling, and three of meanwhile.
        assert.deepEqual(numbers.slice(0, 2), [at[1], at[4]]);
        const { position } = lineOf(world, webhookEndpointId);
        assert.ok(numbers.every((number) => number < position));
        assert.deepEqual(
          numbers.map((number) => documentOf(world, webhookEndpointId, number)?.status),
          numbers.map(() => "pending"),
        );
      },
    },
    {
      title: "what was missed, a second time",
      async given(story) {
        missSome(story, 3);
        await recover(story, { missed: true });
      },
      input: { missed: true, since: undefined },
      outcome: "nothing: each is sent once",
      reply: { recovered: 0, missed: 0, hasMore: false },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "what was missed from a time on",
      given({ world, webhookEndpointId }) {
        world.made(webhookEndpointDisable, { webhookEndpointId });
        happen(world, 1);
        world.nowMs += 60_000;
        happen(world, 2);
        world.made(webhookEndpointEnable, { webhookEndpointId });
      },
      input: ({ world }) => ({ missed: true, since: at(world.nowMs - START_MS) }),
      outcome: "those of that time and later",
      reply: { recovered: 0, missed: 2 },
    },
    {
      title: "what was missed in two times",
      given(story) {
        missSome(story, 1);
        missSome(story, 2);
      },
      input: { missed: true, since: at(0) },
      outcome: "that of both",
      reply: { missed: 6 },
    },
    {
      title: "what was missed in two times, without a time",
      given(story) {
        missSome(story, 1);
        missSome(story, 2);
      },
      input: { missed: true, since: undefined },
      outcome: "that of the last one",
      reply: { missed: 3 },
    },
    {
      title: "what was missed, more than one request takes",
      given: (story) => missSome(story, MANY + 1),
      input: { missed: true, since: at(400 * 86_400_000) },
      outcome: "nothing of a time that is to come",
      reply: { recovered: 0, missed: 0, hasMore: false },
    },
    {
      title: "1,002 that were missed",
      given: (story) => missSome(story, MANY + 1),
      input: { missed: true, since: undefined },
      outcome: "as many as may wait, and where to go on",
      reply: { recovered: 1, missed: 999, hasMore: true },
      async check({ reply }, story) {
        const { world, webhookEndpointId } = story;
        assert.equal(lineOf(world, webhookEndpointId).pending, 1_000);
        const more = { missed: true, afterSequence: reply.sequence };
        const full = await recover(story, more);
        assert.deepEqual([full.missed, full.hasMore], [0, true]);
        const seen = await eventsAfter(world, Number(reply.sequence) - 1);
        report(
          world,
          lineWith(world, webhookEndpointId, [
            { ...delivered(world, seen[0] as Seen), eventId: seen[0]?.id as string },
          ]),
        );
        const next = await recover(story, more);
        assert.deepEqual([next.missed, next.hasMore], [1, true]);
      },
    },
    {
      title: "what was missed of other types, before it was made, and of another endpoint",
      given({ world }) {
        createEndpoint(world);
      },
      input({ world, webhookEndpointId: _story }) {
        const made = createEndpoint(world, { eventTypes: ["account.created"] });
        const { webhookEndpointId } = made;
        world.made(webhookEndpointDisable, { webhookEndpointId });
        happen(world, 2);
        world.made(webhookEndpointEnable, { webhookEndpointId });
        return { webhookEndpointId, missed: true, since: at(0) };
      },
      outcome: "nothing",
      reply: { missed: 0, hasMore: false },
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
