/**
 * What the accounts of a customer who is not active may still do: by the status, by the movement, and
 * by the direction of the money.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MOVEMENTS, prepareMovements } from "../../../test/support/features/transfer/movements.ts";
import { createAccount, createCustomer, openAccount } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { accountClose } from "../account/account.close.ts";
import { accountFreeze } from "../account/account.freeze.ts";
import { accountUnfreeze } from "../account/account.unfreeze.ts";
import { accountUpdate } from "../account/account.update.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { customerClose } from "./customer.close.ts";
import { customerReactivate } from "./customer.reactivate.ts";
import { customerSuspend } from "./customer.suspend.ts";

/** Movements by which a customer pays something new. */
const NEW_DEBITS = ["transfer.create", "transfer.batch.create", "transfer_hold.create"];

function customerWithAccount(world: World) {
  const { customerId } = createCustomer(world);
  const { accountId } = createAccount(world, { owner: { type: "customer", id: customerId } });
  return { customerId, accountId };
}

const suspend = (world: World, customerId: string) =>
  world.made(customerSuspend, { customerId, reason: "review" });

for (const movement of MOVEMENTS) {
  for (const direction of movement.directions) {
    const isRefused = direction === "debit" && NEW_DEBITS.includes(movement.name);
    const outcome = isRefused ? "customer_status_forbidden" : "as for an active customer";
    test(`suspended customer: ${movement.name}, ${direction} -> ${outcome}`, async () => {
      const world = await openWorld();
      const { customerId, accountId } = customerWithAccount(world);
      const other = openAccount(world);
      const [source, destination] =
        direction === "debit" ? [accountId, other] : ([other, accountId] as const);
      const given = prepareMovements(world, source as string, destination as string);
      suspend(world, customerId);
      const { code, details } = movement.move(given);
      assert.equal(code, isRefused ? "customer_status_forbidden" : undefined);
      if (!isRefused) return;
      const { customerId: named, status, allowed } = details;
      assert.deepEqual([named, status, allowed], [customerId, "suspended", ["active"]]);
      world.made(customerReactivate, { customerId });
      assert.equal(movement.move(given).code, undefined);
    });
  }
}

test("suspended customer: between two accounts of the customer -> refused too", async () => {
  const world = await openWorld();
  const { customerId, accountId } = customerWithAccount(world);
  const other = createAccount(world, { owner: { type: "customer", id: customerId } });
  suspend(world, customerId);
  const draft = { sourceAccountId: accountId, destinationAccountId: other.accountId };
  const { code } = world.run(transferCreate, { ...draft, amount: "1", currency: "EUR" });
  assert.equal(code, "customer_status_forbidden");
});

test("suspended customer: changes of its accounts -> as for an active customer", async () => {
  const world = await openWorld();
  const { customerId, accountId } = customerWithAccount(world);
  suspend(world, customerId);
  world.made(accountUpdate, { accountId, name: "Wallet" });
  world.made(accountFreeze, { accountId, mode: "all", reason: "review" });
  world.made(accountUnfreeze, { accountId });
  world.made(accountClose, { accountId });
});

test("closed customer: its account on either side -> refused by the customer, by the account", async () => {
  const world = await openWorld();
  const { customerId, accountId } = customerWithAccount(world);
  const other = openAccount(world, { fundedMinor: 5n });
  world.made(customerClose, { customerId });
  const codes = [
    [accountId, other],
    [other, accountId],
  ].map(([sourceAccountId, destinationAccountId]) => {
    const draft = { sourceAccountId, destinationAccountId, amount: "1", currency: "EUR" };
    return world.run(transferCreate, draft).code;
  });
  assert.deepEqual(codes, ["customer_status_forbidden", "destination_account_status_forbidden"]);
});
