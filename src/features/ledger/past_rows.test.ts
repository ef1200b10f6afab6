/** Balances and entries as of a past moment, against those that were recorded at that moment. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyCaller, START_MS } from "../../../test/world/callers.ts";
import { holdFor, openAccount, transfer } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { Place } from "../../base/id.ts";
import type { PastPoint } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { accountBalanceRetrieve } from "../account/account.balance.retrieve.ts";
import { accountEntryList } from "../account/account.entry.list.ts";
import type { AccountEntry } from "../account/account_entry.ts";
import { newestEvent, placeOfEvent } from "../event/realm_moments.ts";

const REALM_KEY = realmKeyOf(keyCaller().principal);

type Seen = { balance: unknown; entries: string[] };

async function seen(world: World, accountId: string, past?: PastPoint): Promise<Seen | string> {
  const reading = past === undefined ? {} : { past };
  const balance = await world.read(accountBalanceRetrieve, { accountId }, reading);
  if (balance.code !== undefined) return balance.code;
  const { asOf: _, ...figures } = balance.reply;
  const { items } = await world.found(accountEntryList, { accountId, limit: "100" }, reading);
  return { balance: figures, entries: items.map(({ entryId }: AccountEntry) => entryId) };
}

/** The place of the record with the newest event. */
async function newestPlace(world: World): Promise<Place> {
  const snapshot = await world.snapshot();
  return placeOfEvent(snapshot, REALM_KEY, newestEvent(snapshot, REALM_KEY));
}

test("asOf: each earlier event, each earlier time -> what was shown then", async () => {
  const world = await openWorld();
  const source = openAccount(world, { fundedMinor: 1_000n });
  const destination = openAccount(world);
  const both = (past?: PastPoint) =>
    Promise.all([source, destination].map((accountId) => seen(world, accountId, past)));
  const then: { number: number; place: Place; timeMs: number; rows: unknown[] }[] = [];
  const note = async () => {
    const snapshot = await world.snapshot();
    // What an answer of GraphQL names, and what its reads are given for that later.
    const number = newestEvent(snapshot, REALM_KEY);
    const place = placeOfEvent(snapshot, REALM_KEY, number);
    then.push({ number, place, timeMs: world.nowMs, rows: await both() });
  };
  await note();
  for (let step = 1; step <= 12; step++) {
    // Two of three records have the same millisecond as the record before.
    if (step % 3 === 0) world.nowMs += 1;
    if (step % 4 === 0) holdFor(world, source);
    else transfer(world, source, destination, String(step));
    await note();
  }
  for (const { number, place, timeMs, rows } of then) {
    assert.equal(placeOfEvent(await world.snapshot(), REALM_KEY, number), place);
    assert.deepEqual(await both({ place }), rows, `event ${number}`);
    const lastOfTime = then.findLast((moment) => moment.timeMs === timeMs);
    assert.deepEqual(await both({ timeMs }), lastOfTime?.rows, `time ${timeMs}`);
  }
});

test("asOf: before the account was opened, and past the newest -> not found; as now", async () => {
  const world = await openWorld();
  openAccount(world, { fundedMinor: 5n });
  const place = await newestPlace(world);
  world.nowMs += 1_000;
  const later = openAccount(world, { fundedMinor: 7n });
  for (const past of [{ place }, { timeMs: START_MS }, { place: 0 }]) {
    assert.equal(await seen(world, later, past), "account_not_found");
  }
  const now = await seen(world, later);
  assert.deepEqual(await seen(world, later, { timeMs: world.nowMs + 1_000 }), now);
});

test("asOf: entries page by page -> the cursor holds to the moment it was made for", async () => {
  const world = await openWorld();
  const source = openAccount(world, { fundedMinor: 100n });
  const destination = openAccount(world);
  for (let step = 0; step < 3; step++) transfer(world, source, destination, "1");
  const past = { place: await newestPlace(world) };
  transfer(world, source, destination, "1");
  const input = { accountId: destination, limit: "2" };
  const first = await world.found(accountEntryList, input, { past });
  const next = { ...input, cursor: first.nextCursor };
  const second = await world.found(accountEntryList, next, { past });
  assert.equal(second.items.length, 1);
  assert.equal((await world.read(accountEntryList, next)).code, "invalid_request");
});
