/** For tests: a story with many kinds of events, longer than a block of their index. */
import { accountCreate } from "../../../../src/features/account/account.create.ts";
import { accountFreeze } from "../../../../src/features/account/account.freeze.ts";
import { accountUnfreeze } from "../../../../src/features/account/account.unfreeze.ts";
import { customerUpdate } from "../../../../src/features/customer/customer.update.ts";
import { sandboxReset } from "../../../../src/features/sandbox/sandbox.reset.ts";
import { transferBatchCreate } from "../../../../src/features/transfer/transfer.batch.create.ts";
import { transferCreate } from "../../../../src/features/transfer/transfer.create.ts";
import { transferReverse } from "../../../../src/features/transfer/transfer.reverse.ts";
import { transferHoldClear } from "../../../../src/features/transfer_hold/transfer_hold.clear.ts";
import {
  createCustomer,
  DAY_MS,
  fund,
  hold,
  openAccount,
  transfer,
} from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

/** Records without an event that stand in a row: more than a block may have. */
const QUIET_RECORDS = 1_100;
const BATCH_ITEMS = 300;

export type Told = { customerId: string; accountId: string; transferId: string; holdId: string };

/** Things that happen to two accounts of two customers, and whose ids they have. */
export function tellStory(world: World, { batches = 1 }: { batches?: number } = {}): Told {
  const source = openAccount(world, { fundedMinor: 100_000n });
  const destination = openAccount(world);
  const { transferId } = transfer(world, source, destination, "10");
  world.nowMs += DAY_MS;
  const draft = { sourceAccountId: source, destinationAccountId: destination, currency: "EUR" };
  const items = Array.from({ length: BATCH_ITEMS }, () => ({ ...draft, amount: "1" }));
  for (let batch = 0; batch < batches; batch++) world.made(transferBatchCreate, { items });
  const { transferHoldId: holdId } = hold(world, source, destination, "5", {});
  world.nowMs += DAY_MS;
  world.made(transferHoldClear, { transferHoldId: holdId, amount: "3" });
  world.made(transferReverse, { transferId, amount: "4", reason: "broken" });
  world.run(transferCreate, { ...draft, amount: "100000000" });
  world.made(accountFreeze, { accountId: source, mode: "all", reason: "a check" });
  world.made(accountUnfreeze, { accountId: source });
  world.made(transferReverse, { transferId, reason: "all of it" });
  const { customerId } = createCustomer(world);
  world.made(customerUpdate, { customerId, metadata: { tier: "gold" } });
  return { customerId, accountId: source, transferId, holdId };
}

/** An account of a customer. */
export function customerAccount(world: World, customerId: string): string {
  const { productId } = world.principal;
  const owner = { type: "customer", id: customerId };
  const draft = { productId, role: "customer_balance", currency: "EUR", owner };
  return world.made(accountCreate, draft).accountId;
}

/** Two customers and the money of their accounts: moved alone, in batches with others', held, reversed, refused. */
export function tellOfCustomers(world: World): void {
  const [ada, bob] = [createCustomer(world).customerId, createCustomer(world).customerId];
  const other = openAccount(world, { fundedMinor: 100_000n });
  const [wallet, savings] = [customerAccount(world, ada), customerAccount(world, ada)];
  const purse = customerAccount(world, bob);
  fund(world, wallet, 10_000n);
  const draft = (sourceAccountId: string, destinationAccountId: string) => ({
    ...{ sourceAccountId, destinationAccountId, currency: "EUR", amount: "1" },
  });
  const items = Array.from({ length: BATCH_ITEMS }, (_, item) =>
    [draft(other, wallet), draft(wallet, savings), draft(other, purse)].at(item % 3),
  );
  world.made(transferBatchCreate, { items });
  const { transferId } = transfer(world, wallet, purse, "10");
  world.nowMs += DAY_MS;
  world.made(transferBatchCreate, { items });
  const { transferHoldId } = hold(world, wallet, savings, "5", {});
  world.made(transferBatchCreate, { items });
  world.made(transferHoldClear, { transferHoldId, amount: "3" });
  world.made(transferReverse, { transferId, amount: "4", reason: "broken" });
  world.run(transferCreate, { ...draft(purse, wallet), amount: "100000000" });
  world.made(accountFreeze, { accountId: purse, mode: "all", reason: "a check" });
  world.made(accountUnfreeze, { accountId: purse });
}

/** Records that change nothing, so many that a block of the index has no event. */
export function beQuiet(world: World, customerId: string): void {
  for (let record = 0; record < QUIET_RECORDS; record++) {
    world.made(customerUpdate, { customerId, metadata: { tier: "gold" } });
  }
}

export function resetSandbox(world: World): void {
  const { productId } = world.principal;
  world.made(sandboxReset, { productId, confirm: productId });
}
