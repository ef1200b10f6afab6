/** What becomes of collections by mandates in a sandbox, by its clock and by what a test says; where the money is at each end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { storedCollection } from "../../../test/support/features/collection/collections.ts";
import {
  collectNow,
  debited,
  debitMade,
  decideDebit,
  lastRequestOf,
  mandated,
  RETURNED_BY,
  SETTLED_BY,
} from "../../../test/support/features/collection/debits.ts";
import { OVER_ACH } from "../../../test/support/features/consent/mandates.ts";
import { requestIn } from "../../../test/support/features/provider_request/live_requests.ts";
import {
  advanceClock,
  at,
  balanceOf,
  close,
  createAccount,
  DAY_MS,
  freeze,
  fund,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { accountRetrieve } from "../account/account_resource.ts";
import { beneficiaryArchive } from "../beneficiary/beneficiary.archive.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { eventList } from "../event/event.list.ts";
import { BALANCE_MAX } from "../ledger/ledger.ts";
import { sandboxProviderOutcomeCreate } from "../sandbox/sandbox.provider_outcome.create.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { collectionCancel } from "./collection.cancel.ts";
import { collectionConfirm } from "./collection.confirm.ts";
import { collectionRetry } from "./collection.retry.ts";
import type { CollectionRequest } from "./collection_request.ts";

const postedOf = (world: World, accountId = "") => balanceOf(world, accountId).posted;

/** What is used of a consent: the count, the sum, and whether it may still be used. */
async function usedOf(world: World, consentId: string) {
  const { used, status } = await world.found(consentRetrieve, { consentId });
  return [used.count, used.total, status];
}

test("debit: a bank is asked -> processing, the consent is used, and no money is there", async () => {
  const world = await openWorld();
  const { collectionId, consentId, destinationAccountId, answer } = await debited(world);
  assert.deepEqual(
    [answer.status, answer.rail, answer.provider, answer.expectedSettlementDate],
    ["processing", "sepa", "simulator", "2026-02-03"],
  );
  assert.equal(answer.sourceAccountId, undefined);
  const { attempts } = storedCollection(world, collectionId);
  assert.deepEqual(
    attempts.map(({ outcome }) => outcome),
    ["processing"],
  );
  assert.equal(postedOf(world, destinationAccountId), "0");
  assert.deepEqual(await usedOf(world, consentId), [1, "100", "active"]);
});

test("debit: the clock comes to its time -> the bank is asked, and has it on the next bank day", async () => {
  const world = await openWorld();
  const parties = await mandated(world);
  const collectionId = debitMade(world, parties, "100", { dueAt: at(3 * DAY_MS) });
  advanceClock(world, at(3 * DAY_MS));
  const { status, expectedSettlementDate } = storedCollection(world, collectionId);
  assert.deepEqual([status, expectedSettlementDate], ["processing", "2026-02-04"]);
  advanceClock(world, "2026-02-04T08:00:00.000Z");
  assert.equal(storedCollection(world, collectionId).status, "collected");
  assert.equal(postedOf(world, parties.destinationAccountId), "100");
});

test("debit: the bank has the money -> credited from its own account, and returnable until the days of the rail", async () => {
  const world = await openWorld();
  const { collectionId, destinationAccountId } = await debited(world);
  advanceClock(world, "2026-02-03T07:59:59.999Z");
  assert.equal(storedCollection(world, collectionId).status, "processing");
  advanceClock(world, SETTLED_BY);
  const { status, transferId, creditedAccountId, returnableUntil, attempts } = storedCollection(
    world,
    collectionId,
  );
  assert.deepEqual([status, creditedAccountId], ["collected", destinationAccountId]);
  assert.equal(attempts[0]?.outcome, "collected");
  assert.deepEqual(returnableUntil, { anyReason: "2026-03-31", unauthorized: "2027-03-03" });
  const moved = await world.found(transferRetrieve, { transferId });
  assert.deepEqual(
    [moved.kind, moved.collectionId, moved.amount, moved.destinationAccountId],
    ["collection", collectionId, "100", destinationAccountId],
  );
  const external = await world.found(accountRetrieve, { accountId: moved.sourceAccountId });
  assert.deepEqual([external.role, external.name], ["suspense", "simulator"]);
  assert.equal(postedOf(world, moved.sourceAccountId), "-100");
});

test("debit: over ACH -> in dollars, with the days of that rail", async () => {
  const world = await openWorld();
  const { collectionId } = await debited(world, "100", { debtor: OVER_ACH, currency: "USD" });
  advanceClock(world, "2026-02-04T12:00:00.000Z");
  const { status, returnableUntil } = storedCollection(world, collectionId);
  assert.equal(status, "collected");
  assert.deepEqual(returnableUntil, { anyReason: "2026-02-05", unauthorized: "2026-04-06" });
});

test("debit: an amount that fails -> failed by the rail's code, and given back; tried again -> a request of its own", async () => {
  const world = await openWorld();
  const { collectionId, consentId, destinationAccountId } = await debited(world, "9903");
  const first = lastRequestOf(world, collectionId);
  advanceClock(world, SETTLED_BY);
  const { status, failure, attempts } = storedCollection(world, collectionId);
  assert.deepEqual([status, failure?.code, failure?.retryable], ["failed", "AM04", true]);
  assert.deepEqual([attempts[0]?.outcome, attempts[0]?.code], ["failed", "AM04"]);
  assert.deepEqual(await usedOf(world, consentId), [0, "0", "active"]);
  assert.equal(postedOf(world, destinationAccountId), "0");
  world.made(collectionRetry, { collectionId });
  world.passTime();
  const again = storedCollection(world, collectionId);
  assert.deepEqual([again.status, again.failure], ["processing", undefined]);
  assert.notEqual(lastRequestOf(world, collectionId), first);
  assert.deepEqual(await usedOf(world, consentId), [1, "9903", "active"]);
});

test("debit: an amount that comes back -> collected, then returned by a transfer of its own; nothing is given back", async () => {
  const world = await openWorld();
  const { collectionId, consentId, destinationAccountId } = await debited(world, "9904");
  advanceClock(world, SETTLED_BY);
  assert.equal(storedCollection(world, collectionId).status, "collected");
  advanceClock(world, RETURNED_BY);
  const { status, failure, returnTransferId, returnedFromAccountId, attempts } = storedCollection(
    world,
    collectionId,
  );
  assert.deepEqual([status, returnedFromAccountId], ["returned", destinationAccountId]);
  assert.deepEqual([failure?.code, failure?.retryable], ["AM04", false]);
  assert.equal(attempts[0]?.outcome, "returned");
  assert.equal(postedOf(world, destinationAccountId), "0");
  const back = await world.found(transferRetrieve, { transferId: returnTransferId });
  assert.deepEqual(
    [back.kind, back.collectionId, back.sourceAccountId],
    ["collection", collectionId, destinationAccountId],
  );
  assert.deepEqual(await usedOf(world, consentId), [1, "9904", "active"]);
});

type Ended = { title: string; ended(world: World, accountId: string): void };
const WITHOUT_MONEY: Ended[] = [
  {
    title: "has one unit less than was collected",
    ended: (world, accountId) => void transfer(world, accountId, openAccount(world), "1"),
  },
  {
    title: "is frozen for debits",
    ended: (world, accountId) => void freeze(world, accountId, "debits"),
  },
  {
    title: "is closed",
    ended(world, accountId) {
      transfer(world, accountId, openAccount(world), postedOf(world, accountId));
      close(world, accountId);
    },
  },
];

for (const { title, ended } of WITHOUT_MONEY) {
  test(`debit: it comes back, the account that had it ${title} -> taken from losses of the Product, which are below zero`, async () => {
    const world = await openWorld();
    const { collectionId, destinationAccountId } = await debited(world, "9904");
    advanceClock(world, SETTLED_BY);
    ended(world, destinationAccountId);
    const left = postedOf(world, destinationAccountId);
    advanceClock(world, RETURNED_BY);
    const { status, returnedFromAccountId = "" } = storedCollection(world, collectionId);
    assert.equal(status, "returned");
    const losses = await world.found(accountRetrieve, { accountId: returnedFromAccountId });
    assert.deepEqual(
      [losses.role, losses.owner.type, losses.openedBy ?? "platform"],
      ["product_losses", "product", "platform"],
    );
    assert.equal(postedOf(world, returnedFromAccountId), "-9904");
    assert.equal(postedOf(world, destinationAccountId), left);
    // The Product makes it whole with money of its own.
    transfer(world, openAccount(world, { fundedMinor: 9_904n }), returnedFromAccountId, "9904");
    assert.equal(postedOf(world, returnedFromAccountId), "0");
  });
}

test("debit: two come back to a frozen account -> both from one account of losses", async () => {
  const world = await openWorld();
  const parties = await mandated(world);
  const ids = ["9904", "19904"].map((amount) => debitMade(world, parties, amount));
  for (const id of ids) collectNow(world, id);
  advanceClock(world, SETTLED_BY);
  freeze(world, parties.destinationAccountId, "all");
  advanceClock(world, RETURNED_BY);
  const from = new Set(ids.map((id) => storedCollection(world, id).returnedFromAccountId));
  assert.equal(from.size, 1);
  assert.equal(postedOf(world, [...from][0]), "-29808");
});

const UNFIT: Ended[] = [
  {
    title: "is frozen for all",
    ended: (world, accountId) => void freeze(world, accountId, "all"),
  },
  { title: "is closed", ended: (world, accountId) => void close(world, accountId) },
  {
    title: "would have too much",
    ended(world, accountId) {
      let left = BALANCE_MAX - 99n;
      for (const most = 10n ** 18n - 1n; left > most; left -= most) fund(world, accountId, most);
      fund(world, accountId, left);
    },
  },
];

for (const { title, ended } of UNFIT) {
  test(`debit: the bank has the money, the destination ${title} -> it is in an account of the Product for it, and goes back from there`, async () => {
    const world = await openWorld();
    const { collectionId, destinationAccountId } = await debited(world, "9904");
    ended(world, destinationAccountId);
    const before = postedOf(world, destinationAccountId);
    advanceClock(world, SETTLED_BY);
    const { creditedAccountId = "" } = storedCollection(world, collectionId);
    const suspense = await world.found(accountRetrieve, { accountId: creditedAccountId });
    assert.equal(suspense.role, "product_suspense");
    assert.equal(postedOf(world, creditedAccountId), "9904");
    advanceClock(world, RETURNED_BY);
    const { returnedFromAccountId } = storedCollection(world, collectionId);
    assert.equal(returnedFromAccountId, creditedAccountId);
    assert.equal(postedOf(world, creditedAccountId), "0");
    assert.equal(postedOf(world, destinationAccountId), before);
  });
}

test("debit: told to be returned before it is heard to be collected -> both in one record, and both events show it returned", async () => {
  const world = await openWorld();
  const { collectionId, consentId, destinationAccountId } = await debited(world, "9905", {
    consent: { limits: { maxCount: 1 } },
  });
  decideDebit(world, collectionId, "returned");
  const { status, transferId, returnTransferId } = storedCollection(world, collectionId);
  assert.equal(status, "returned");
  assert.notEqual(transferId, returnTransferId);
  assert.equal(postedOf(world, destinationAccountId), "0");
  assert.deepEqual(await usedOf(world, consentId), [1, "9905", "consumed"]);
  const { productId } = world.principal;
  const { items } = await world.found(eventList, { productId, resourceId: collectionId });
  const told = items as { type: string; data: { object: { status: string } } }[];
  assert.deepEqual(
    told.slice(0, 2).map(({ type, data }) => [type, data.object.status]),
    [
      ["collection.returned", "returned"],
      ["collection.collected", "returned"],
    ],
  );
});

test("debit: returned before it is heard to be collected, the destination frozen -> in and out of one account of the Product for it", async () => {
  const world = await openWorld();
  const { collectionId, destinationAccountId } = await debited(world, "9905");
  freeze(world, destinationAccountId, "all");
  decideDebit(world, collectionId, "returned");
  const { status, creditedAccountId, returnedFromAccountId } = storedCollection(
    world,
    collectionId,
  );
  assert.deepEqual([status, returnedFromAccountId], ["returned", creditedAccountId]);
  const { role } = await world.found(accountRetrieve, { accountId: creditedAccountId });
  assert.equal(role, "product_suspense");
  assert.equal(postedOf(world, creditedAccountId), "0");
});

test("debit: more than the limits while the first is processing -> consent_not_active; after it failed -> taken", async () => {
  const world = await openWorld();
  const limits = { maxTotal: "10000", currency: "EUR" };
  const parties = await mandated(world, { consent: { limits } });
  const [first, second] = [
    debitMade(world, parties, "9903"),
    debitMade(world, parties, "9905"),
  ] as const;
  assert.equal(collectNow(world, first).status, "processing");
  const refused = collectNow(world, second);
  assert.deepEqual(
    [refused.error?.code, refused.error?.details["limit"]],
    ["consent_not_active", "maxTotal"],
  );
  advanceClock(world, SETTLED_BY);
  assert.equal(storedCollection(world, first).status, "failed");
  // The clock's own attempt had failed by the limit meanwhile.
  world.made(collectionRetry, { collectionId: second });
  world.passTime();
  assert.equal(storedCollection(world, second).status, "processing");
});

test("debit: the last that the consent covers -> consumed when the bank has it, not before", async () => {
  const world = await openWorld();
  const consent = { limits: { maxCount: 1 } };
  const { consentId } = await debited(world, "100", { consent });
  assert.deepEqual(await usedOf(world, consentId), [1, "100", "active"]);
  advanceClock(world, SETTLED_BY);
  assert.deepEqual(await usedOf(world, consentId), [1, "100", "consumed"]);
});

test("debit: the first by a mandate, one beside it, one after -> first, recurrent, recurrent", async () => {
  const world = await openWorld();
  const parties = await mandated(world, { consent: { mandate: { reference: "RENT-7" } } });
  const sequenceOf = (collectionId: string) => {
    const { request } = requestIn(world, lastRequestOf(world, collectionId));
    return (request as CollectionRequest).mandate;
  };
  const ids = ["100", "200"].map((amount) => debitMade(world, parties, amount));
  for (const id of ids) collectNow(world, id);
  advanceClock(world, SETTLED_BY);
  ids.push(debitMade(world, parties, "300"));
  collectNow(world, ids[2] ?? "");
  const acceptedAt = "2026-01-01T00:00:00.000Z";
  const told = ids.map(sequenceOf);
  assert.deepEqual(told, [
    { reference: "RENT-7", acceptedAt, sequence: "first" },
    { reference: "RENT-7", acceptedAt, sequence: "recurrent" },
    { reference: "RENT-7", acceptedAt, sequence: "recurrent" },
  ]);
});

test("debit: the first one failed -> the next is the first", async () => {
  const world = await openWorld();
  const { collectionId } = await debited(world, "9903");
  advanceClock(world, SETTLED_BY);
  world.made(collectionRetry, { collectionId });
  world.passTime();
  const { request } = requestIn(world, lastRequestOf(world, collectionId));
  assert.equal((request as CollectionRequest).mandate.sequence, "first");
});

test("debit: what a bank has collected, and what it has taken back -> not reversed", async () => {
  const world = await openWorld();
  const { collectionId } = await debited(world, "9904");
  advanceClock(world, RETURNED_BY);
  const { transferId, returnTransferId } = storedCollection(world, collectionId);
  for (const id of [transferId, returnTransferId]) {
    const { code } = world.run(transferReverse, { transferId: id, reason: "a mistake" });
    assert.equal(code, "state_conflict");
  }
});

test("debit: the account of the mandate is archived while the bank is at it -> collected all the same; the next attempt fails for good", async () => {
  const world = await openWorld();
  const { collectionId, ...parties } = await debited(world);
  world.made(beneficiaryArchive, { beneficiaryId: parties.beneficiaryId });
  const next = debitMade(world, parties, "200", { dueAt: at(5 * DAY_MS) });
  advanceClock(world, at(6 * DAY_MS));
  assert.equal(storedCollection(world, collectionId).status, "collected");
  const { failure } = storedCollection(world, next);
  assert.deepEqual([failure?.code, failure?.retryable], ["consent_not_active", false]);
});

test("debit: the simulator waits for a test, which cancels meanwhile -> refused, and still processing", async () => {
  const world = await openWorld();
  const { collectionId } = await debited(world, "9905");
  advanceClock(world, at(60 * DAY_MS));
  const { code } = world.run(collectionCancel, { collectionId, reason: "paid in cash" });
  assert.equal(code, "collection_status_forbidden");
  assert.equal(storedCollection(world, collectionId).status, "processing");
  decideDebit(world, collectionId, "collected");
  assert.equal(storedCollection(world, collectionId).status, "collected");
});

test("debit: refused by the bank, then settled by a transfer; a test says that it comes back -> state_conflict", async () => {
  const world = await openWorld();
  const { collectionId, customerId, destinationAccountId } = await debited(world, "9901");
  const { accountId } = createAccount(world, { owner: { type: "customer", id: customerId } });
  fund(world, accountId, 9901n);
  const { transferId } = transfer(world, accountId, destinationAccountId, "9901");
  world.made(collectionConfirm, { collectionId, transferId });
  const resource = { type: "collection", id: collectionId };
  const { code, body } = world.run(sandboxProviderOutcomeCreate, { resource, outcome: "returned" });
  assert.equal(code, "state_conflict");
  assert.match(
    JSON.parse(String(body)).error.message,
    /is settled by transfer tr_\w+, and no bank has collected it$/,
  );
  assert.equal(storedCollection(world, collectionId).status, "collected");
  assert.equal(postedOf(world, destinationAccountId), "9901");
});
