/**
 * The events of a log that the last program before version 2 of records wrote, byte for byte. Its records
 * have no numbers of events, and its facts neither revisions nor earlier fields of accounts.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { idInObject, listOf } from "../../../test/support/features/event/listener.ts";
import { withIdsHiddenSince } from "../../../test/support/id_key.ts";
import { faultsOf } from "../../../test/support/json_schema.ts";
import { keyCaller, START_MS } from "../../../test/world/callers.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { frameHash } from "../../../wal/format.ts";
import { catalogEventTypes } from "../catalog/event_types.ts";
import { eventRetrieve } from "./event.retrieve.ts";
import type { Event } from "./event_schema.ts";

type Golden = {
  /** Every frame of the log, in base64. */
  frames: string[];
  answers: { operation: string; status: number; body: string; suffix: string }[];
};

const GOLDEN = JSON.parse(
  readFileSync(new URL("../../../test/rooms/shard/version_1.golden.json", import.meta.url), "utf8"),
) as { shard: Golden };
const { frames, answers } = GOLDEN.shard;

const CALLERS = [keyCaller(), keyCaller({ environment: "live" })];
let world: World;
/** The events of the sandbox and of live, oldest first. */
const all: Event[][] = [];

withIdsHiddenSince(START_MS + 60_000);
before(async () => {
  const sealed = frames.map((text, at) => {
    const bytes = Buffer.from(text, "base64");
    return { sequence: at + 1, bytes, hash: frameHash(bytes) };
  });
  world = await openWorld({ frames: sealed });
  const { productId } = world.principal;
  for (const caller of CALLERS) {
    all.push(await listOf(world, { productId, afterSequence: "0" }, caller));
  }
});

test("old events: the list -> every event, numbered without a gap; back, it is the same", async () => {
  assert.deepEqual(
    all.map((events) => events.length),
    [51, 2],
  );
  for (const [at, events] of all.entries()) {
    const numbers = events.map(({ sequence }) => Number(sequence));
    assert.deepEqual(
      numbers,
      events.map((_, index) => index + 1),
    );
    const back = await listOf(
      world,
      { productId: world.principal.productId },
      CALLERS[at] as never,
    );
    assert.deepEqual(back, events.toReversed());
  }
});

test("old events: each -> retrieved as it was listed, and what the catalog says of its type", async () => {
  for (const [at, events] of all.entries()) {
    for (const event of events) {
      const reading = { caller: CALLERS[at] as never };
      const again = await world.found(eventRetrieve, { eventId: event.id }, reading);
      assert.equal(JSON.stringify(again), JSON.stringify(event));
      const { $schema: _, ...schema } = catalogEventTypes().get(event.type)?.schema ?? {};
      assert.deepEqual(faultsOf(schema, schema, event), [], event.type);
      assert.equal(idInObject(event), event.data.resource.id);
    }
  }
});

test("old events: each whose operation answered the resource -> the object is this answer", () => {
  let compared = 0;
  for (const event of all.flat()) {
    const { operationId, object, resource } = event.data;
    const answer = answers.find(({ suffix }) => operationId === `op_${suffix}`);
    if (answer === undefined || answer.status >= 400) continue;
    if (!answer.body.startsWith(`{"${resource.type}Id":"${resource.id}"`)) continue;
    compared++;
    assert.deepEqual(object, JSON.parse(answer.body), `${event.type} of ${answer.operation}`);
  }
  assert.ok(compared > 25, String(compared));
});

test("old events: changes of customers and accounts -> without `previous`, which their facts lack", () => {
  const changes = all.flat().filter(({ type }) => /^(customer|account)\./.test(type));
  assert.ok(changes.length > 10);
  assert.ok(changes.every(({ data }) => data.previous === undefined));
});

test("old events: an account that closed with its customer -> closed, as it is for ever", () => {
  const closed = all.flat().find(({ type }) => type === "customer.closed");
  const ofIt = all.flat().filter(({ data }) => data.operationId === closed?.data.operationId);
  assert.deepEqual(
    ofIt.map(({ type, data }) => [type, data.object?.["status"]]),
    [
      ["account.closed", "closed"],
      ["customer.closed", "closed"],
    ],
  );
});
