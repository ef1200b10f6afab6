/** The reads of a stream of events: where it begins, goes on and is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tellOfCustomers, tellStory } from "../../../test/support/features/event/events.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { StreamPart } from "../../contract/declare/found.ts";
import { eventList } from "./event.list.ts";
import { eventStream } from "./event.stream.ts";

async function part(world: World, input: object, after?: string): Promise<StreamPart> {
  const { refusal, reply } = await world.read(eventStream, { ...input }, { after });
  assert.equal(refusal, undefined);
  return reply;
}

/** The ids of everything from a position on. */
async function idsFrom(world: World, input: object, after: string): Promise<string[]> {
  const ids: string[] = [];
  for (let position = after; ; ) {
    const read = await part(world, input, position);
    ids.push(...read.events.map(({ id }) => id));
    position = read.position ?? position;
    if (!read.hasMore) return ids;
  }
}

test("event.stream: without a position -> begins behind the newest event", async () => {
  const world = await openWorld();
  tellStory(world);
  const { events, position, hasMore } = await part(world, {});
  assert.deepEqual([events, hasMore], [[], false]);
  tellStory(world);
  const ids = await idsFrom(world, {}, position as string);
  assert.equal(ids[0], String(Number(position) + 1));
});

test("event.stream: from any position -> every later event once, as the list has it", async () => {
  const world = await openWorld();
  tellStory(world);
  tellOfCustomers(world);
  const { productId } = world.principal;
  const customers = { productId, types: "customer.created" };
  const { items } = await world.found(eventList, customers);
  const { customerId } = items[1].data.object;
  for (const filters of [{}, { types: "transfer.failed,account.created" }, { customerId }]) {
    for (const after of ["0", "7", "256", "9999"]) {
      const query = { productId, ...filters, afterSequence: after };
      const listed = await listAll<{ sequence: string }>(world, eventList, query, 100);
      const expected = listed.map(({ sequence }) => sequence);
      assert.deepEqual(await idsFrom(world, filters, after), expected);
      const { events } = await part(world, { ...filters, afterSequence: after });
      assert.deepEqual(
        events.map(({ id }) => id),
        expected.slice(0, 100),
      );
    }
  }
});

test("event.stream: filters that match nothing -> the position moves on without an event", async () => {
  const world = await openWorld();
  tellStory(world);
  const { events, position } = await part(world, { types: "customer.closed" }, "0");
  assert.deepEqual(events, []);
  assert.ok(Number(position) > 300);
});

decisionTable(eventStream, {
  given: (world) => tellStory(world),
  input: () => ({}),
  asking: () => ({ after: "0" }),
  rows: [
    {
      title: "from the first event on",
      outcome: "100 events, and more",
      check({ reply }) {
        assert.equal(reply.events.length, 100);
        assert.equal(reply.hasMore, true);
      },
    },
    OTHER_PRODUCT,
    { title: "an unknown type", input: { types: "transfer.moved" }, code: "invalid_request" },
    ...["x", "-1", "1.5", "01", "99999999999999999"].map((after) => ({
      title: `Last-Event-ID ${after}`,
      asking: () => ({ after }),
      code: "invalid_request" as const,
    })),
  ],
});
