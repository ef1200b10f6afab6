/**
 * What is counted, over random stories and over the story of every write: the records of a month add up to the lines of its
 * statement, and a transfer is each entry of the books.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { keyCaller } from "../../../test/world/callers.ts";
import { advanceClock, at, clear, DAY_MS, hold, openAccount } from "../../../test/world/parties.ts";
import { shardStory } from "../../../test/world/stories.ts";
import { runStep } from "../../../test/world/story_in_world.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { ProductKeyCaller } from "../../contract/declare/caller.ts";
import { METERS } from "../metering/meters.ts";
import { platformUsageCheck } from "../platform/platform.usage.check.ts";
import { productBooksEntryList } from "../product/product.books.entry.list.ts";
import { productFeeList } from "../product/product.fee.list.ts";
import { transferBatchCreate } from "../transfer/transfer.batch.create.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { usageRecordList } from "./usage.record.list.ts";
import { usageStatementList } from "./usage.statement.list.ts";
import type { UsageRecord, UsageStatement } from "./usage_schema.ts";

/** All that every reader of the counters says of one realm; it must be one and the same. */
async function assertOneCount(world: World, caller: ProductKeyCaller = world.caller) {
  const { productId } = caller.principal;
  const all = async <T>(operation: Parameters<World["read"]>[0], input = {}): Promise<T[]> => {
    const items: T[] = [];
    let cursor: string | undefined;
    do {
      const query = { productId, limit: "100", ...input, ...(cursor && { cursor }) };
      const page = await world.found(operation, query, { caller });
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return items;
  };
  const statements = await all<UsageStatement>(usageStatementList);
  const records = await all<UsageRecord>(usageRecordList);
  for (const { month, lines } of statements) {
    const counted = records.filter((each) => each.month === month);
    for (const { meter, quantity } of lines) {
      const own = counted.filter((each) => each.meter === meter);
      assert.equal(
        own.reduce((sum, each) => sum + each.quantity, 0),
        quantity,
        `${month} ${meter}`,
      );
    }
    assert.deepEqual(await all<UsageRecord>(usageRecordList, { month }), counted);
    for (const { agrees } of await all<{ agrees: boolean }>(platformUsageCheck, { month })) {
      assert.ok(agrees);
    }
  }
  // What the platform takes for a month is not charged for itself.
  const booked = await all<{ kind: string }>(productBooksEntryList);
  const moved = booked.filter(({ kind }) => kind !== "fee").length;
  const fees = await all<{ count: number }>(productFeeList);
  assert.equal(
    fees.reduce((sum, { count }) => sum + count, 0),
    moved,
  );
  return { statements, records };
}

const amount = fc.bigInt({ min: 1n, max: 60n }).map(String);
const step = fc.oneof(
  fc.record({ do: fc.constant("transfer" as const), amount }),
  fc.record({ do: fc.constant("batch" as const), amount, count: fc.integer({ min: 2, max: 5 }) }),
  fc.record({ do: fc.constant("hold" as const), amount, isCleared: fc.boolean() }),
  fc.record({ do: fc.constant("days" as const), days: fc.integer({ min: 1, max: 70 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test("usage: any story over months that become final -> the records of a month are the lines of its statement", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = await openWorld({ stepMs: 1_000 });
      const source = openAccount(world, { fundedMinor: 200n });
      const accounts = { source, destination: openAccount(world) };
      let dayMs = 0;
      for (const each of steps) {
        if (each.do === "days") {
          dayMs += each.days * DAY_MS;
          advanceClock(world, at(dayMs));
        } else play(world, each, { ...accounts, dayMs });
      }
      await assertOneCount(world);
    }),
    { numRuns: 40 },
  );
});

function play(
  world: World,
  step: Exclude<Step, { do: "days" }>,
  at0: { source: string; destination: string; dayMs: number },
): void {
  const { source: sourceAccountId, destination: destinationAccountId, dayMs } = at0;
  const leg = { sourceAccountId, destinationAccountId, amount: step.amount, currency: "EUR" };
  switch (step.do) {
    case "transfer":
      world.run(transferCreate, leg);
      return;
    case "batch":
      world.run(transferBatchCreate, { transfers: Array.from({ length: step.count }, () => leg) });
      return;
    case "hold": {
      const { state } = world;
      const ordinal = state.accounts.ordinalOf(1, sourceAccountId);
      const free = state.accounts.creditsPosted(ordinal) - state.accounts.debitsPosted(ordinal);
      if (free - state.accounts.debitsPending(ordinal) < BigInt(step.amount)) return;
      const expiresAt = at(dayMs + DAY_MS);
      const held = hold(world, sourceAccountId, destinationAccountId, step.amount, { expiresAt });
      if (step.isCleared) clear(world, held.transferHoldId);
    }
  }
}

test("usage: the story of every write, in sandbox and in live -> each meter counts, and all that read it agree", async () => {
  const world = await openWorld({ stepMs: 1_000 });
  const callers = [world.caller, keyCaller({ environment: "live" })];
  let caller = world.caller;
  const story = shardStory(() => ({
    number: world.realmOf(caller),
    eventCount: world.eventCountOf(caller),
  }));
  for (let next = story.next({}); next.done !== true; ) {
    const told = next.value;
    if ("enter" in told || told.operation === "sandbox.reset") {
      if ("enter" in told) caller = keyCaller({ environment: told.enter.environment });
      next = story.next({});
      continue;
    }
    const { reply, place } = runStep(world, told, caller);
    world.passTime();
    next = story.next(reply ?? world.answerOf(place) ?? {});
  }
  const counted = new Set<string>();
  for (const each of callers) {
    const { records } = await assertOneCount(world, each);
    for (const { meter } of records) counted.add(meter);
  }
  assert.deepEqual(
    METERS.map(({ meter }) => meter).filter((meter) => !counted.has(meter)),
    [],
  );
});
