/** For tests: operations of each outcome and cause. */
import { transferBatchCreate } from "../../../../src/features/transfer/transfer.batch.create.ts";
import { transferCreate } from "../../../../src/features/transfer/transfer.create.ts";
import { openAccount } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

export const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** A second apart: a transfer of 10, a refused one of 1,000, a batch of two, a transfer by the clock. */
export function operate(world: World) {
  const source = openAccount(world, { fundedMinor: 100n });
  const draft = {
    sourceAccountId: source,
    destinationAccountId: openAccount(world),
    amount: "10",
    currency: "EUR",
  };
  world.nowMs += 1_000;
  const transferId = world.nextId("tr");
  world.run(transferCreate, draft, { idempotencyKey: KEY });
  world.nowMs += 1_000;
  world.run(transferCreate, { ...draft, amount: "1000" });
  world.nowMs += 1_000;
  const { place } = world.run(transferBatchCreate, { items: [draft, draft] });
  world.nowMs += 1_000;
  world.run(transferCreate, draft, { cause: "clock", parentPlace: place });
  return { source, transferId };
}
