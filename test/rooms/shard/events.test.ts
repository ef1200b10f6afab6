/**
 * Events: the facts of each operation have exactly the events that the operation declares, and the
 * events are numbered in each realm without a gap, the same at every replay.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { TObject, TSchema } from "@sinclair/typebox";
import type { FactEvent } from "../../../src/contract/declare/event.ts";
import type { ShardRegistry } from "../../../src/contract/declare/registry.ts";
import { REALM_RENEWED, type RealmRenewed } from "../../../src/contract/records/realm_document.ts";
import type { StoredRecord } from "../../../src/contract/records/record.ts";
import { idPrefixOf } from "../../../src/contract/values/formats.ts";
import { announcedEventTypes } from "../../../src/features/announced.ts";
import { idFieldOf } from "../../../src/features/event/event_type_schema.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY } from "../../../src/features/registry.ts";
import { directoryOf, openJournalOf } from "../../support/shard/open_journal.ts";
import { type Teller, tell, tellerOf } from "../../support/shard/teller.ts";
import { START_MS } from "../../world/callers.ts";
import { platformStory, shardStory } from "../../world/stories.ts";
import type { Part } from "../../world/story.ts";

/** The prefix of the ids of the things that events of the type show. */
function prefixOf(type: string): string {
  const eventType = announcedEventTypes().get(type);
  assert.ok(eventType !== undefined, type);
  const { properties } = eventType.object as TObject;
  const prefix = idPrefixOf(properties[idFieldOf(eventType)] as TSchema);
  assert.ok(prefix !== undefined, type);
  return prefix;
}

async function recordsOf<S>(
  t: TestContext,
  registry: ShardRegistry<S>,
  storyOf: (teller: Teller) => Part,
) {
  const nowMs = () => START_MS;
  const opened = await openJournalOf<S>(directoryOf(t), { registry, nowMs });
  const teller = tellerOf(opened, registry);
  tell(teller, storyOf(teller));
  await opened.committed();
  const records = teller.told.flatMap(({ outcome }) => opened.journal.record(outcome.place) ?? []);
  const { realms } = opened.journal;
  await opened.close();
  return { records, realms };
}

function eventsIn<S>({ events }: ShardRegistry<S>, { facts }: StoredRecord): FactEvent[] {
  return facts.flatMap((fact) => events.get(fact.kind)?.(fact) ?? []);
}

/** The number of the realm in whose place the record has put its own; 0 where it has not. */
function retiredBy({ facts }: StoredRecord): number {
  const renewed = facts.find(({ kind }) => kind === REALM_RENEWED) as RealmRenewed | undefined;
  return renewed?.retired ?? 0;
}

/** Events that a later record has: the one that ends what the operation began. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  "product.close": ["product.closed"],
  "agent_approval.expire": ["agent_approval.expired"],
};

/** What stands though the request was refused. */
const KEPT_WHERE_REFUSED: ReadonlySet<string> = new Set([
  "transfer.failed",
  "collection.failed",
  "agent_approval.requested",
  "agent_approval.expired",
]);

const ofShard = ({ realm }: Teller) => shardStory(realm);
const STORIES: [string, ShardRegistry<never>, (teller: Teller) => Part][] = [
  ["shard", SHARD_REGISTRY as unknown as ShardRegistry<never>, ofShard],
  ["platform", PLATFORM_REGISTRY as unknown as ShardRegistry<never>, platformStory],
];
for (const [name, registry, storyOf] of STORIES) {
  test(`events of the ${name}: each operation in a story -> exactly those that it declares`, async (t) => {
    const { records } = await recordsOf(t, registry, storyOf);
    const happened = new Map<string, Set<string>>();
    for (const record of records) {
      const types = happened.get(record.operation) ?? new Set();
      const real = eventsIn(registry, record).filter(({ isSynthetic }) => isSynthetic !== true);
      for (const { type } of real) types.add(type);
      happened.set(record.operation, types);
    }
    for (const { id, events } of registry.operations.values()) {
      const own = [...(happened.get(id) ?? []), ...(LATER[id] ?? [])];
      assert.deepEqual(own.sort(), [...events].sort(), id);
    }
  });

  test(`events of the ${name}: a refused request -> at the most that a transfer or a collection failed, or a person is asked`, async (t) => {
    const { records } = await recordsOf(t, registry, storyOf);
    for (const record of records.filter(({ refusalCode }) => refusalCode !== undefined)) {
      const types = eventsIn(registry, record).map(({ type }) => type);
      assert.deepEqual(
        types.filter((type) => !KEPT_WHERE_REFUSED.has(type)),
        [],
        record.operation,
      );
    }
  });

  test(`events of the ${name}: a story -> numbered in each realm from 1 without a gap`, async (t) => {
    const { records, realms } = await recordsOf(t, registry, storyOf);
    const counts = new Map<number, number>();
    for (const record of records) {
      const { length } = eventsIn(registry, record);
      const before = counts.get(record.realm) ?? counts.get(retiredBy(record)) ?? 0;
      assert.equal(record.firstEvent, length === 0 ? 0 : before + 1, record.operation);
      counts.set(record.realm, before + length);
    }
    assert.ok(records.length > 5);
    for (const { number, eventCount } of realms.all()) {
      assert.equal(eventCount, counts.get(number) ?? 0);
    }
  });

  test(`events of the ${name}: each of a story -> names a resource of its noun`, async (t) => {
    const { records, realms } = await recordsOf(t, registry, storyOf);
    for (const record of records) {
      for (const fact of record.facts) {
        for (const { type, resourceIdOf } of registry.events.get(fact.kind)?.(fact) ?? []) {
          const id = resourceIdOf(fact, record, realms.numbered(record.realm).names);
          assert.ok(id.startsWith(`${prefixOf(type)}_`), `${type} of ${id}`);
        }
      }
    }
  });

  test(`events of the ${name}: every kind of fact -> declared, what is told of it`, () => {
    const kinds = [...registry.apply.keys()].sort();
    assert.deepEqual([...registry.events.keys()].sort(), kinds);
  });
}

test("events: what a hold reserved and settled -> its transfer's, by the transfer's own id", async (t) => {
  const { records, realms } = await recordsOf(t, SHARD_REGISTRY, ofShard);
  const record = records.find(({ operation }) => operation === "transfer_hold.clear");
  assert.ok(record !== undefined);
  const { names } = realms.numbered(record.realm);
  const told = record.facts.flatMap((fact) =>
    (SHARD_REGISTRY.events.get(fact.kind)?.(fact) ?? []).map(({ type, resourceIdOf }) => [
      type,
      resourceIdOf(fact, record, names),
    ]),
  );
  const hold = JSON.parse(record.reply ?? "") as Record<string, string>;
  assert.deepEqual(told, [
    ["transfer.posted", hold["reservedTransferId"]],
    ["transfer_hold.cleared", hold["transferHoldId"]],
  ]);
});
