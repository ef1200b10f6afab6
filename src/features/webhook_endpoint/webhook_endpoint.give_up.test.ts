/** Decision table of webhook_endpoint.give_up, which the platform owes after a report that says so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { resetSandbox } from "../../../test/support/features/event/events.ts";
import {
  documentOf,
  eventsAfter,
  failed,
  lineOf,
  lineWith,
  placeOf,
  report,
  type Seen,
  tellDeliveries,
  toldIn,
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { openWorld } from "../../../test/world/world.ts";
import { webhookStepsOwed } from "../webhook_delivery/webhook_owed.ts";
import { OWNERS_TOLD_EVERY_MS } from "../webhook_delivery/webhook_owners.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointEnable } from "./webhook_endpoint.enable.ts";
import { webhookEndpointGiveUp } from "./webhook_endpoint.give_up.ts";
import { webhookEndpointRetrieve } from "./webhook_endpoint_noun.ts";

decisionTable(webhookEndpointGiveUp, {
  async given(world) {
    const story = await tellDeliveries(world);
    const { webhookEndpointId, events } = story;
    const attempt = {
      ...failed(world, events[4] as Seen, 8),
      httpStatus: 410,
      isTold: false,
    } as const;
    report(world, lineWith(world, webhookEndpointId, [attempt], { givesUp: "gone" }));
    return story;
  },
  input: ({ webhookEndpointId }) => ({ webhookEndpointId, reason: "gone" }),
  asking: () => ({ cause: "platform" }),
  stepMs: 1_000,
  rows: [
    {
      title: "answered 410",
      given({ world, webhookEndpointId }) {
        const input = { webhookEndpointId, reason: "gone" };
        const owed = [...webhookStepsOwed(world.state)].map((step) => [step.operation, step.input]);
        assert.deepEqual(owed.at(-1), ["webhook_endpoint.give_up", input]);
      },
      outcome: "disabled, with the reason; what waits is cancelled, and it is owed no more",
      reply: { status: "disabled", disabledReason: "gone" },
      async check(_result, { world, webhookEndpointId, events }) {
        const { isOpen, pending, givesUp } = lineOf(world, webhookEndpointId);
        assert.deepEqual([isOpen, pending, givesUp], [false, 0, undefined]);
        const waited = documentOf(world, webhookEndpointId, events[1]?.number as number);
        assert.equal(waited?.status, "cancelled");
        const [told] = await eventsAfter(world, events[4]?.number as number);
        assert.equal(told?.type, "webhook_endpoint.disabled");
        const read = { webhookEndpointId };
        const { disabledReason } = await world.found(webhookEndpointRetrieve, read);
        assert.equal(disabledReason, "gone");
      },
    },
    {
      title: "answered 410, and the owners are mailed",
      outcome: "told why, with the counts of before what waits is cancelled",
      check({ facts }, { world, webhookEndpointId }) {
        const why = { trouble: "disabled", reason: "gone", host: "shop.example" };
        const told = { ...why, webhookEndpointId, exhausted: 2, pending: 1, ...placeOf(world) };
        assert.deepEqual(toldIn(facts), [told]);
      },
    },
    {
      title: "answered 410 again on the same day, after it was enabled",
      given({ world, webhookEndpointId, events }) {
        const input = { webhookEndpointId, reason: "gone" };
        world.made(webhookEndpointGiveUp, input, { cause: "platform" });
        world.made(webhookEndpointEnable, { webhookEndpointId });
        world.nowMs += OWNERS_TOLD_EVERY_MS - 5_000;
        const attempt = failed(world, events[4] as Seen, 8);
        report(world, lineWith(world, webhookEndpointId, [attempt], { givesUp: "gone" }));
      },
      outcome: "disabled, and the owners get no second mail",
      check: ({ facts }) => assert.deepEqual(toldIn(facts), []),
    },
    {
      title: "no success for five days",
      input: { reason: "exhausted" },
      outcome: "disabled, with the reason",
      reply: { disabledReason: "exhausted" },
    },
    {
      title: "disabled meanwhile, and enabled again",
      given({ world, webhookEndpointId }) {
        world.made(webhookEndpointDisable, { webhookEndpointId });
        world.made(webhookEndpointEnable, { webhookEndpointId });
        const owed = [...webhookStepsOwed(world.state)].map(({ operation }) => operation);
        assert.equal(owed.includes("webhook_endpoint.give_up"), false);
        world.made(webhookEndpointDisable, { webhookEndpointId });
      },
      code: "state_conflict",
      details: { expected: "enabled", actual: "disabled" },
    },
    { title: "no id", input: { webhookEndpointId: "whe_x" }, code: "resource_not_found" },
  ],
});

test("webhook_endpoint.give_up: owed in a sandbox that was reset since -> its realm is named still", async () => {
  const world = await openWorld();
  const { webhookEndpointId, events } = await tellDeliveries(world);
  const realm = world.realmOf(world.caller);
  report(
    world,
    lineWith(world, webhookEndpointId, [failed(world, events[4] as Seen)], { givesUp: "gone" }),
  );
  resetSandbox(world);
  assert.notEqual(world.realmOf(world.caller), realm);
  for (const step of webhookStepsOwed(world.state)) assert.equal(step.realm, realm);
});
