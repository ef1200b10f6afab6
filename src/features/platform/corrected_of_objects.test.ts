/** Collections of objects that the operator books: what the object is told, and whose the money is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { storedCollection } from "../../../test/support/features/collection/collections.ts";
import { decideDebit } from "../../../test/support/features/collection/debits.ts";
import { openDeposit } from "../../../test/support/features/object/deposits.ts";
import {
  begunMembership,
  DUE_MS,
  onlyCollection,
  rowsOf,
} from "../../../test/support/features/object/memberships.ts";
import { called, stateOf } from "../../../test/support/features/object/objects.ts";
import { advanceClock, at, balanceOf, DAY_MS } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { PRODUCT_SUSPENSE_ROLE, roleCodeOf } from "../ledger/roles.ts";
import { platformCollectionCorrect } from "./platform.collection.correct.ts";

const posted = (world: World, accountId = "") => balanceOf(world, accountId).posted;

function correct(world: World, collectionId: string, outcome: string) {
  const prepared = { user: "ada/1000" };
  const input = { collectionId, outcome, reason: "the bank's letter of Monday" };
  return world.made(platformCollectionCorrect, input, { prepared });
}

/** The collection of an action failed, its object was told, and the bank has the money after all. */
async function bookedDeposit(world: World) {
  const given = await openDeposit(world, "9905");
  called(world, given.deposit, "collect");
  world.passTime();
  const { collectionId } = onlyCollection(world);
  decideDebit(world, collectionId, "failed");
  world.passTime();
  assert.equal(stateOf(world, given.deposit.objectId), "unpaid");
  return { ...given, collectionId, booked: correct(world, collectionId, "collected") };
}

test("corrected collection: of an action to an account of its object -> to suspense; the object is told nothing", async () => {
  const world = await openWorld();
  const { deposit, potId, booked, collectionId } = await bookedDeposit(world);
  const { accounts } = world.state;
  const { creditedAccountId = "" } = booked;
  const ordinal = accounts.ordinalOf(world.realmOf(world.caller), creditedAccountId);
  assert.equal(accounts.roleCode(ordinal), roleCodeOf(PRODUCT_SUSPENSE_ROLE));
  assert.deepEqual([posted(world, creditedAccountId), posted(world, potId)], ["9905", "0"]);
  assert.deepEqual(world.passTime(), []);
  decideDebit(world, collectionId, "returned");
  assert.deepEqual(world.passTime(), []);
  assert.deepEqual([posted(world, creditedAccountId), posted(world, potId)], ["0", "0"]);
  assert.equal(storedCollection(world, collectionId).untold, undefined);
  assert.equal(stateOf(world, deposit.objectId), "unpaid");
});

test("corrected collection: of an action, collected and never taken -> the object is told that it was taken back", async () => {
  const world = await openWorld();
  const { deposit, potId } = await openDeposit(world, "9905");
  called(world, deposit, "collect");
  world.passTime();
  const { collectionId } = onlyCollection(world);
  decideDebit(world, collectionId, "collected");
  world.passTime();
  assert.equal(posted(world, potId), "9905");
  correct(world, collectionId, "failed");
  world.passTime();
  assert.deepEqual([posted(world, potId), stateOf(world, deposit.objectId)], ["0", "lost"]);
});

test("corrected collection: of a row that is to be tried again -> on the member's account; the next attempt takes it and asks no bank", async () => {
  const world = await openWorld();
  const { accountId, duesId } = await begunMembership(world, "9905");
  advanceClock(world, at(DUE_MS));
  const { collectionId } = onlyCollection(world);
  decideDebit(world, collectionId, "failed");
  world.passTime();
  correct(world, collectionId, "collected");
  assert.deepEqual(world.passTime(), []);
  assert.deepEqual([posted(world, accountId), posted(world, duesId)], ["9905", "0"]);
  advanceClock(world, at(DUE_MS + 3 * DAY_MS));
  assert.deepEqual([posted(world, accountId), posted(world, duesId)], ["0", "9905"]);
  assert.deepEqual(
    rowsOf(world).map(({ status, attempt }) => [status, attempt]),
    [["ran", 2]],
  );
  const { attempts } = storedCollection(world, collectionId);
  assert.deepEqual(
    attempts.map(({ outcome }) => outcome),
    ["collected"],
  );
});

test("corrected collection: of a row that has run, taken back later -> its object is told once", async () => {
  const world = await openWorld();
  const { membership } = await begunMembership(world, "9905");
  advanceClock(world, at(DUE_MS));
  const { collectionId } = onlyCollection(world);
  decideDebit(world, collectionId, "failed");
  world.passTime();
  correct(world, collectionId, "collected");
  advanceClock(world, at(DUE_MS + 3 * DAY_MS));
  decideDebit(world, collectionId, "returned");
  world.passTime();
  assert.equal(stateOf(world, membership.objectId), "behind");
  correct(world, collectionId, "collected");
  decideDebit(world, collectionId, "returned");
  assert.deepEqual(world.passTime(), []);
});
