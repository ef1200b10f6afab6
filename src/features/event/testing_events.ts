/** For tests: a story with many kinds of events, longer than a block of their index. */
import {
  createCustomer,
  DAY_MS,
  hold,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import type { World } from "../../../test/world/world.ts";
import { accountFreeze } from "../account/account.freeze.ts";
import { accountUnfreeze } from "../account/account.unfreeze.ts";
import { customerUpdate } from "../customer/customer.update.ts";
import { sandboxReset } from "../sandbox/sandbox.reset.ts";
import { transferBatchCreate } from "../transfer/transfer.batch.create.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { transferHoldClear } from "../transfer_hold/transfer_hold.clear.ts";

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
