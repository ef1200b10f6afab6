/** For tests: one of each kind of transfer that a list shows. */
import { transferBatchCreate } from "../../../../src/features/transfer/transfer.batch.create.ts";
import { transferCreate } from "../../../../src/features/transfer/transfer.create.ts";
import type { Input } from "../../../world/input.ts";
import { openAccount } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

export const KEY = "0F8FAD5B-D9CB-469F-A165-70867728950E";

/**
 * Makes transfers one second apart: of 1, 2, … 6 from source to destination, then a failed one of
 * 1000, then one of 1 to another account.
 */
export function makeTransfers(world: World) {
  const source = openAccount(world, { fundedMinor: 100n });
  const destination = openAccount(world);
  const other = openAccount(world);
  const draft = { sourceAccountId: source, destinationAccountId: destination, currency: "EUR" };
  const run = (more: Input, idempotencyKey?: string) => {
    world.nowMs += 1_000;
    world.run(transferCreate, { ...draft, ...more }, idempotencyKey ? { idempotencyKey } : {});
  };
  run({ amount: "1" });
  run({ amount: "2", description: "Rent of MAY" });
  run({ amount: "3", externalId: "order-3" });
  world.nowMs += 1_000;
  const items = ["4", "5"].map((amount) => ({ ...draft, amount }));
  world.made(transferBatchCreate, { items });
  run({ amount: "6" }, KEY.toLowerCase());
  run({ amount: "1000", externalId: "order-7" });
  run({ amount: "1", destinationAccountId: other });
  return { source, destination, other };
}
