/**
 * Lists of events: every filter, both directions, times and pages give what a naive reading of the log
 * gives, over blocks of the index, records without events, and a reset of the sandbox.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beQuiet,
  customerAccount,
  resetSandbox,
  type Told,
  tellOfCustomers,
  tellStory,
} from "../../../test/support/features/event/events.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at, createCustomer, DAY_MS, openAccount, transfer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { placeOf } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { announcedEventTypes, eventsOfRecord } from "../announced.ts";
import { MERGED_ACCOUNTS_MAX } from "../ledger/merged_rows.ts";
import { eventList } from "./event.list.ts";
import { eventRetrieve } from "./event.retrieve.ts";
import { EventLog, type EventStep } from "./event_log.ts";
import { TypesOfRecords } from "./types_of_records.ts";

type Shown = {
  id: string;
  type: string;
  sequence: string;
  timestamp: string;
  data: { resource: { type: string; id: string }; object: Shape };
};
/** What of a thing tells whose it is. */
type Shape = {
  customerId?: string;
  owner?: { id: string };
  sourceAccountId?: string;
  destinationAccountId?: string;
};
type Naive = { type: string; resourceId: string; timestamp: string };

/** Every event of the log, oldest first, found by reading every record. */
function naiveEvents(snapshot: Snapshot, world: World): Naive[] {
  const found: Naive[] = [];
  for (let frame = 1; frame <= snapshot.sequence; frame++) {
    for (let index = 0; ; index++) {
      const record = snapshot.record(placeOf(frame, index));
      if (record === undefined) break;
      if (record.realm === 0) continue;
      for (const { event, fact } of eventsOfRecord(record)) {
        const resourceId = event.resourceIdOf(fact, record, world.principal);
        found.push({ type: event.type, resourceId, timestamp: isoTime(record.timeMs) });
      }
    }
  }
  return found;
}

function seen({ type, timestamp, data }: Shown): Naive {
  return { type, resourceId: data.resource.id, timestamp };
}

async function assertLists(world: World, input: Input, expected: readonly Naive[], limit: number) {
  const query = { productId: world.principal.productId, ...input };
  const items = await listAll<Shown>(world, eventList, query, limit);
  assert.deepEqual(items.map(seen), expected, JSON.stringify(input));
}

/** Events of a customer are those whose thing names the customer, or an account that the customer owns. */
async function assertByCustomer(world: World): Promise<void> {
  const query = { productId: world.principal.productId, afterSequence: "0" };
  const all = await listAll<Shown>(world, eventList, query, 100);
  const ownerOf = new Map(
    all
      .filter(({ type }) => type === "account.created")
      .map(({ data }) => [data.resource.id, data.object.owner?.id]),
  );
  const customers = all.filter(({ type }) => type === "customer.created");
  assert.ok(customers.length >= 2);
  for (const { data } of customers) {
    const customerId = data.resource.id;
    const isOwn = ({ data: { resource, object } }: Shown) =>
      [
        object.customerId,
        object.owner?.id,
        ...[resource.id, object.sourceAccountId, object.destinationAccountId].map((id) =>
          ownerOf.get(id ?? ""),
        ),
      ].includes(customerId);
    const own = all.filter(isOwn);
    assert.ok(own.length >= 1, customerId);
    if (own.some(({ type }) => type === "account.created")) {
      const money = own.filter(({ type }) => type.startsWith("transfer"));
      assert.ok(money.length >= 1, "a customer with accounts has events of money");
    }
    for (const limit of [7, 100]) {
      await assertLists(world, { customerId }, own.toReversed().map(seen), limit);
      await assertLists(world, { customerId, afterSequence: "0" }, own.map(seen), limit);
    }
    for (const after of [3, 256, 300, all.length - 9]) {
      const later = own.filter(({ sequence }) => Number(sequence) > after);
      await assertLists(world, { customerId, afterSequence: String(after) }, later.map(seen), 100);
    }
    const types = "transfer.posted,customer.updated";
    const some = own.filter(({ type }) => types.split(",").includes(type)).toReversed();
    await assertLists(world, { customerId, types }, some.map(seen), 100);
    const { id } = own.at(-1)?.data.resource ?? {};
    const about = own.filter(({ data: { resource } }) => resource.id === id).toReversed();
    await assertLists(world, { customerId, resourceId: id ?? "" }, about.map(seen), 100);
  }
}

async function assertEveryWay(world: World, told: Told[]) {
  const all = naiveEvents(await world.snapshot(), world);
  const newest = all.toReversed();
  const productId = world.principal.productId;
  for (const limit of [7, 100]) {
    await assertLists(world, {}, newest, limit);
    await assertLists(world, { afterSequence: "0" }, all, limit);
  }
  for (const after of [1, 11, 255, 256, 257, 300, all.length - 1, all.length, all.length + 5]) {
    await assertLists(world, { afterSequence: String(after) }, all.slice(after), 100);
  }
  for (const type of new Set(all.map((event) => event.type))) {
    const isOf = (event: Naive) => event.type === type;
    await assertLists(world, { types: type }, newest.filter(isOf), 100);
    await assertLists(world, { types: type, afterSequence: "9" }, all.slice(9).filter(isOf), 100);
  }
  const both = ["transfer.failed", "transfer.posted", "customer.updated"];
  const isBoth = ({ type }: Naive) => both.includes(type);
  await assertLists(world, { types: both.join(",") }, newest.filter(isBoth), 50);
  await assertLists(world, { types: [...announcedEventTypes().keys()].join(",") }, newest, 100);
  await assertLists(
    world,
    { types: "account.frozen,customer.updated" },
    newest.filter(({ type }) => type === "account.frozen" || type === "customer.updated"),
    2,
  );
  const isHold = ({ type }: Naive) => type.startsWith("transfer_hold.");
  await assertLists(world, { resourceType: "transfer_hold" }, newest.filter(isHold), 2);
  await assertLists(world, { resourceType: "transfer_hold", types: "transfer.posted" }, [], 2);
  for (const id of told.flatMap((one) => Object.values(one)).concat(productId, `${productId}x`)) {
    const isAbout = ({ resourceId }: Naive) => resourceId === id;
    await assertLists(world, { resourceId: id }, newest.filter(isAbout), 2);
    await assertLists(
      world,
      { resourceId: id, afterSequence: "3" },
      all.slice(3).filter(isAbout),
      2,
    );
  }
  const times = [...new Set(all.map(({ timestamp }) => timestamp))];
  for (const createdFrom of [times[0], times[1], times.at(-1)] as string[]) {
    for (const createdTo of [times[1], times[2], times.at(-1), at(400 * DAY_MS)] as string[]) {
      const isIn = ({ timestamp }: Naive) => timestamp >= createdFrom && timestamp < createdTo;
      await assertLists(world, { createdFrom, createdTo }, newest.filter(isIn), 100);
      const forward = { createdFrom, createdTo, afterSequence: "2" };
      await assertLists(world, forward, all.slice(2).filter(isIn), 100);
      const ofType = { createdFrom, createdTo, types: "account.created" };
      const isOf = (event: Naive) => isIn(event) && event.type === "account.created";
      await assertLists(world, ofType, newest.filter(isOf), 3);
    }
  }
}

test("event.list: any filter, direction, time and page -> what reading the whole log gives", async () => {
  const world = await openWorld();
  const told = [tellStory(world)];
  beQuiet(world, told[0]?.customerId as string);
  told.push(tellStory(world, { batches: 3 }));
  await assertEveryWay(world, told);
});

test("event.list: after resets -> the numbers go on, and the events of before stay", async () => {
  const world = await openWorld();
  const told = [tellStory(world)];
  resetSandbox(world);
  resetSandbox(world);
  told.push(tellStory(world));
  await assertEveryWay(world, told);
});

test("event.list: a customer -> the events of what is the customer's, and of the money of its accounts, over a reset too", async () => {
  const world = await openWorld();
  tellOfCustomers(world);
  await assertByCustomer(world);
  resetSandbox(world);
  tellOfCustomers(world);
  await assertByCustomer(world);
});

test("event.list: a customer with more accounts than a merge takes -> the same, by a walk over all events", async () => {
  const world = await openWorld();
  const { accountId } = tellStory(world);
  const { customerId } = createCustomer(world);
  const accounts = Array.from({ length: MERGED_ACCOUNTS_MAX + 1 }, () =>
    customerAccount(world, customerId),
  );
  transfer(world, accountId, accounts[0] as string, "7");
  tellOfCustomers(world);
  await assertByCustomer(world);
});

test("event.list: the customer of another tenant, or of nobody -> no event", async () => {
  const world = await openWorld();
  tellStory(world);
  const { customerId } = createCustomer(world, {}, { caller: STRANGER });
  for (const id of [customerId, `cust_${"0".repeat(26)}`]) {
    await assertLists(world, { customerId: id }, [], 10);
    await assertLists(world, { customerId: id, afterSequence: "0" }, [], 10);
  }
});

test("event.list: sequences -> 1, 2, 3 without a gap, and each event by its id", async () => {
  const world = await openWorld();
  tellStory(world);
  resetSandbox(world);
  openAccount(world);
  const { productId } = world.principal;
  const items = await listAll<Shown>(world, eventList, { productId, afterSequence: "0" }, 100);
  assert.deepEqual(
    items.map(({ sequence }) => sequence),
    items.map((_, index) => String(index + 1)),
  );
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
  for (const item of items) {
    assert.deepEqual(await world.found(eventRetrieve, { eventId: item.id }), item);
  }
});

test("event.list: few events match among many -> a page that looks at a bounded number", async () => {
  const world = await openWorld();
  const { customerId } = tellStory(world);
  beQuiet(world, customerId);
  const { productId } = world.principal;
  let read = 0;
  const { reply } = await world.read(
    eventList,
    { productId, types: "transfer.posted" },
    {
      altered: (view) => ({
        record(place) {
          read++;
          return view.record(place);
        },
      }),
    },
  );
  assert.equal(reply.items.length, 0);
  assert.ok(reply.nextCursor !== undefined);
  assert.ok(read <= 1_001, `${read} records were read`);
});

test("EventLog: a walk with types that are kept -> the wanted events, and no number left out", async () => {
  const world = await openWorld();
  tellStory(world);
  resetSandbox(world);
  tellStory(world);
  const snapshot = await world.snapshot();
  const key = realmKeyOf(world.principal);
  const types = new TypesOfRecords();
  const plain = [...(EventLog.of(snapshot, key)?.forward(0) ?? [])];
  for (const type of new Set(plain.map(({ event }) => event?.event.type ?? ""))) {
    // The first walk reads the types, the second one has them.
    for (let walk = 0; walk < 2; walk++) {
      const steps = [...(EventLog.of(snapshot, key, types)?.forward(0, new Set([type])) ?? [])];
      const wanted = plain.map((step) =>
        step.event?.event.type === type ? step : { ...step, event: undefined },
      );
      assert.deepEqual(steps.map(numbered), wanted.map(numbered));
    }
  }
});

function numbered({ number, place, event }: EventStep) {
  return { number, place, type: event?.event.type, sub: event?.sub };
}

decisionTable(eventList, {
  given: (world) => tellStory(world),
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    {
      title: "the newest event",
      input: ({ world }) => ({ productId: world.principal.productId, limit: "1" }),
      outcome: "the resource as it then was, and what changed",
      check({ reply: { items } }) {
        const { type, data } = items[0];
        assert.equal(type, "customer.updated");
        assert.deepEqual(data.previous, { metadata: {} });
        assert.deepEqual(data.object.metadata, { tier: "gold" });
        assert.equal(data.resource.revision, data.object.revision);
      },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(eventList, { types: "account.created" }),
    { title: "an unknown type", input: { types: "transfer.moved" }, code: "invalid_request" },
    { title: "an unknown noun", input: { resourceType: "transfers" }, code: "invalid_request" },
    { title: "a sequence below 0", input: { afterSequence: "-1" }, code: "invalid_request" },
  ],
});
