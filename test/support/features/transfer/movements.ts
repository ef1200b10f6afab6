/** For tests: everything that can move money between two accounts, or end a hold between them. */
import { sandboxAccountFundingCreate } from "../../../../src/features/sandbox/sandbox.account_funding.create.ts";
import { transferBatchCreate } from "../../../../src/features/transfer/transfer.batch.create.ts";
import { transferCreate } from "../../../../src/features/transfer/transfer.create.ts";
import { transferReverse } from "../../../../src/features/transfer/transfer.reverse.ts";
import { transferHoldCancel } from "../../../../src/features/transfer_hold/transfer_hold.cancel.ts";
import { transferHoldClear } from "../../../../src/features/transfer_hold/transfer_hold.clear.ts";
import { transferHoldCreate } from "../../../../src/features/transfer_hold/transfer_hold.create.ts";
import { advanceClock, at, fund, HOUR_MS, hold, transfer } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import type { Outcome } from "../../../world/writing.ts";

export type Direction = "debit" | "credit";
/**
 * Two accounts with money, a hold from `source` to `destination`, and a transfer in the opposite
 * direction, whose reversal moves money from `source` to `destination` too.
 */
type Given = { world: World; source: string; destination: string; holdId: string; sentId: string };
export type Movement = {
  name: string;
  /** Who says which accounts the money moves between. */
  by: "caller" | "platform" | "nobody";
  directions: readonly Direction[];
  move(given: Given): Outcome;
};

const parties = ({ source, destination }: Given) => ({
  ...{ sourceAccountId: source, destinationAccountId: destination, amount: "1", currency: "EUR" },
});
const BOTH = ["debit", "credit"] as const;

export const MOVEMENTS: readonly Movement[] = [
  {
    name: "transfer.create",
    by: "caller",
    directions: BOTH,
    move: (given) => given.world.run(transferCreate, parties(given)),
  },
  {
    name: "transfer.batch.create",
    by: "caller",
    directions: BOTH,
    move: (given) =>
      given.world.run(transferBatchCreate, { items: [parties(given)], atomic: true }),
  },
  {
    name: "transfer_hold.create",
    by: "caller",
    directions: BOTH,
    move: (given) =>
      given.world.run(transferHoldCreate, { ...parties(given), expiresAt: at(HOUR_MS) }),
  },
  {
    name: "sandbox.account_funding.create",
    by: "caller",
    directions: ["credit"],
    move: (given) => {
      const { sourceAccountId: _, ...draft } = parties(given);
      return given.world.run(sandboxAccountFundingCreate, draft);
    },
  },
  {
    name: "transfer_hold.clear",
    by: "platform",
    directions: BOTH,
    move: ({ world, holdId }) => world.run(transferHoldClear, { transferHoldId: holdId }),
  },
  {
    name: "transfer.reverse",
    by: "platform",
    directions: BOTH,
    move: ({ world, sentId }) => world.run(transferReverse, { transferId: sentId, reason: "x" }),
  },
  {
    name: "transfer_hold.cancel",
    by: "nobody",
    directions: BOTH,
    move: ({ world, holdId }) => world.run(transferHoldCancel, { transferHoldId: holdId }),
  },
  {
    name: "transfer_hold.expire",
    by: "nobody",
    directions: BOTH,
    move: ({ world }) => advanceClock(world, at(HOUR_MS)).steps[0] as Outcome,
  },
];

/** Funds the two accounts with 100 each, and makes the hold and the transfer of `Given`. */
export function prepareMovements(world: World, source: string, destination: string): Given {
  for (const accountId of [source, destination]) fund(world, accountId, 100n);
  const { transferHoldId: holdId } = hold(world, source, destination, "1");
  const { transferId: sentId } = transfer(world, destination, source, "1");
  return { world, source, destination, holdId, sentId };
}
