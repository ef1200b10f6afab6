/** The filter `deliverySuccess` of event.list, against what is known of each delivery. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { resetSandbox } from "../../../test/support/features/event/events.ts";
import {
  delivered,
  eventsAfter,
  failed,
  happen,
  lineOf,
  lineWith,
  report,
  type Seen,
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { listAll } from "../../../test/world/lists.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { customerUpdate } from "../customer/customer.update.ts";
import { webhookEndpointDisable } from "../webhook_endpoint/webhook_endpoint.disable.ts";
import { webhookEndpointPing } from "../webhook_endpoint/webhook_endpoint.ping.ts";
import { eventList } from "./event.list.ts";
import { eventRetrieve } from "./event.retrieve.ts";

type Shown = { id: string; sequence: string; type: string };

/** Asserts which events have a delivery that is to come or did not succeed; the others are the rest. */
async function assertUnsuccessful(world: World, expected: readonly number[], why: string) {
  const { productId } = world.principal;
  const numbersOf = async (deliverySuccess: string, more: object = {}) => {
    const query = { productId, deliverySuccess, ...more };
    const items = await listAll<Shown>(world, eventList, query, 2);
    return items.map(({ sequence }) => Number(sequence));
  };
  const all = await listAll<Shown>(world, eventList, { productId }, 100);
  const others = all
    .map(({ sequence }) => Number(sequence))
    .filter((one) => !expected.includes(one));
  assert.deepEqual(await numbersOf("false"), expected.toReversed(), why);
  assert.deepEqual(await numbersOf("true"), others, why);
  assert.deepEqual(await numbersOf("false", { afterSequence: "0" }), expected, why);
  const types = "customer.created";
  const created = all.filter((one) => one.type === types).map(({ sequence }) => Number(sequence));
  const both = created.filter((one) => expected.includes(one));
  assert.deepEqual(await numbersOf("false", { types }), both, why);
}

test("event.list: deliverySuccess, as deliveries come to pass -> false until every one has succeeded", async () => {
  const world = await openWorld();
  happen(world);
  await assertUnsuccessful(world, [], "nobody is told");
  const make = (...eventTypes: string[]): string =>
    createEndpoint(world, { eventTypes }).webhookEndpointId;
  const all = make("*");
  const few = make("customer.created");
  const opened = lineOf(world, few).position;
  const made = [lineOf(world, all).position + 1, opened].filter(
    (one, at, of) => of.indexOf(one) === at,
  );
  happen(world, 2);
  const [one, two] = (await eventsAfter(world, opened)) as [Seen, Seen];
  await assertUnsuccessful(world, [...made, one.number, two.number], "all are to come");
  const second = (await eventsAfter(world, lineOf(world, all).position))[0] as Seen;
  report(
    world,
    lineWith(world, all, [delivered(world, second), delivered(world, one), failed(world, two)]),
  );
  await assertUnsuccessful(world, [one.number, two.number], "few has not come to them");
  report(world, lineWith(world, few, [delivered(world, one), delivered(world, two)]));
  await assertUnsuccessful(world, [two.number], "one waits");
  report(world, lineWith(world, all, [failed(world, two, 8)]));
  await assertUnsuccessful(world, [two.number], "it has failed");
  const { data } = await world.found(eventRetrieve, { eventId: one.id });
  world.made(customerUpdate, { customerId: data.object.customerId, metadata: { tier: "gold" } });
  world.made(webhookEndpointPing, { webhookEndpointId: few });
  const [updated, ping] = (await eventsAfter(world, two.number)) as [Seen, Seen];
  await assertUnsuccessful(world, [two.number, updated.number, ping.number], "of their types");
  report(world, lineWith(world, few, [delivered(world, ping)]));
  await assertUnsuccessful(world, [two.number, updated.number], "a ping is for one endpoint");
  world.made(webhookEndpointDisable, { webhookEndpointId: all });
  await assertUnsuccessful(world, [two.number], "nothing more is to come to a disabled endpoint");
  resetSandbox(world);
  await assertUnsuccessful(world, [two.number], "a reset keeps what was");
});

test("event.list: deliverySuccess over many events -> a page that looks at a bounded number of records", async () => {
  const world = await openWorld();
  happen(world, 1_200);
  const { productId } = world.principal;
  const { reply } = await world.read(eventList, { productId, deliverySuccess: "false" });
  assert.deepEqual(reply.items, []);
  assert.ok(reply.nextCursor !== undefined);
});
