/** The worked example of rows that collect by a mandate, on a shard: dues that a bank takes from a member's account elsewhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decideDebit } from "../../../test/support/features/collection/debits.ts";
import { revokedConsent } from "../../../test/support/features/consent/consents.ts";
import { OVER_ACH } from "../../../test/support/features/consent/mandates.ts";
import {
  begunMembership,
  COLLECTED_MS,
  DUE_MS,
  MEMBERSHIP,
  onlyCollection,
  rowsOf,
} from "../../../test/support/features/object/memberships.ts";
import { called, stateOf } from "../../../test/support/features/object/objects.ts";
import { advanceClock, at, balanceOf, close, DAY_MS } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { accountRetrieve } from "../account/account_resource.ts";
import { beneficiaryArchive } from "../beneficiary/beneficiary.archive.ts";
import { collectionCollect } from "../collection/collection.collect.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { customerReactivate } from "../customer/customer.reactivate.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";

const posted = (world: World, accountId: string) => balanceOf(world, accountId).posted;

async function usedOf(world: World, consentId: string): Promise<[number, string]> {
  const { used } = await world.found(consentRetrieve, { consentId });
  return [used.count, used.total];
}

test("membership: dues are due -> the bank is asked, the row waits; it has the money -> the action has run with it", async () => {
  const world = await openWorld();
  const { membership, memberId, accountId, consentId, duesId } = await begunMembership(
    world,
    "2500",
  );
  advanceClock(world, at(DUE_MS));
  const asked = onlyCollection(world);
  assert.deepEqual(
    [asked.status, asked.rail, asked.objectId, asked.customerId, asked.destinationAccountId],
    ["processing", "sepa", membership.objectId, memberId, accountId],
  );
  assert.deepEqual(rowsOf(world), [{ status: "waiting", attempt: 1 }]);
  assert.deepEqual(await usedOf(world, consentId), [1, "2500"]);
  assert.equal(posted(world, duesId), "0");
  advanceClock(world, at(COLLECTED_MS));
  const { status, untold, creditedAccountId } = onlyCollection(world);
  assert.deepEqual([status, untold, creditedAccountId], ["collected", undefined, accountId]);
  assert.deepEqual(rowsOf(world), [{ status: "ran", attempt: 1 }]);
  assert.deepEqual([posted(world, accountId), posted(world, duesId)], ["0", "2500"]);
  assert.equal(stateOf(world, membership.objectId), "active");
});

test("membership: the end of a collection -> the action and the telling are one record, and come once", async () => {
  const world = await openWorld();
  await begunMembership(world, "9905");
  advanceClock(world, at(DUE_MS));
  decideDebit(world, onlyCollection(world).collectionId, "collected");
  const told = world.passTime().map(({ facts }) => facts.map(({ kind }) => kind));
  assert.deepEqual(told, [
    [
      "ledger.transfer.1",
      "object.acted.1",
      "schedule.changed.1",
      "object.collection_told.1",
      "collection.told.1",
    ],
  ]);
  assert.deepEqual(world.passTime(), []);
});

test("membership: the bank does not collect -> the row is tried again after its pause, and the bank is asked anew", async () => {
  const world = await openWorld();
  const { membership, consentId, duesId } = await begunMembership(world, "9905");
  advanceClock(world, at(DUE_MS));
  const { collectionId } = onlyCollection(world);
  decideDebit(world, collectionId, "failed");
  world.passTime();
  const refusedWith = "AM04";
  assert.deepEqual(rowsOf(world), [{ status: "scheduled", attempt: 2, refusedWith }]);
  assert.deepEqual(await usedOf(world, consentId), [0, "0"]);
  advanceClock(world, at(DUE_MS + 3 * DAY_MS));
  const again = onlyCollection(world);
  assert.deepEqual(
    [again.collectionId, again.status, again.attempts.map(({ outcome }) => outcome)],
    [collectionId, "processing", ["failed", "processing"]],
  );
  assert.equal(new Set(again.attempts.map(({ operationId }) => operationId)).size, 2);
  decideDebit(world, collectionId, "collected");
  world.passTime();
  assert.deepEqual(rowsOf(world), [{ status: "ran", attempt: 2, refusedWith }]);
  assert.equal(posted(world, duesId), "9905");
  assert.equal(stateOf(world, membership.objectId), "active");
});

test("membership: the bank refuses every attempt -> the last call, and the row has failed", async () => {
  const world = await openWorld();
  const { membership } = await begunMembership(world, "9901");
  advanceClock(world, at(DUE_MS + 11 * DAY_MS));
  const { status, attempts } = onlyCollection(world);
  assert.deepEqual([status, attempts.length], ["failed", 3]);
  assert.deepEqual(
    rowsOf(world).map(({ status: each, attempt }) => [each, attempt]),
    [["failed", 4]],
  );
  assert.equal(stateOf(world, membership.objectId), "behind");
});

test("membership: the account of the mandate is archived before the dues are due -> no bank is asked, and the attempt has failed", async () => {
  const world = await openWorld();
  const { membership, beneficiaryId } = await begunMembership(world, "2500");
  world.made(beneficiaryArchive, { beneficiaryId });
  advanceClock(world, at(DUE_MS));
  const { status, failure } = onlyCollection(world);
  assert.deepEqual([status, failure?.code], ["failed", "consent_not_active"]);
  assert.equal(stateOf(world, membership.objectId), "active");
});

test("membership: the bank takes the money back after it was spent -> the loss is the Product's, and what follows is called", async () => {
  const world = await openWorld();
  const { membership, accountId, duesId } = await begunMembership(world, "9904");
  advanceClock(world, at(COLLECTED_MS));
  assert.equal(posted(world, duesId), "9904");
  advanceClock(world, at(COLLECTED_MS + 4 * DAY_MS));
  const { status, returnedFromAccountId = "", untold } = onlyCollection(world);
  assert.deepEqual([status, untold], ["returned", undefined]);
  const losses = await world.found(accountRetrieve, { accountId: returnedFromAccountId });
  assert.deepEqual(
    [losses.role, posted(world, returnedFromAccountId)],
    ["product_losses", "-9904"],
  );
  assert.deepEqual([posted(world, accountId), posted(world, duesId)], ["0", "9904"]);
  assert.equal(stateOf(world, membership.objectId), "behind");
  assert.deepEqual(rowsOf(world), [{ status: "ran", attempt: 1 }]);
});

test("membership: returned before anybody heard it to be collected -> told as a failure that is not tried again", async () => {
  const world = await openWorld();
  const { membership, duesId } = await begunMembership(world, "9905");
  advanceClock(world, at(DUE_MS));
  decideDebit(world, onlyCollection(world).collectionId, "returned");
  assert.deepEqual(
    [onlyCollection(world).status, onlyCollection(world).untold],
    ["returned", "failed"],
  );
  world.passTime();
  assert.deepEqual(rowsOf(world), [{ status: "failed", attempt: 2, refusedWith: "AM04" }]);
  assert.equal(stateOf(world, membership.objectId), "behind");
  assert.equal(posted(world, duesId), "0");
});

test("membership: collected and taken back before the object was told -> told once, as a failure", async () => {
  const world = await openWorld();
  const { membership, accountId } = await begunMembership(world, "9905");
  advanceClock(world, at(DUE_MS));
  const { collectionId } = onlyCollection(world);
  for (const outcome of ["collected", "returned"]) decideDebit(world, collectionId, outcome);
  const { untold } = onlyCollection(world);
  assert.equal(untold, "failed");
  world.passTime();
  assert.equal(onlyCollection(world).untold, undefined);
  assert.equal(stateOf(world, membership.objectId), "behind");
  assert.equal(posted(world, accountId), "0");
});

test("membership: the object has ended while the bank is at it -> nothing is called, and the money is the member's", async () => {
  const world = await openWorld();
  const { membership, accountId } = await begunMembership(world, "9905");
  advanceClock(world, at(DUE_MS));
  called(world, membership, "end");
  decideDebit(world, onlyCollection(world).collectionId, "collected");
  world.passTime();
  assert.deepEqual(rowsOf(world), [{ status: "skipped", attempt: 1, skippedBecause: "until" }]);
  assert.equal(posted(world, accountId), "9905");
  decideDebit(world, onlyCollection(world).collectionId, "returned");
  world.passTime();
  assert.equal(posted(world, accountId), "0");
  assert.equal(stateOf(world, membership.objectId), "ended");
});

/** A member who may not take part while the bank collects: the action is refused with the money. */
async function refusedWithMoney(world: World) {
  const given = await begunMembership(world, "9905");
  advanceClock(world, at(DUE_MS));
  const { collectionId } = onlyCollection(world);
  world.made(customerSuspend, { customerId: given.memberId, reason: "a test" });
  decideDebit(world, collectionId, "collected");
  assert.deepEqual(
    world.passTime().map(({ code }) => code),
    ["customer_status_forbidden"],
  );
  const refusedWith = "customer_status_forbidden";
  assert.deepEqual(rowsOf(world), [{ status: "scheduled", attempt: 2, refusedWith }]);
  return { ...given, collectionId };
}

test("membership: the action is refused with the money -> tried again by itself, and no bank is asked", async () => {
  const world = await openWorld();
  const { memberId, accountId, duesId } = await refusedWithMoney(world);
  assert.equal(posted(world, accountId), "9905");
  world.made(customerReactivate, { customerId: memberId });
  advanceClock(world, at(DUE_MS + 3 * DAY_MS));
  assert.deepEqual(
    rowsOf(world).map(({ status }) => status),
    ["ran"],
  );
  assert.equal(onlyCollection(world).attempts.length, 1);
  assert.deepEqual([posted(world, accountId), posted(world, duesId)], ["0", "9905"]);
});

test("membership: the action is refused with the money, which is then taken back -> no other attempt", async () => {
  const world = await openWorld();
  const { memberId, membership, collectionId } = await refusedWithMoney(world);
  world.made(customerReactivate, { customerId: memberId });
  decideDebit(world, collectionId, "returned");
  world.passTime();
  assert.deepEqual(
    rowsOf(world).map(({ status, attempt }) => [status, attempt]),
    [["failed", 3]],
  );
  assert.equal(stateOf(world, membership.objectId), "behind");
});

test("membership: a member who may not take part -> no bank is asked, and the attempt has failed", async () => {
  const world = await openWorld();
  const { memberId, consentId } = await begunMembership(world, "2500");
  world.made(customerSuspend, { customerId: memberId, reason: "a test" });
  advanceClock(world, at(DUE_MS));
  const { status, rail, attempts } = onlyCollection(world);
  assert.deepEqual(
    [status, rail, attempts.map(({ code }) => code)],
    ["failed", "sepa", ["customer_status_forbidden"]],
  );
  assert.deepEqual(await usedOf(world, consentId), [0, "0"]);
});

type Refused = { title: string; code: string; given(world: World): Promise<unknown> };
const REFUSED: readonly Refused[] = [
  {
    title: "a consent that is revoked",
    code: "consent_revoked",
    given: async (world) => revokedConsent(world, await begunMembership(world, "2500")),
  },
  {
    title: "a consent to less",
    code: "consent_not_active",
    given: (world) =>
      begunMembership(world, "2500", {
        consent: { limits: { maxAmount: "2499", currency: "EUR" } },
      }),
  },
  {
    title: "a mandate in another currency",
    code: "currency_mismatch",
    given: (world) => begunMembership(world, "2500", { debtor: OVER_ACH }),
  },
  {
    title: "an account that is closed",
    code: "destination_account_status_forbidden",
    async given(world) {
      close(world, (await begunMembership(world, "2500")).accountId);
    },
  },
  {
    title: "an action that takes money from two accounts",
    code: "state_constraint_failed",
    given: (world) => begunMembership(world, "2500", { program: fromTwoAccounts() }),
  },
];

for (const { title, code, given } of REFUSED) {
  test(`membership: ${title} -> ${code}, and no bank is asked`, async () => {
    const world = await openWorld();
    await given(world);
    advanceClock(world, at(DUE_MS));
    const { status, attempts } = onlyCollection(world);
    assert.deepEqual([status, attempts.map((each) => each.code)], ["failed", [code]]);
    const asked = [...world.state.providerRequests.values()].filter(
      ({ kind }) => kind === "collection",
    );
    assert.deepEqual(asked, []);
  });
}

/** The membership whose dues come from the savings of the member, too. */
function fromTwoAccounts(): unknown {
  const program = structuredClone(MEMBERSHIP);
  const takeDues = program?.nouns["membership"]?.actions["takeDues"];
  takeDues?.moves?.push({
    label: "more",
    amount: "amount('1')",
    from: "customer(fields.member).customer_savings",
    to: "product.dues",
    book: "revenue.dues",
  });
  return program;
}

test("membership: by hand -> collection_status_forbidden, because the schedule alone collects", async () => {
  const world = await openWorld();
  await begunMembership(world, "9905");
  advanceClock(world, at(DUE_MS));
  const { collectionId } = onlyCollection(world);
  decideDebit(world, collectionId, "failed");
  assert.equal(world.run(collectionCollect, { collectionId }).code, "collection_status_forbidden");
});
