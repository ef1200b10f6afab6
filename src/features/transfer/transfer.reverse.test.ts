/** Decision table of transfer.reverse, in the order of its refusals. */
import assert from "node:assert/strict";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import {
  cancel,
  clear,
  close,
  drainAndClose,
  freeze,
  fund,
  holdFor,
  LARGEST,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { transferCreate } from "./transfer.create.ts";
import { transferRetrieve } from "./transfer.retrieve.ts";
import { transferReverse } from "./transfer.reverse.ts";
import type { Transfer } from "./transfer_schema.ts";

/** A transfer of 100 that emptied its source, to a destination that had nothing. */
function given(world: World) {
  const source = openAccount(world, { fundedMinor: 100n });
  const destination = openAccount(world);
  const { transferId } = transfer(world, source, destination, "100");
  return { source, destination, transferId };
}
type Given = ReturnType<typeof given>;
type Refusal = (typeof transferReverse.refusals)[number];

function reverse(world: World, transferId: string, more: Input = {}): Transfer {
  return world.made(transferReverse, { transferId, reason: "mistake", ...more });
}

/** The transfer of a hold of 50 that settled for 20. */
function settled(world: World, destination: string): string {
  const { transferHoldId, reservedTransferId } = holdFor(world, destination);
  clear(world, transferHoldId, "20");
  return reservedTransferId;
}

/** The id of a failed transfer from an empty account. */
function failed(world: World, sourceAccountId: string, destinationAccountId: string): string {
  const transferId = world.nextId("tr");
  const draft = { sourceAccountId, destinationAccountId, amount: "1", currency: "EUR" };
  assert.equal(world.run(transferCreate, draft).code, "insufficient_balance");
  return transferId;
}

const REVERSED: Row<never, Given>[] = [
  {
    title: "no amount",
    given({ world }) {
      world.nowMs += 1_000;
    },
    outcome: "all of it moves back, the original is reversed",
    reply: { amount: "100", kind: "reversal", description: "mistake" },
    async check({ reply: reversal }, { world, source, destination, transferId }) {
      const { sourceAccountId, destinationAccountId, reversalOf } = reversal;
      const moved = [sourceAccountId, destinationAccountId, reversalOf];
      assert.deepEqual(moved, [destination, source, transferId]);
      const { transferId: reversalId } = reversal;
      await assertShows(world, transferRetrieve, { transferId: reversalId }, reversal);
      const original = await world.found(transferRetrieve, { transferId });
      assert.deepEqual(
        [original.status, original.reversedAmount, original.reversalTransferIds, original.revision],
        ["reversed", "100", [reversalId], 2],
      );
      assert.equal(original.statusTransitions.reversedAt, reversal.createdAt);
    },
  },
  {
    title: "in parts",
    input: { amount: "30", currency: "EUR" },
    outcome: "stays posted until nothing is left",
    async check({ reply: first }, { world, transferId }) {
      const partly = await world.found(transferRetrieve, { transferId });
      assert.deepEqual([partly.status, partly.reversedAmount], ["posted", "30"]);
      const second = reverse(world, transferId);
      assert.equal(second.amount, "70");
      const wholly = await world.found(transferRetrieve, { transferId });
      assert.deepEqual(
        [wholly.status, wholly.reversedAmount, wholly.reversalTransferIds, wholly.revision],
        ["reversed", "100", [first.transferId, second.transferId], 3],
      );
    },
  },
  {
    title: "a hold that settled in part",
    input: ({ world, destination }) => ({ transferId: settled(world, destination) }),
    outcome: "what settled moves back",
    reply: { amount: "20" },
    async check({ input }, { world }) {
      const { transferId } = input;
      const held = await world.found(transferRetrieve, { transferId });
      assert.deepEqual(
        [held.status, held.amount, held.reservedAmount, held.revision],
        ["reversed", "20", "50", 3],
      );
    },
  },
  {
    title: "funding",
    input: ({ world }) => ({ transferId: fund(world, openAccount(world), 7n) }),
    outcome: "the money leaves through the platform's account",
    reply: { amount: "7" },
  },
  {
    title: "the account to credit is frozen for debits only",
    given: ({ world, source }) => freeze(world, source, "debits"),
    outcome: "reversed",
  },
];

const UNFIT: Row<Refusal, Given>[] = [
  {
    title: "a hold that has not ended, another currency",
    input: ({ world, destination }) => ({
      transferId: holdFor(world, destination).reservedTransferId,
      currency: "USD",
    }),
    code: "operation_not_finalized",
  },
  {
    title: "a hold that was cancelled, another currency",
    input({ world, destination }) {
      const { transferHoldId, reservedTransferId } = holdFor(world, destination);
      cancel(world, transferHoldId);
      return { transferId: reservedTransferId, currency: "USD" };
    },
    code: "state_conflict",
  },
  {
    title: "a failed transfer",
    input: ({ world, source, destination }) => ({
      transferId: failed(world, source, destination),
    }),
    code: "state_conflict",
  },
  {
    title: "a reversal",
    input: ({ world, transferId }) => ({ transferId: reverse(world, transferId).transferId }),
    code: "state_conflict",
  },
  {
    title: "nothing left, one more",
    given({ world, transferId }) {
      for (const amount of ["60", "40"]) reverse(world, transferId, { amount });
    },
    input: { amount: "1" },
    code: "state_conflict",
  },
  {
    title: "another currency, more than was moved",
    input: { currency: "USD", amount: "101" },
    code: "currency_mismatch",
  },
  {
    title: "one more than was moved, destination frozen",
    given: ({ world, destination }) => freeze(world, destination, "debits"),
    input: { amount: "101" },
    code: "ledger_transfer_rejected",
  },
  {
    title: "one more than is left",
    given: ({ world, transferId }) => reverse(world, transferId, { amount: "60" }),
    input: { amount: "41" },
    code: "ledger_transfer_rejected",
  },
  {
    title: "one more than a hold settled",
    input: ({ world, destination }) => ({
      transferId: settled(world, destination),
      amount: "21",
    }),
    code: "ledger_transfer_rejected",
  },
];

const UNUSABLE: Row<Refusal, Given>[] = [
  {
    title: "the account to debit is frozen for debits",
    given: ({ world, destination }) => freeze(world, destination, "debits"),
    code: "account_frozen",
  },
  {
    title: "the account to credit is frozen for all, the other closed",
    given({ world, source, destination }) {
      drainAndClose(world, destination);
      freeze(world, source, "all");
    },
    code: "account_frozen",
  },
  {
    title: "both accounts are closed",
    given({ world, source, destination }) {
      close(world, source);
      drainAndClose(world, destination);
    },
    code: "source_account_status_forbidden",
  },
  {
    title: "the account to credit is closed, the money is spent",
    given({ world, source, destination }) {
      transfer(world, destination, openAccount(world), "1");
      close(world, source);
    },
    code: "destination_account_status_forbidden",
  },
  {
    title: "the balance would pass the largest",
    input({ world, source, destination }) {
      fund(world, source, LARGEST);
      const { transferId } = transfer(world, source, destination, String(LARGEST));
      for (let times = 0; times < 9; times++) fund(world, source, LARGEST);
      return { transferId };
    },
    code: "exposure_cap_exceeded",
  },
  {
    title: "one of it is spent",
    given: ({ world, destination }) => transfer(world, destination, openAccount(world), "1"),
    code: "insufficient_balance",
  },
];

decisionTable(transferReverse, {
  given,
  input: ({ transferId }) => ({ transferId, reason: "mistake" }),
  rows: [
    ...REVERSED,
    ...unknownIds({
      field: "transferId",
      code: "transfer_not_found",
      create: (world, caller) => fund(world, openAccount(world, { caller }), 5n, { caller }),
    }),
    ...[...UNFIT, ...UNUSABLE].map(
      (row): Row<Refusal, Given> => ({
        ...row,
        check({ code = "", facts }) {
          const isMoney = ["insufficient_balance", "exposure_cap_exceeded"].includes(code);
          assert.equal(facts.length, isMoney ? 1 : 0);
        },
      }),
    ),
  ],
});
