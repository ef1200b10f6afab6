/** webhook_delivery.list: every filter and page gives what a naive model of the reports gives. */
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
  tellDeliveries,
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { listAll } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { eventDeliveryList } from "../event/event.delivery.list.ts";
import { eventRedeliver } from "../event/event.redeliver.ts";
import { webhookEndpointDisable } from "../webhook_endpoint/webhook_endpoint.disable.ts";
import { webhookDeliveryList } from "./webhook_delivery.list.ts";
import { webhookDeliveryRetry } from "./webhook_delivery.retry.ts";
import { deliveryIdOf } from "./webhook_delivery_document.ts";
import type { ReportedAttempt } from "./webhook_report.ts";

type Shown = {
  webhookDeliveryId: string;
  eventId: string;
  webhookEndpointId: string;
  status: string;
  createdAt: string;
};
/** A delivery as the model has it; the newest first. */
type Model = Pick<Shown, "eventId" | "webhookEndpointId" | "status" | "createdAt">;

const shownOf = ({ eventId, webhookEndpointId, status, createdAt }: Shown): Model => ({
  eventId,
  webhookEndpointId,
  status,
  createdAt,
});

class Told {
  readonly world: World;
  #newest: Model[] = [];

  constructor(world: World) {
    this.world = world;
  }

  get newest(): readonly Model[] {
    return this.#newest;
  }

  /** One record with the attempts of some endpoints; an event and an endpoint are named once. */
  report(
    ...lines: [webhookEndpointId: string, ...attempts: (readonly [Seen, number, boolean])[]][]
  ) {
    const { world } = this;
    const fresh: Model[] = [];
    const reported = lines.map(([webhookEndpointId, ...tried]) => {
      const attempts: ReportedAttempt[] = tried.map(([event, attempt, isDelivered]) => {
        const one = isDelivered ? delivered(world, event, attempt) : failed(world, event, attempt);
        const known = this.#find(event.id, webhookEndpointId);
        if (known !== undefined) known.status = one.status;
        else {
          const createdAt = isoTime(world.nowMs);
          fresh.push({ eventId: event.id, webhookEndpointId, status: one.status, createdAt });
        }
        return one;
      });
      return lineWith(world, webhookEndpointId, attempts);
    });
    report(world, ...reported);
    this.#newest = [...fresh.toReversed(), ...this.#newest];
    world.nowMs += 1_000;
  }

  asked(eventId: string, webhookEndpointId: string): void {
    const known = this.#find(eventId, webhookEndpointId);
    assert.ok(known !== undefined);
    known.status = "pending";
  }

  /** A delivery that was delivered at once is kept from now on, so it is the newest. */
  again(eventId: string, webhookEndpointId: string): void {
    const createdAt = isoTime(this.world.nowMs);
    const isOther = (one: Model) =>
      one.eventId !== eventId || one.webhookEndpointId !== webhookEndpointId;
    const one = { eventId, webhookEndpointId, status: "pending", createdAt };
    this.#newest = [one, ...this.#newest.filter(isOther)];
  }

  cancelled(webhookEndpointId: string): void {
    for (const one of this.#newest) {
      if (one.webhookEndpointId === webhookEndpointId && one.status === "pending") {
        one.status = "cancelled";
      }
    }
  }

  #find(eventId: string, webhookEndpointId: string): Model | undefined {
    return this.#newest.find(
      (one) => one.eventId === eventId && one.webhookEndpointId === webhookEndpointId,
    );
  }
}

async function assertLists(told: Told, input: Input, expected: readonly Model[]) {
  const { productId } = told.world.principal;
  for (const limit of [1, 3, 100]) {
    const query = { productId, ...input };
    const items = await listAll<Shown>(told.world, webhookDeliveryList, query, limit);
    assert.deepEqual(items.map(shownOf), expected, `${JSON.stringify(input)} by ${limit}`);
  }
}

test("webhook_delivery.list: any filter and page -> what a model of the reports gives, each delivery once", async () => {
  const world = await openWorld();
  const told = new Told(world);
  const [one, two] = [createEndpoint(world), createEndpoint(world)].map(
    ({ webhookEndpointId }) => webhookEndpointId as string,
  ) as [string, string];
  const opened = lineOf(world, two).position;
  happen(world, 6);
  const events = await eventsAfter(world, opened);
  const [a, b, c, d, e, f] = events as [Seen, Seen, Seen, Seen, Seen, Seen];
  told.report([one, [a, 1, true], [b, 1, false]], [two, [a, 1, false]]);
  told.report([two, [b, 1, true], [c, 1, true], [a, 2, false]], [one, [b, 2, true], [c, 1, true]]);
  told.report([one, [d, 1, false], [e, 1, false]]);
  world.made(webhookDeliveryRetry, { webhookDeliveryId: deliveryIdOf(d.id, one) });
  told.asked(d.id, one);
  // The first attempt of a retry stands beside a new delivery in one record.
  told.report([one, [d, 1, false], [f, 1, true]], [two, [d, 1, true]]);
  world.made(eventRedeliver, { eventId: a.id, webhookEndpointId: one });
  told.again(a.id, one);
  world.nowMs += 1_000;
  told.report([one, [a, 1, true], [d, 2, false]], [two, [e, 1, false]]);
  for (let attempt = 3; attempt <= 8; attempt++) told.report([one, [d, attempt, false]]);
  world.made(webhookEndpointDisable, { webhookEndpointId: two });
  told.cancelled(two);
  const { newest } = told;
  assert.equal(newest.length, 11);
  await assertLists(told, {}, newest);
  for (const webhookEndpointId of [one, two, one.replace("whe", "evt")]) {
    const isOf = (item: Model) => item.webhookEndpointId === webhookEndpointId;
    await assertLists(told, { webhookEndpointId }, newest.filter(isOf));
    for (const status of ["pending", "delivered", "exhausted", "cancelled"]) {
      const isIn = (item: Model) => isOf(item) && item.status === status;
      await assertLists(told, { webhookEndpointId, status }, newest.filter(isIn));
    }
  }
  const times = [...new Set(newest.map(({ createdAt }) => createdAt))];
  for (const createdFrom of times) {
    const isIn = (item: Model) => item.createdAt >= createdFrom;
    await assertLists(told, { createdFrom }, newest.filter(isIn));
    const isBefore = (item: Model) => item.createdAt < createdFrom;
    await assertLists(told, { createdTo: createdFrom }, newest.filter(isBefore));
  }
  // Of one event: the newest endpoint first.
  for (const { id } of events) {
    const ofEvent = [two, one].flatMap((endpoint) =>
      newest.filter((item) => item.eventId === id && item.webhookEndpointId === endpoint),
    );
    await assertLists(told, { eventId: id }, ofEvent);
    await assertLists(
      told,
      { eventId: id, status: "delivered" },
      ofEvent.filter(({ status }) => status === "delivered"),
    );
    const items = await listAll<Shown>(world, eventDeliveryList, { eventId: id }, 1);
    assert.deepEqual(items.map(shownOf), ofEvent);
  }
});

test("webhook_delivery.list: after a reset of the sandbox -> nothing, and no delivery by its id", async () => {
  const world = await openWorld();
  const { events } = await tellDeliveries(world);
  resetSandbox(world);
  const { productId } = world.principal;
  assert.deepEqual(await listAll(world, webhookDeliveryList, { productId }), []);
  const eventId = events[0]?.id as string;
  assert.deepEqual(await listAll(world, eventDeliveryList, { eventId }), []);
});

decisionTable(webhookDeliveryList, {
  given: (world) => tellDeliveries(world),
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    {
      title: "four that were attempted",
      outcome: "those, the newest first",
      check({ reply }, { second, exhausted, waiting, atOnce }) {
        const ids = reply.items.map((item: Shown) => item.webhookDeliveryId);
        assert.deepEqual(ids, [second, exhausted, waiting, atOnce]);
      },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(webhookDeliveryList, { status: "delivered" }),
    { title: "an unknown status", input: { status: "failed" }, code: "invalid_request" },
  ],
});
