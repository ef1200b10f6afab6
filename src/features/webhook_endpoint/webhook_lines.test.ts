/** The lines of endpoints as the outbox reads them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { resetSandbox } from "../../../test/support/features/event/events.ts";
import {
  eventsAfter,
  exhaust,
  failed,
  happen,
  lineOf,
  lineWith,
  report,
  type Seen,
  tellDeliveries,
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import {
  createEndpoint,
  SEALER,
} from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { LineEffect } from "../../contract/messages/outbox.ts";
import { customerUpdate } from "../customer/customer.update.ts";
import { eventDeliveryList } from "../event/event.delivery.list.ts";
import { eventRedeliver } from "../event/event.redeliver.ts";
import { eventRetrieve } from "../event/event.retrieve.ts";
import { webhookDeliveryExhaust } from "../webhook_delivery/webhook_delivery.exhaust.ts";
import { webhookDeliveryRetry } from "../webhook_delivery/webhook_delivery.retry.ts";
import { deliveryIdOf } from "../webhook_delivery/webhook_delivery_document.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointEnable } from "./webhook_endpoint.enable.ts";
import { webhookEndpointPing } from "./webhook_endpoint.ping.ts";
import { type LineId, WebhookLines, type WebhookPayload } from "./webhook_lines.ts";

const LIMIT = 5_000;

/** The lines as the view shows them now; a realm other than the caller's is retired. */
async function linesOf(world: World): Promise<WebhookLines> {
  const view = await world.snapshot();
  const current = world.realmOf(world.caller);
  const { tenantId, productId, environment } = world.principal;
  const names = { tenantId, productId, environment };
  return new WebhookLines(
    view,
    (realm) => (realm === current ? names : undefined),
    () => world.nowMs,
  );
}

function idOf(world: World, webhookEndpointId: string): LineId {
  return { realm: lineOf(world, webhookEndpointId).realm, webhookEndpointId };
}

/** The numbers of the effects of a line behind its position. */
async function numbersOf(world: World, webhookEndpointId: string): Promise<number[]> {
  const { position } = lineOf(world, webhookEndpointId);
  const lines = await linesOf(world);
  const { effects } = lines.read(idOf(world, webhookEndpointId), position, LIMIT);
  return effects.map(({ number }) => number);
}

test("webhook lines: `*`, one type, a type of nothing yet -> each the events that it takes, in order", async () => {
  const world = await openWorld();
  const make = (...eventTypes: string[]) => createEndpoint(world, { eventTypes }).webhookEndpointId;
  const [all, few, none] = [make("*"), make("customer.updated"), make("transfer.failed")];
  const opened = lineOf(world, none).position;
  happen(world, 2);
  const { productId } = world.principal;
  const [{ id }] = (await eventsAfter(world, opened)) as [Seen];
  const { data } = await world.found(eventRetrieve, { eventId: id });
  const { customerId } = data.object;
  world.made(customerUpdate, { customerId, metadata: { tier: "gold" } });
  const later = (await eventsAfter(world, opened)).map(({ number }) => number);
  assert.deepEqual((await numbersOf(world, all)).slice(-3), later);
  assert.deepEqual(await numbersOf(world, few), later.slice(2));
  assert.deepEqual(await numbersOf(world, none), []);
  const lines = await linesOf(world);
  const { passed } = lines.read(idOf(world, none), opened, LIMIT);
  assert.equal(passed, later.at(-1), "what it does not take is passed");
  assert.equal(productId, data.object.productId);
});

test("webhook lines: a payload -> the event as GET answers it, the address, the secret sealed for the endpoint", async () => {
  const world = await openWorld();
  const { webhookEndpointId, secret, url } = createEndpoint(world);
  const { position } = lineOf(world, webhookEndpointId);
  happen(world);
  const lines = await linesOf(world);
  const { effects } = lines.read(idOf(world, webhookEndpointId), position, LIMIT);
  const payload = effects[0]?.payload as WebhookPayload;
  const { eventId, body } = payload;
  assert.deepEqual(JSON.parse(body), await world.found(eventRetrieve, { eventId }));
  assert.equal(payload.url, url);
  const opened = payload.sealedSecrets.map((sealed) => SEALER.open(sealed, webhookEndpointId));
  assert.deepEqual(opened, [secret]);
});

test("webhook lines: a ping, and an exhausted delivery -> the one for its endpoint alone, the other for the others", async () => {
  const world = await openWorld();
  const make = (...eventTypes: string[]) => createEndpoint(world, { eventTypes }).webhookEndpointId;
  const [one, all, few] = [make("customer.closed"), make("*"), make("customer.closed")];
  const opened = lineOf(world, few).position;
  world.made(webhookEndpointPing, { webhookEndpointId: one });
  const [ping] = (await eventsAfter(world, opened)) as [Seen];
  const after = async (id: string) =>
    (await numbersOf(world, id)).filter((number) => number > opened);
  assert.deepEqual([await after(one), await after(all), await after(few)], [[ping.number], [], []]);
  const both = [createEndpoint(world), createEndpoint(world)].map(
    ({ webhookEndpointId }) => webhookEndpointId as string,
  ) as [string, string];
  const [failing, other] = both;
  happen(world);
  const [event] = (await eventsAfter(world, lineOf(world, other).position)) as [Seen];
  report(world, lineWith(world, failing, [failed(world, event, 8)]));
  const webhookDeliveryId = deliveryIdOf(event.id, failing);
  world.made(webhookDeliveryExhaust, { webhookDeliveryId }, { cause: "platform" });
  const [told] = (await eventsAfter(world, event.number)) as [Seen];
  assert.deepEqual(await numbersOf(world, failing), []);
  assert.deepEqual(await numbersOf(world, other), [event.number, told.number]);
  const lines = await linesOf(world);
  const realm = world.realmOf(world.caller);
  assert.deepEqual(lines.eventAt(realm, told.number), { eventId: told.id, isTold: false });
  assert.deepEqual(lines.eventAt(realm, event.number), { eventId: event.id, isTold: true });
});

test("webhook lines: disabled, and enabled again -> no line, then one from the enabling on", async () => {
  const world = await openWorld();
  const { webhookEndpointId, waiting, events } = await tellDeliveries(world);
  const id = idOf(world, webhookEndpointId);
  const before = (await linesOf(world)).stateOf(id);
  assert.deepEqual(
    before?.waiting.map(({ number, attempt }) => [number, attempt]),
    [[events[1]?.number, 2]],
  );
  world.made(webhookEndpointDisable, { webhookEndpointId });
  happen(world, 2);
  let lines = await linesOf(world);
  assert.equal(lines.stateOf(id), undefined);
  assert.deepEqual([...lines.all()], []);
  assert.equal(lines.effect(id, events[1]?.number as number), undefined, `${waiting} is cancelled`);
  world.made(webhookEndpointEnable, { webhookEndpointId });
  happen(world);
  lines = await linesOf(world);
  assert.deepEqual(lines.stateOf(id)?.waiting, []);
  assert.deepEqual([...lines.all()], [id]);
  const [next] = (await eventsAfter(world, lineOf(world, webhookEndpointId).position)) as [Seen];
  assert.deepEqual(await numbersOf(world, webhookEndpointId), [next.number]);
});

test("webhook lines: an event that is asked for again -> it waits, is an effect again, and the change is told", async () => {
  const world = await openWorld();
  const { webhookEndpointId, events } = await tellDeliveries(world);
  const id = idOf(world, webhookEndpointId);
  const newest = (await linesOf(world)).newestChange();
  const [first] = events as [Seen];
  world.made(eventRedeliver, { eventId: first.id });
  const lines = await linesOf(world);
  const changes = [...lines.changesAfter(newest)].map(({ change }) => change);
  assert.deepEqual(changes, [{ ...id, number: first.number }]);
  assert.equal(lines.waitingOf(id, first.number)?.attempt, 1);
  assert.equal(lines.effect(id, first.number)?.number, first.number);
  assert.deepEqual([...lines.changesAfter(lines.newestChange())], []);
});

test("webhook lines: the sandbox is reset -> the line goes on up to the reset, and is over then", async () => {
  const world = await openWorld();
  const { webhookEndpointId, events } = await tellDeliveries(world);
  const id = idOf(world, webhookEndpointId);
  resetSandbox(world);
  happen(world, 3);
  const [reset] = (await eventsAfter(world, events.at(-1)?.number as number)) as [Seen];
  assert.equal(reset.type, "sandbox.reset");
  assert.deepEqual(await numbersOf(world, webhookEndpointId), [
    events.at(-1)?.number,
    reset.number,
  ]);
  let lines = await linesOf(world);
  assert.equal(lines.countOf(id.realm), reset.number);
  assert.deepEqual([...lines.all()], [id]);
  report(world, lineWith(world, webhookEndpointId, [], { position: reset.number }));
  lines = await linesOf(world);
  assert.deepEqual([...lines.all()], [id], "a delivery waits still");
  exhaust(world, webhookEndpointId, events[1] as Seen);
  lines = await linesOf(world);
  assert.deepEqual([...lines.all()], []);
  assert.equal(lines.stateOf(id), undefined);
});

test("webhook lines: thousands of events of other kinds -> a reading that passes a bounded number of them", async () => {
  const world = await openWorld();
  const { webhookEndpointId } = createEndpoint(world, { eventTypes: ["transfer.posted"] });
  const { position } = lineOf(world, webhookEndpointId);
  happen(world, 2_500);
  const lines = await linesOf(world);
  const id = idOf(world, webhookEndpointId);
  let after = position;
  const steps: number[] = [];
  for (let last = -1; after !== last; ) {
    last = after;
    const { effects, passed } = lines.read(id, after, LIMIT);
    assert.deepEqual(effects, []);
    steps.push(passed - after);
    after = passed;
  }
  assert.equal(after, position + 2_500);
  assert.ok(Math.max(...steps) <= 1_001, steps.join());
});

test("webhook lines: an event of before a reset, sent again to an endpoint of after it -> as GET answers it, until it is over", async () => {
  const world = await openWorld();
  happen(world);
  const [before] = (await eventsAfter(world, 0)).slice(-1) as [Seen];
  resetSandbox(world);
  const { webhookEndpointId } = createEndpoint(world);
  const { webhookDeliveryIds } = world.made(eventRedeliver, { eventId: before.id });
  assert.deepEqual(webhookDeliveryIds, [deliveryIdOf(before.id, webhookEndpointId)]);
  const id = idOf(world, webhookEndpointId);
  const lines = await linesOf(world);
  assert.deepEqual(lines.waitingOf(id, before.number)?.attempt, 1);
  const effect = lines.effect(id, before.number) as LineEffect;
  const { body } = effect.payload as WebhookPayload;
  assert.deepEqual(JSON.parse(body), await world.found(eventRetrieve, { eventId: before.id }));
  exhaust(world, webhookEndpointId, before);
  const [webhookDeliveryId] = webhookDeliveryIds;
  world.made(webhookDeliveryExhaust, { webhookDeliveryId }, { cause: "platform" });
  const again = world.made(webhookDeliveryRetry, { webhookDeliveryId });
  assert.equal(again.status, "pending");
  const { items } = await world.found(eventDeliveryList, { eventId: before.id });
  assert.deepEqual(items, [again]);
});
