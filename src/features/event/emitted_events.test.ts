/**
 * What is emitted is what is declared, both ways: a story with every write of a ledger shard is told to the
 * world, and after each write its events are read, as a caller reads them, and compared with the
 * declaration of the operation, with the catalog, and with what GET answers of the resources.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import {
  type Change,
  type Heard,
  hasGet,
  idInObject,
  listenerTo,
  listOf,
  PART,
} from "../../../test/support/features/event/listener.ts";
import { faultsOf } from "../../../test/support/json_schema.ts";
import { keyCaller } from "../../../test/world/callers.ts";
import { shardStory } from "../../../test/world/stories.ts";
import { runStep } from "../../../test/world/story_in_world.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { Answer, Outcome } from "../../../test/world/writing.ts";
import { decodeIdSuffix, placeOf } from "../../base/id.ts";
import type { ProductKeyCaller } from "../../contract/declare/caller.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { accountList } from "../account/account_resource.ts";
import { eventsOfRecord } from "../announced.ts";
import { catalogEventTypes } from "../catalog/event_types.ts";
import { TRANSFER_ROW } from "../ledger/transfer_row.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY } from "../registry.ts";
import { eventRetrieve } from "./event.retrieve.ts";
import type { Event } from "./event_schema.ts";
import { newestEvent, placeOfEvent } from "./realm_moments.ts";

/** A write, its events, and the resources that were known before and that it has changed. */
type Told = { operation: string; isRefused: boolean; events: Heard[]; changes: Change[] };
/** An environment of the story, and its events in order. */
type Realm = { caller: ProductKeyCaller; events: Event[] };

let world: World;
const told: Told[] = [];
const realms: Realm[] = [];

before(async () => {
  world = await openWorld({ stepMs: 1_000 });
  let caller = world.caller;
  let listener = listenerTo(world, caller);
  const realmNow = () => ({ number: world.realmOf(caller), eventCount: listener.heard.length });
  const story = shardStory(realmNow);
  async function hear(operation: string, { code, reply }: Pick<Outcome, "code" | "reply">) {
    const { events, changes } = await listener.hear(reply);
    told.push({ operation, isRefused: code !== undefined, events, changes });
  }
  for (let next = story.next({}); next.done !== true; ) {
    const step = next.value;
    if ("enter" in step) {
      caller = keyCaller({ environment: step.enter.environment });
      listener = listenerTo(world, caller);
      realms.push({ caller, events: listener.heard });
      next = story.next({});
      continue;
    }
    const outcome = runStep(world, step, caller);
    await hear(step.operation, outcome);
    const passed = () => world.passTime(1, { ofPlatform: true })[0];
    for (let due = passed(); due !== undefined; due = passed()) {
      await hear(operationAt(await world.snapshot(), due.place), due);
    }
    next = story.next(outcome.reply ?? world.answerOf(outcome.place) ?? {});
  }
});

type Log = { record(place: number): { operation: string } | undefined };
const operationAt = (log: Log, place: number): string => log.record(place)?.operation ?? "";

const every = (): (Heard & { operation: string })[] =>
  told.flatMap(({ operation, events }) => events.map((each) => ({ ...each, operation })));
/** Without what a test asked for: of that nothing happened. */
const heard = () => every().filter(({ event }) => event.synthetic !== true);

test("emitted events: each write of the story -> its events are those that it declares, all of them", () => {
  const emitted = new Map<string, Set<string>>();
  for (const { operation, event } of heard()) {
    emitted.set(operation, (emitted.get(operation) ?? new Set()).add(event.type));
  }
  for (const { id, events } of SHARD_REGISTRY.operations.values()) {
    assert.deepEqual([...(emitted.get(id) ?? [])].sort(), events.toSorted(), id);
  }
});

test("emitted events: the catalog -> the types that were emitted, and those that the platform shard declares", () => {
  const emitted = new Set(heard().map(({ event }) => event.type));
  const ofPlatform = [...PLATFORM_REGISTRY.operations.values()].flatMap(({ events }) => events);
  const both = new Set([...emitted, ...ofPlatform]);
  assert.deepEqual([...catalogEventTypes().keys()].sort(), [...both].sort());
  for (const { event, operation } of heard()) {
    const entry = catalogEventTypes().get(event.type);
    const isPublished = SHARD_REGISTRY.operations.get(operation)?.inContract !== false;
    assert.equal(entry?.emittedBy.includes(operation), isPublished, `${event.type}: ${operation}`);
  }
});

test("emitted events: each -> satisfies the schema that the catalog has of its type", () => {
  for (const { event } of every()) {
    const { $schema: _, ...schema } = catalogEventTypes().get(event.type)?.schema ?? {};
    assert.deepEqual(faultsOf(schema, schema, event), [], event.type);
  }
});

test("emitted events: each that is synthetic -> of an operation that may emit it, which no other does", () => {
  const synthetic = every().filter(({ event }) => event.synthetic === true);
  assert.deepEqual(
    [...new Set(synthetic.map(({ operation }) => operation))],
    [...SHARD_REGISTRY.operations.values()]
      .filter(({ emitsSynthetic }) => emitsSynthetic === true)
      .map(({ id }) => id),
  );
});

test("emitted events: a refused write -> at the most that a transfer or a collection failed", () => {
  const refused = told.filter(({ isRefused }) => isRefused);
  const types = refused.flatMap(({ events }) => events.map(({ event }) => event.type));
  assert.deepEqual([...new Set(types)].sort(), ["collection.failed", "transfer.failed"]);
});

test("emitted events: each -> its object is what GET answered right after the write", () => {
  const compared = heard().filter(({ event }) => hasGet(event));
  assert.ok(compared.length > 50);
  for (const { event, after } of compared) {
    const name = `${event.type} ${event.sequence}`;
    assert.deepEqual(event.data.object, after, name);
    assert.equal(JSON.stringify(event.data.object), JSON.stringify(after), name);
  }
});

test("emitted events: each -> names its resource by the id and the revision of the object", () => {
  for (const { event } of every()) {
    const { resource, object } = event.data;
    assert.equal(resource.id, idInObject(event), event.type);
    assert.equal(resource.revision, object?.["revision"], event.type);
  }
});

/** Fields that change with every change. */
const WITH_EVERY_CHANGE = [
  "revision",
  "updatedAt",
  "actor",
  "statusTransitions",
  "ledgerTimestamp",
];

test("emitted events: each with earlier fields -> with these the object is what GET answered before", () => {
  const changes = heard().filter(({ event }) => event.data.previous !== undefined && hasGet(event));
  assert.ok(changes.length > 15);
  for (const { event, before: was } of changes) {
    const { object, previous } = event.data;
    const name = `${event.type} ${event.sequence}`;
    assert.deepEqual(comparable({ ...object, ...previous }), comparable(was), name);
    for (const [field, value] of Object.entries(previous ?? {})) {
      assert.notDeepEqual(object?.[field] ?? null, value, `${name}: ${field} has changed`);
    }
  }
});

test("emitted events: each of a resource that was there before -> has `previous`", () => {
  for (const { event, before: was } of heard().filter(({ event: each }) => hasGet(each))) {
    // A ping changes nothing.
    if (event.type === "webhook_endpoint.ping") continue;
    assert.equal(event.data.previous !== undefined, was !== undefined, event.type);
  }
});

/** A GET's answer without what changes with every change; null and absent are the same. */
function comparable(document: Answer): Answer {
  const fields = Object.entries(document ?? {});
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== null && !WITH_EVERY_CHANGE.includes(name)).sort(),
  );
}

/** What a collection uses of a consent, the collection's own event tells. */
function isUseAlone({ id, before: was, after }: Change): boolean {
  if (!id.startsWith("cons_") || was === undefined) return false;
  const withoutUse = (consent: Answer) => comparable({ ...consent, used: null });
  return isDeepStrictEqual(withoutUse(was), withoutUse(after));
}

/** Where the money of a returned payout went on to, its transfer's own event tells. */
function isMovedOn({ id, before: was, after }: Change): boolean {
  if (!id.startsWith("po_") || was === undefined || after?.status !== "returned") return false;
  const withoutPlace = (payout: Answer) => comparable({ ...payout, returnedToAccountId: null });
  return isDeepStrictEqual(withoutPlace(was), withoutPlace(after));
}

test("emitted events: each resource that a write changed -> has an event, but a transfer that was never paid, what is used of a consent and where returned money goes on to", () => {
  const changes = told.flatMap(({ operation, events, changes: all }) =>
    all
      .filter(({ id }) => !events.some(({ event }) => event.data.resource.id === id.split(PART)[0]))
      .map((change) => ({ ...change, operation })),
  );
  // The clock of live stands in the story, so a fee is taken within the month that it is for: the statement of that month has no evidence then.
  const SILENT = ["sandbox.reset", "webhook_delivery.report", "usage.statement.charge"];
  const silent = changes.filter(
    (change) => !SILENT.includes(change.operation) && !isUseAlone(change) && !isMovedOn(change),
  );
  assert.deepEqual(
    [...new Set(silent.map(({ after }) => after?.status))],
    ["voided"],
    silent.map(({ operation, id }) => `${operation} ${id}`).join(),
  );
});

/** Every record of the shard, those of the realm before a reset too. */
function* recordsOf(snapshot: Snapshot): Generator<StoredRecord> {
  for (let frame = 1; frame <= snapshot.sequence; frame++) {
    for (let index = 0; ; index++) {
      const record = snapshot.record(placeOf(frame, index));
      if (record === undefined) break;
      yield record;
    }
  }
}

test("moments: each record that moves money or opens an account -> has an event, by whose number it is found", async () => {
  const snapshot = await world.snapshot();
  const counts = { moved: 0, opened: 0 };
  for (const { place, firstEvent = 0, facts, operation } of recordsOf(snapshot)) {
    const moves = facts.some(({ kind }) => kind === TRANSFER_ROW);
    const opens = facts.some(({ kind }) => kind.startsWith("account.created."));
    assert.ok(firstEvent > 0 || !(moves || opens), `${operation} at ${place}`);
    if (moves) counts.moved++;
    if (opens) counts.opened++;
  }
  assert.ok(counts.moved > 10 && counts.opened > 1, JSON.stringify(counts));
  for (const { caller, events } of realms) {
    const realmKey = realmKeyOf(caller.principal);
    assert.equal(newestEvent(snapshot, realmKey), events.length);
    assert.equal(placeOfEvent(snapshot, realmKey, 0), 0);
    let before = 0;
    for (const { sequence, type } of events) {
      const place = placeOfEvent(snapshot, realmKey, Number(sequence));
      const record = snapshot.record(place) as StoredRecord;
      const at = Number(sequence) - (record.firstEvent as number);
      assert.equal(eventsOfRecord(record)[at]?.event.type, type, `event ${sequence}`);
      assert.ok(place >= before);
      before = place;
    }
    const accounts = await world.found(
      accountList,
      { ...PRODUCT(caller), limit: "100" },
      { caller },
    );
    for (const { accountId } of accounts.items) {
      const place = decodeIdSuffix(accountId.slice("acct_".length))?.place ?? 0;
      const { firstEvent = 0 } = snapshot.record(place) ?? {};
      assert.ok(firstEvent > 0, `${accountId} was opened with an event`);
    }
  }
});

const PRODUCT = ({ principal: { productId } }: ProductKeyCaller) => ({ productId });

test("emitted events: read again after all writes, forward, back and one by one -> the same, without a gap", async () => {
  for (const { caller, events } of realms) {
    const { productId } = caller.principal;
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      events.map((_, at) => String(at + 1)),
    );
    assert.deepEqual(await listOf(world, { productId, afterSequence: "0" }, caller), events);
    assert.deepEqual(await listOf(world, { productId }, caller), events.toReversed());
    for (const event of events) {
      const again = await world.found(eventRetrieve, { eventId: event.id }, { caller });
      assert.equal(JSON.stringify(again), JSON.stringify(event));
    }
  }
  assert.deepEqual(
    realms.map(({ caller }) => realmKeyOf(caller.principal).split(":")[0]),
    ["sandbox", "live"],
  );
});
