/** Entries of the indexes of events: one stands for the events of a stretch of numbers, and walks begin and end within it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { payable, payoutOf } from "../../../test/support/features/payout/payouts.ts";
import { createCustomer, openAccount } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { decodeRuns, EVENTS_PER_ENTRY } from "../../contract/tables/event_index.ts";
import { SHARD_TABLE } from "../../contract/tables/shard_table_codes.ts";
import { payoutBatchCreate } from "../payout/payout.batch.create.ts";
import { EventLog } from "./event_log.ts";

/** Records with many events of few types, among records with one: a payout of `9901` is made, and asked about later. */
async function tellRuns(world: World): Promise<void> {
  const { source, beneficiaryId } = await payable(world);
  for (const amounts of [["1", "2", "3"], ["1", "9901", "2", "999999999", "3", "4"], ["5"]]) {
    const items = amounts.map((amount) => payoutOf({ source, beneficiaryId }, amount));
    world.run(payoutBatchCreate, { items });
    createCustomer(world);
    openAccount(world);
  }
  world.passTime();
}

test("EventLog: records with runs of types and of resources, any number to begin at -> the events that reading all finds", async () => {
  const world = await openWorld();
  await tellRuns(world);
  const log = EventLog.of(await world.snapshot(), realmKeyOf(world.principal)) as EventLog;
  const all = [...log.forward(0)].flatMap(({ event }) => event ?? []);
  const numbers = { type: new Map<string, number[]>(), resource: new Map<string, number[]>() };
  for (const { event, resourceId, number } of all) {
    if (event.isDense === true) continue;
    for (const [by, under] of [
      ["type", event.type],
      ["resource", resourceId],
    ] as const) {
      numbers[by].set(under, [...(numbers[by].get(under) ?? []), number]);
    }
  }
  assert.ok((numbers.type.get("payout.processing") ?? []).length > 5);
  for (const by of ["type", "resource"] as const) {
    for (const [under, wanted] of numbers[by]) {
      for (let at = 0; at <= log.count + 1; at++) {
        const later = [...log.spotsForward(by, under, at)];
        assert.deepEqual(
          later.map(({ number }) => number),
          wanted.filter((one) => one > at),
        );
        const back = [...log.spotsBack(by, under, at)].reverse();
        assert.deepEqual(
          back.map(({ number }) => number),
          wanted.filter((one) => one < at),
        );
        for (const spot of [...later, ...back]) {
          const { event, resourceId } = log.at(spot);
          assert.equal(by === "type" ? event.type : resourceId, under);
        }
      }
    }
  }
});

test("EventLog: several entries of a type, some written in parts -> the same", async () => {
  const world = await openWorld();
  for (const count of [1, 100, 2, EVENTS_PER_ENTRY]) {
    for (let made = 0; made < count; made++) createCustomer(world);
    await world.snapshot();
  }
  const realm = world.realmOf(world.caller);
  const range = { from: "customer.created:", below: "customer.created;" };
  const snapshot = await world.snapshot();
  const rows = [...snapshot.ascend(SHARD_TABLE.eventType, realm, range)];
  assert.ok(rows.length > 1);
  const log = EventLog.of(snapshot, realmKeyOf(world.principal)) as EventLog;
  const numbers = [...log.forward(0)].flatMap(({ event, number }) =>
    event?.event.type === "customer.created" ? [number] : [],
  );
  assert.ok(numbers.length > EVENTS_PER_ENTRY);
  for (let at = 0; at <= log.count + 1; at++) {
    const later = [...log.spotsForward("type", "customer.created", at)];
    assert.deepEqual(
      later.map(({ number }) => number),
      numbers.filter((one) => one > at),
    );
    const back = [...log.spotsBack("type", "customer.created", at)].reverse();
    assert.deepEqual(
      back.map(({ number }) => number),
      numbers.filter((one) => one < at),
    );
  }
});

test("event indexes: a batch of payouts -> one entry of each type of event, and one of each payout", async () => {
  const world = await openWorld();
  const { source, beneficiaryId } = await payable(world);
  const runsOf = async (table: number, under: string) => {
    const snapshot = await world.snapshot();
    const rows = snapshot.ascend(table, world.realmOf(world.caller), {
      from: `${under}:`,
      below: `${under};`,
    });
    return [...rows].map(({ key, value }) => decodeRuns(key, value));
  };
  const items = ["1", "2", "3", "4"].map((amount) => payoutOf({ source, beneficiaryId }, amount));
  const { results } = world.made(payoutBatchCreate, { items });
  for (const type of ["payout.created", "payout.processing"]) {
    const runs = (await runsOf(SHARD_TABLE.eventType, type)).flat();
    assert.deepEqual(
      runs.map(({ count, stride }) => ({ count, stride })),
      [{ count: 4, stride: 2 }],
    );
  }
  for (const { payoutId } of results) {
    const runs = (await runsOf(SHARD_TABLE.eventResource, payoutId)).flat();
    assert.deepEqual(
      runs.map(({ count, stride }) => ({ count, stride })),
      [{ count: 2, stride: 1 }],
    );
  }
});
