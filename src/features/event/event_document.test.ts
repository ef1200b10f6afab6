/** Tests of the two forms of an event: the text is written by hand, the document is plain. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { resetSandbox, tellStory } from "../../../test/support/features/event/events.ts";
import { fc } from "../../../test/support/properties.ts";
import { openAccount } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { eventForm } from "./event_document.ts";
import { EventLog } from "./event_log.ts";
import type { LoggedEvent } from "./logged_event.ts";

/** Compares the two forms of every event of the world; resolves with the events. */
async function assertSameForms(world: World): Promise<LoggedEvent[]> {
  const snapshot = await world.snapshot();
  const { documentOf, jsonOf } = eventForm(snapshot, world.principal);
  const log = EventLog.of(snapshot, realmKeyOf(world.principal));
  assert.ok(log !== undefined, "the world has a realm");
  const events = [...log.forward(0)].flatMap(({ event }) => event ?? []);
  for (const event of events) assert.equal(jsonOf(event), JSON.stringify(documentOf(event)));
  return events;
}

test("event: a story with a reset -> the text of each event is that of its document", async () => {
  const world = await openWorld();
  tellStory(world);
  resetSandbox(world);
  tellStory(world);
  const events = await assertSameForms(world);
  assert.ok(events.some(({ sub }) => sub > 0));
  const types = new Set(events.map(({ event }) => event.type));
  assert.ok(types.size > 10, [...types].join(" "));
});

test("event: transfers with any texts of clients -> the text of each is that of its document", async () => {
  const world = await openWorld();
  const sourceAccountId = openAccount(world, { fundedMinor: 1_000_000n });
  const destinationAccountId = openAccount(world);
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
  const extras = fc.record(
    {
      description: text,
      metadata: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), text, { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  );
  const amount = fc.integer({ min: 1, max: 10_000_000 }).map(String);
  for (const drawn of fc.sample(fc.record({ amount, extras }), 200)) {
    const draft = { sourceAccountId, destinationAccountId, currency: "EUR", amount: drawn.amount };
    world.run(transferCreate, { ...draft, ...drawn.extras });
  }
  const events = await assertSameForms(world);
  const types = new Set(events.map(({ event }) => event.type));
  assert.ok(types.has("transfer.posted") && types.has("transfer.failed"));
});

test("event: a resource that is too large -> thin, in both forms", async () => {
  const world = await openWorld();
  const sourceAccountId = openAccount(world, { fundedMinor: 1_000n });
  const destinationAccountId = openAccount(world);
  const value = "\u{1F4B6}".repeat(250);
  const keys = Array.from({ length: 25 }, (_, index) => [`key_${index}`, value]);
  const draft = { sourceAccountId, destinationAccountId, currency: "EUR", amount: "1" };
  world.run(transferCreate, { ...draft, metadata: Object.fromEntries(keys) });
  const events = await assertSameForms(world);
  const { jsonOf } = eventForm(await world.snapshot(), world.principal);
  const newest = events.at(-1) as LoggedEvent;
  assert.equal(newest.event.type, "transfer.posted");
  assert.ok(jsonOf(newest).includes('"object":null,"thin":true'));
});
