/** The worked example of an action that collects by a mandate, on a shard: a deposit that a bank takes, and may take back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decideDebit } from "../../../test/support/features/collection/debits.ts";
import { consentMade, revokedConsent } from "../../../test/support/features/consent/consents.ts";
import { OVER_ACH } from "../../../test/support/features/consent/mandates.ts";
import { openDeposit } from "../../../test/support/features/object/deposits.ts";
import {
  collectionsIn,
  onlyCollection,
} from "../../../test/support/features/object/memberships.ts";
import { called, pathOf, stateOf } from "../../../test/support/features/object/objects.ts";
import { advanceClock, at, balanceOf, DAY_MS } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { accountEntryList } from "../account/account.entry.list.ts";
import { accountRetrieve } from "../account/account_resource.ts";
import { beneficiaryArchive } from "../beneficiary/beneficiary.archive.ts";
import { collectionCollect } from "../collection/collection.collect.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { roleCodeOf } from "../ledger/roles.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { objectActionCall } from "./object.action.call.ts";
import { objectActionPreview } from "./object.action.preview.ts";
import { objectCreate } from "./object.create.ts";
import { limitKey, ownMoneyKey } from "./object_state.ts";

const posted = (world: World, accountId: string) => balanceOf(world, accountId).posted;

/** What the platform says that own accounts of deposits hold, and what the limit on them measures. */
function totalsOf(world: World): string[] {
  const realm = world.realmOf(world.caller);
  return [ownMoneyKey(realm, "deposit", "EUR"), limitKey(realm, { name: "pots", scope: "" })].map(
    (key) => world.state.objectTotals.get(realm, key)?.total ?? "0",
  );
}

test("deposit: collected by the action -> the bank is asked in its record, and the answer does not wait", async () => {
  const world = await openWorld();
  const { deposit, consentId, potId } = await openDeposit(world, "9905");
  const preview = await world.found(objectActionPreview, {
    ...pathOf(world, deposit),
    action: "collect",
  });
  const { object, outcome } = called(world, deposit, "collect");
  assert.equal(object.state, "collecting");
  assert.deepEqual([outcome.moves, outcome.fees], [[], []]);
  const [asked] = outcome.collections ?? [];
  assert.deepEqual(
    [asked?.label, asked?.amount, asked?.consentId, asked?.destinationAccountId, asked?.rail],
    ["deposit", "9905", consentId, potId, "sepa"],
  );
  const { collectionId, ...planned } = asked ?? {};
  assert.deepEqual(preview.outcome.collections, [planned]);
  const stored = onlyCollection(world);
  assert.deepEqual(
    [stored.collectionId, stored.status, stored.objectId, stored.action, stored.label],
    [collectionId, "processing", deposit.objectId, "collect", "deposit"],
  );
  const { used } = await world.found(consentRetrieve, { consentId });
  assert.deepEqual([used.count, used.total], [1, "9905"]);
  assert.deepEqual([posted(world, potId), ...totalsOf(world)], ["0", "0", "0"]);
});

test("deposit: the bank has the money -> it is on the account of the object, which is told once", async () => {
  const world = await openWorld();
  const { deposit, accountId, potId } = await openDeposit(world, "2500");
  called(world, deposit, "collect");
  advanceClock(world, at(4 * DAY_MS));
  assert.equal(stateOf(world, deposit.objectId), "held");
  assert.deepEqual([posted(world, potId), ...totalsOf(world)], ["2500", "2500", "2500"]);
  const { transferId, untold } = onlyCollection(world);
  assert.equal(untold, undefined);
  const moved = await world.found(transferRetrieve, { transferId });
  assert.deepEqual([moved.kind, moved.label], ["collection", "deposit"]);
  called(world, deposit, "release");
  assert.deepEqual([posted(world, potId), posted(world, accountId)], ["0", "2500"]);
  assert.deepEqual(totalsOf(world), ["0", "0"]);
});

test("deposit: the end of a collection -> the call and the telling are one record", async () => {
  const world = await openWorld();
  const { deposit } = await openDeposit(world, "9905");
  called(world, deposit, "collect");
  world.passTime();
  decideDebit(world, onlyCollection(world).collectionId, "collected");
  assert.deepEqual(
    world.passTime().map(({ facts }) => facts.map(({ kind }) => kind)),
    [["object.acted.1", "object.collection_told.1", "collection.told.1"]],
  );
  assert.deepEqual(world.passTime(), []);
});

test("deposit: the bank does not collect -> the object is told, and a day later another bank request is made", async () => {
  const world = await openWorld();
  const { deposit, potId } = await openDeposit(world, "9905");
  called(world, deposit, "collect");
  world.passTime();
  decideDebit(world, onlyCollection(world).collectionId, "failed");
  world.passTime();
  assert.equal(stateOf(world, deposit.objectId), "unpaid");
  advanceClock(world, at(DAY_MS));
  const [first, second, ...more] = collectionsIn(world);
  assert.deepEqual([first?.status, second?.status, more], ["failed", "processing", []]);
  decideDebit(world, second?.collectionId ?? "", "collected");
  world.passTime();
  assert.equal(stateOf(world, deposit.objectId), "held");
  assert.deepEqual([posted(world, potId), ...totalsOf(world)], ["9905", "9905", "9905"]);
});

test("deposit: the bank takes the money back -> from the account of the object, which is told", async () => {
  const world = await openWorld();
  const { deposit, potId } = await openDeposit(world, "9904");
  called(world, deposit, "collect");
  advanceClock(world, at(10 * DAY_MS));
  assert.equal(onlyCollection(world).returnedFromAccountId, potId);
  assert.equal(stateOf(world, deposit.objectId), "lost");
  assert.deepEqual([posted(world, potId), ...totalsOf(world)], ["0", "0", "0"]);
});

test("deposit: the bank takes the money back after a part of it was spent -> the loss is the Product's, and the object is told", async () => {
  const world = await openWorld();
  const { deposit, potId } = await openDeposit(world, "9905");
  called(world, deposit, "collect");
  world.passTime();
  const { collectionId } = onlyCollection(world);
  decideDebit(world, collectionId, "collected");
  world.passTime();
  called(world, deposit, "spend");
  decideDebit(world, collectionId, "returned");
  world.passTime();
  const { returnedFromAccountId: lossesId = "" } = onlyCollection(world);
  const { role } = await world.found(accountRetrieve, { accountId: lossesId });
  assert.deepEqual([role, posted(world, lossesId)], ["product_losses", "-9905"]);
  assert.equal(stateOf(world, deposit.objectId), "lost");
  assert.deepEqual([posted(world, potId), ...totalsOf(world)], ["9904", "9904", "9904"]);
});

test("deposit: taken back before the object was told -> told of a failure, and nothing counts as its money", async () => {
  const world = await openWorld();
  const { deposit, potId } = await openDeposit(world, "9905");
  called(world, deposit, "collect");
  world.passTime();
  const { collectionId } = onlyCollection(world);
  for (const outcome of ["collected", "returned"]) decideDebit(world, collectionId, outcome);
  world.passTime();
  assert.equal(stateOf(world, deposit.objectId), "unpaid");
  assert.deepEqual([posted(world, potId), ...totalsOf(world)], ["0", "0", "0"]);
});

test("deposit: the object has ended when the bank has the money -> an account of the Product for such money has it", async () => {
  const world = await openWorld();
  const { deposit, potId } = await openDeposit(world, "9905");
  called(world, deposit, "collect");
  world.passTime();
  called(world, deposit, "end");
  decideDebit(world, onlyCollection(world).collectionId, "collected");
  world.passTime();
  assert.equal(stateOf(world, deposit.objectId), "ended");
  assert.deepEqual([posted(world, potId), ...totalsOf(world)], ["0", "0", "0"]);
  const { accounts } = world.state;
  const suspense = [...accounts.ofOwner("product", world.principal.productId)].find(
    (ordinal) => accounts.roleCode(ordinal) === roleCodeOf("product_suspense"),
  );
  assert.ok(suspense !== undefined);
  const accountId = accounts.accountId(suspense);
  assert.equal(posted(world, accountId), "9905");
  // No caller brings it back to the account of the object, from which no action could take it.
  const { items } = await world.found(accountEntryList, { accountId, limit: "1" });
  const transferId = items[0]?.transferId ?? "";
  const reversed = world.run(transferReverse, { transferId, reason: "a test" });
  assert.equal(reversed.code, "state_conflict");
  assert.equal(posted(world, potId), "0");
});

test("deposit: what is called is refused -> on record once, and the object and its money stay as they are", async () => {
  const world = await openWorld();
  const { deposit, potId, renterId } = await openDeposit(world, "9905");
  called(world, deposit, "collect");
  world.passTime();
  world.made(customerSuspend, { customerId: renterId, reason: "a test" });
  decideDebit(world, onlyCollection(world).collectionId, "collected");
  assert.deepEqual(
    world.passTime().map(({ code }) => code),
    ["customer_status_forbidden"],
  );
  assert.equal(stateOf(world, deposit.objectId), "collecting");
  assert.deepEqual([posted(world, potId), ...totalsOf(world)], ["9905", "9905", "9905"]);
});

test("deposit: by hand -> collection_status_forbidden, because the object's actions alone say what follows", async () => {
  const world = await openWorld();
  const { deposit } = await openDeposit(world, "9905");
  called(world, deposit, "collect");
  world.passTime();
  const { collectionId } = onlyCollection(world);
  decideDebit(world, collectionId, "failed");
  assert.equal(world.run(collectionCollect, { collectionId }).code, "collection_status_forbidden");
});

type Refused = { title: string; code: string; given(world: World): ReturnType<typeof openDeposit> };
const REFUSED: readonly Refused[] = [
  {
    title: "a consent that is revoked",
    code: "consent_revoked",
    async given(world) {
      const made = await openDeposit(world, "2500");
      revokedConsent(world, made);
      return made;
    },
  },
  {
    title: "a consent to less",
    code: "consent_not_active",
    given: (world) =>
      openDeposit(world, "2500", { consent: { limits: { maxAmount: "2499", currency: "EUR" } } }),
  },
  {
    title: "a mandate whose account is archived",
    code: "consent_not_active",
    async given(world) {
      const made = await openDeposit(world, "2500");
      world.made(beneficiaryArchive, { beneficiaryId: made.beneficiaryId });
      return made;
    },
  },
  {
    title: "a mandate in another currency",
    code: "currency_mismatch",
    given: (world) => openDeposit(world, "2500", { debtor: OVER_ACH }),
  },
];

for (const { title, code, given } of REFUSED) {
  test(`deposit: ${title} -> ${code}, of a preview too, and no bank is asked`, async () => {
    const world = await openWorld();
    const { deposit } = await given(world);
    const asked = { ...pathOf(world, deposit), action: "collect" };
    assert.equal((await world.read(objectActionPreview, asked)).code, code);
    assert.equal(world.run(objectActionCall, asked).code, code);
    assert.deepEqual(collectionsIn(world), []);
    assert.equal(stateOf(world, deposit.objectId), "open");
  });
}

test("deposit: a consent without a mandate -> consent_not_active, with the limit that stands against it", async () => {
  const world = await openWorld();
  const { deposit, renterId } = await openDeposit(world, "2500");
  const { consentId } = consentMade(world, { customerId: renterId });
  const fields = { ...deposit.fields, consent: consentId };
  const { productId } = world.principal;
  const other = world.made(objectCreate, { productId, kind: "deposit", fields });
  const asked = { productId, kind: "deposit", objectId: other.objectId, action: "collect" };
  const { code, details } = world.run(objectActionCall, asked);
  assert.deepEqual([code, details["limit"]], ["consent_not_active", "mandate"]);
});
