/** The worked example of a program that pays out, on a shard: an order whose net goes to a beneficiary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onBook } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import {
  called,
  pathOf,
  runProgram,
  stateOf,
} from "../../../test/support/features/object/objects.ts";
import {
  fundedOrder,
  ORDER_PROGRAM,
  orderTo,
  payoutsIn,
} from "../../../test/support/features/object/settlements.ts";
import { cancelPayout, decidePayout } from "../../../test/support/features/payout/payouts.ts";
import { advanceClock, at, balanceOf, DAY_MS } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { roleCodeOf } from "../ledger/roles.ts";
import { payoutRetrieve } from "../payout/payout_noun.ts";
import { objectActionCall } from "./object.action.call.ts";
import { limitKey, ownMoneyKey } from "./object_state.ts";

/** What the platform says that own accounts of orders hold, and what the limit on them measures. */
function totalsOf(world: World): string[] {
  const realm = world.realmOf(world.caller);
  return [ownMoneyKey(realm, "order", "EUR"), limitKey(realm, { name: "escrow", scope: "" })].map(
    (key) => world.state.objectTotals.get(realm, key)?.total ?? "0",
  );
}

function availableOf(world: World, accountId: string): string {
  const { posted, held } = balanceOf(world, accountId);
  return String(BigInt(posted) - BigInt(held));
}

test("settlement: settled -> the fee is earned, the net is reserved and paid, and the order is settled when it is posted", async () => {
  const world = await openWorld();
  const { order, revenueId, escrowId, payeeId } = await fundedOrder(world, "10000");
  const { object, outcome } = called(world, order, "settle");
  assert.equal(object.state, "paying");
  assert.deepEqual(
    outcome.moves.map(({ label, amount }) => [label, amount]),
    [["fee", "250"]],
  );
  const [paid] = outcome.payouts ?? [];
  assert.deepEqual(
    [paid?.label, paid?.amount, paid?.status, paid?.beneficiaryId, paid?.rail],
    ["net", "9750", "created", payeeId, "sepa"],
  );
  assert.equal(balanceOf(world, revenueId).posted, "250");
  const { posted, held } = balanceOf(world, escrowId);
  assert.deepEqual([posted, held], ["9750", "9750"]);
  assert.deepEqual(totalsOf(world), ["9750", "9750"]);
  advanceClock(world, at(5 * DAY_MS));
  assert.equal(payoutsIn(world)[0]?.status, "posted");
  assert.equal(stateOf(world, order.objectId), "settled");
  assert.equal(balanceOf(world, escrowId).posted, "0");
  assert.deepEqual(totalsOf(world), ["0", "0"]);
});

test("settlement: the payout fails -> the money is in the escrow, and the clock pays again a day later", async () => {
  const world = await openWorld();
  const { order, escrowId } = await fundedOrder(world, "10000");
  called(world, order, "settle");
  world.passTime();
  const [first] = payoutsIn(world);
  decidePayout(world, first?.payoutId ?? "", "failed");
  world.passTime();
  assert.equal(stateOf(world, order.objectId), "unpaid");
  const { posted, held } = balanceOf(world, escrowId);
  assert.deepEqual([posted, held], ["9750", "0"]);
  advanceClock(world, at(DAY_MS));
  assert.equal(stateOf(world, order.objectId), "paying");
  advanceClock(world, at(8 * DAY_MS));
  assert.equal(stateOf(world, order.objectId), "settled");
  assert.deepEqual(
    payoutsIn(world).map(({ action, label, status }) => [action, label, status]),
    [
      ["settle", "net", "failed"],
      ["payAgain", "again", "posted"],
    ],
  );
  assert.deepEqual(totalsOf(world), ["0", "0"]);
});

test("settlement: the money comes back after it was posted -> it is in the escrow, and the order says so", async () => {
  const world = await openWorld();
  const { order, escrowId } = await fundedOrder(world, "10000");
  called(world, order, "settle");
  advanceClock(world, at(5 * DAY_MS));
  decidePayout(world, payoutsIn(world)[0]?.payoutId ?? "", "returned");
  world.passTime();
  assert.equal(stateOf(world, order.objectId), "back");
  assert.equal(availableOf(world, escrowId), "9750");
  assert.deepEqual(totalsOf(world), ["9750", "9750"]);
  called(world, order, "payAgain");
  advanceClock(world, at(10 * DAY_MS));
  assert.equal(stateOf(world, order.objectId), "settled");
  assert.deepEqual(totalsOf(world), ["0", "0"]);
});

test("settlement: the bank returns what nobody heard to be posted -> the order is told both, one after the other", async () => {
  const world = await openWorld();
  const { order } = await fundedOrder(world, "10000");
  called(world, order, "settle");
  world.passTime();
  decidePayout(world, payoutsIn(world)[0]?.payoutId ?? "", "returned");
  assert.deepEqual(payoutsIn(world)[0]?.untold, ["posted", "returned"]);
  const told = world.passTime().map(({ facts }) => facts.map(({ kind }) => kind));
  assert.deepEqual(told, [
    ["object.acted.1", "object.payout_told.1", "payout.told.1"],
    ["object.acted.1", "object.payout_told.1", "payout.told.1"],
  ]);
  assert.equal(stateOf(world, order.objectId), "back");
  assert.deepEqual(totalsOf(world), ["9750", "9750"]);
  assert.equal(payoutsIn(world)[0]?.untold, undefined);
});

test("settlement: the money comes back to an order that has ended -> an account of the Product for such money has it", async () => {
  const world = await openWorld();
  const { order, escrowId } = await fundedOrder(world, "10000");
  called(world, order, "settle");
  advanceClock(world, at(5 * DAY_MS));
  called(world, order, "close");
  const { payoutId = "" } = payoutsIn(world)[0] ?? {};
  decidePayout(world, payoutId, "returned");
  world.passTime();
  assert.equal(stateOf(world, order.objectId), "closed");
  assert.equal(balanceOf(world, escrowId).posted, "0");
  assert.deepEqual(totalsOf(world), ["0", "0"]);
  const { accounts } = world.state;
  const { productId } = world.principal;
  const suspense = [...accounts.ofOwner("product", productId)].find(
    (ordinal) => accounts.roleCode(ordinal) === roleCodeOf("product_suspense"),
  );
  assert.ok(suspense !== undefined);
  assert.equal(balanceOf(world, accounts.accountId(suspense)).posted, "9750");
  const shown = await world.found(payoutRetrieve, { payoutId });
  assert.equal(shown.returnedToAccountId, accounts.accountId(suspense));
  assert.equal(shown.revision, payoutsIn(world)[0]?.revision);
});

test("settlement: the payout is given up -> the order is told, and its money is in the escrow", async () => {
  const world = await openWorld();
  const { order, escrowId } = await fundedOrder(world, "19905");
  called(world, order, "settle");
  world.passTime();
  const { payoutId = "" } = payoutsIn(world)[0] ?? {};
  cancelPayout(world, payoutId);
  assert.equal(payoutsIn(world)[0]?.status, "cancelled");
  assert.equal(stateOf(world, order.objectId), "unpaid");
  assert.equal(availableOf(world, escrowId), "19408");
});

test("settlement: a beneficiary within the Product -> paid in the record of the action, and the order is told at once", async () => {
  const world = await openWorld();
  runProgram(world, ORDER_PROGRAM);
  const { beneficiaryId, destination } = onBook(world);
  const { order, escrowId } = orderTo(world, beneficiaryId, "10000");
  const { object, outcome } = called(world, order, "settle");
  assert.deepEqual([object.state, outcome.payouts?.[0]?.status], ["paying", "posted"]);
  assert.equal(balanceOf(world, destination.accountId ?? "").posted, "9750");
  assert.equal(balanceOf(world, escrowId).posted, "0");
  assert.deepEqual(totalsOf(world), ["9750", "9750"]);
  world.passTime();
  assert.equal(stateOf(world, order.objectId), "settled");
  assert.deepEqual(totalsOf(world), ["0", "0"]);
});

test("settlement: somebody has called the action by hand before the end -> refused while money is under way; then the end is told", async () => {
  const world = await openWorld();
  const { order } = await fundedOrder(world, "10000");
  called(world, order, "settle");
  const refused = world.run(objectActionCall, { ...pathOf(world, order), action: "markPaid" });
  assert.equal(refused.code, "noun_account_not_drained");
  assert.equal(refused.details["balance"], "9750");
  advanceClock(world, at(5 * DAY_MS));
  assert.equal(stateOf(world, order.objectId), "settled");
});

test("settlement: what is called is refused -> on record once, and the object and its money stay as they are", async () => {
  const world = await openWorld();
  const { order, escrowId, buyerId } = await fundedOrder(world, "10000");
  called(world, order, "settle");
  world.passTime();
  world.made(customerSuspend, { customerId: buyerId, reason: "a test" });
  decidePayout(world, payoutsIn(world)[0]?.payoutId ?? "", "failed");
  assert.deepEqual(
    world.passTime().map(({ code }) => code),
    ["customer_status_forbidden"],
  );
  assert.equal(stateOf(world, order.objectId), "paying");
  assert.equal(availableOf(world, escrowId), "9750");
  assert.deepEqual(totalsOf(world), ["9750", "9750"]);
  assert.equal(payoutsIn(world)[0]?.untold, undefined);
});
