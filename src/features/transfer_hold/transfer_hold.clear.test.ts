/** Decision table of transfer_hold.clear. */
import assert from "node:assert/strict";
import {
  clockToDeadline,
  DEADLINE,
  reserve,
} from "../../../test/support/features/transfer_hold/holds.ts";
import { START_MS, STRANGER } from "../../../test/world/callers.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { at, balanceOf, cancel, clear, freeze, HOUR_MS } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { transferHoldClear } from "./transfer_hold.clear.ts";
import { transferHoldRetrieve } from "./transfer_hold_resource.ts";

type Given = ReturnType<typeof reserve>;
type Refusal = (typeof transferHoldClear.refusals)[number];

const SETTLEMENTS: { title: string; input: Input; cleared: number }[] = [
  { title: "no amount", input: {}, cleared: 400 },
  { title: "exactly what is reserved", input: { amount: "400", currency: "EUR" }, cleared: 400 },
  { title: "a part", input: { amount: "150" }, cleared: 150 },
];

const settled = SETTLEMENTS.map(
  ({ title, input, cleared }): Row<never, Given> => ({
    title,
    given({ world }) {
      world.nowMs += 1_000;
    },
    input,
    outcome: `${cleared} posted, the rest released, as GET shows it`,
    reply: {
      status: "cleared",
      amount: "400",
      clearedAmount: String(cleared),
      releasedAmount: String(400 - cleared),
      revision: 2,
      updatedAt: at(1_000),
      statusTransitions: { reservedAt: at(0), clearedAt: at(1_000) },
    },
    async check({ reply, facts }, { world, source, destination, transferHoldId }) {
      assert.equal(reply.clearedTransferId, reply.reservedTransferId);
      assert.equal(reply.operationId, `op_${transferHoldId.slice(3)}`);
      const row = facts.find(({ kind }) => kind === TRANSFER_ROW) as TransferRow;
      assert.deepEqual(
        [row.step, row.amountMinor, row.reservedMinor, row.extras],
        ["cleared", BigInt(cleared), 400n, { transferHoldId }],
      );
      const none = { held: "0", incoming: "0" };
      assert.deepEqual(balanceOf(world, source), { posted: String(1_000 - cleared), ...none });
      assert.deepEqual(balanceOf(world, destination), { posted: String(cleared), ...none });
      await assertShows(world, transferHoldRetrieve, { transferHoldId }, reply);
    },
  }),
);

const CLEARED: Row<never, Given>[] = [
  {
    title: "its transfer read afterwards",
    input: { amount: "150" },
    outcome: "posted, with what was reserved",
    async check({ reply }, { world }) {
      const transferId = reply.reservedTransferId;
      const { status, amount, reservedAmount } = await world.found(transferRetrieve, {
        transferId,
      });
      assert.deepEqual([status, amount, reservedAmount], ["posted", "150", "400"]);
    },
  },
  {
    title: "destination frozen for debits only",
    given: ({ world, destination }) => freeze(world, destination, "debits"),
    outcome: "cleared",
  },
  {
    title: "past the deadline in a sandbox whose clock stands",
    given({ world }) {
      world.nowMs = START_MS + HOUR_MS + 1;
    },
    outcome: "cleared",
  },
  {
    title: "one millisecond before the deadline, in live",
    environment: "live",
    given({ world }) {
      world.nowMs = START_MS + HOUR_MS - 1;
    },
    outcome: "cleared",
  },
];

const REFUSED: Row<Refusal, Given>[] = [
  {
    title: "an unknown hold",
    input: { transferHoldId: "th_unknown" },
    code: "transfer_hold_not_found",
    details: { transferHoldId: "th_unknown" },
  },
  {
    title: "a hold of another Product",
    asking: { caller: STRANGER },
    code: "transfer_hold_not_found",
  },
  {
    title: "a hold that is cancelled, in another currency",
    given: ({ world, transferHoldId }) => cancel(world, transferHoldId),
    input: { currency: "USD" },
    code: "state_conflict",
    details: { status: "cancelled" },
  },
  {
    title: "a hold that is cleared in part",
    given: ({ world, transferHoldId }) => clear(world, transferHoldId, "1"),
    input: { amount: "1" },
    code: "state_conflict",
    details: { status: "cleared" },
  },
  {
    title: "the very millisecond of the deadline, in live",
    environment: "live",
    given({ world }) {
      world.nowMs = START_MS + HOUR_MS;
    },
    code: "state_conflict",
    details: { status: "reserved", expiresAt: DEADLINE },
  },
  {
    title: "the deadline passed by the sandbox clock, before the expiry ran",
    input: ({ world, ...parties }) => ({ transferHoldId: clockToDeadline(world, parties) }),
    code: "state_conflict",
    details: { status: "reserved", expiresAt: DEADLINE },
  },
  {
    title: "another currency, with a frozen source",
    given: ({ world, source }) => freeze(world, source, "debits"),
    input: { currency: "USD" },
    code: "currency_mismatch",
    details: { expected: "EUR", received: "USD" },
  },
  {
    title: "a source frozen for debits, and too large an amount",
    given: ({ world, source }) => freeze(world, source, "debits"),
    input: { amount: "401" },
    code: "account_frozen",
    details: { mode: "debits" },
  },
  {
    title: "a source frozen for all",
    given: ({ world, source }) => freeze(world, source, "all"),
    code: "account_frozen",
    details: { mode: "all" },
  },
  {
    title: "a destination frozen for all",
    given: ({ world, destination }) => freeze(world, destination, "all"),
    code: "account_frozen",
    details: { mode: "all" },
  },
  {
    title: "one more than is reserved",
    input: { amount: "401" },
    code: "ledger_transfer_rejected",
    details: {
      ledgerReason: "exceeds_pending_transfer_amount",
      reserved: "400",
      requested: "401",
      issues: [
        { code: "exceeds_reserved", message: "amount must be at most 400", path: ["amount"] },
      ],
    },
  },
];

decisionTable(transferHoldClear, {
  given: reserve,
  input: ({ transferHoldId }) => ({ transferHoldId }),
  rows: [
    ...settled,
    ...CLEARED,
    ...REFUSED.map(
      (row): Row<Refusal, Given> => ({
        ...row,
        check: ({ facts }) => assert.deepEqual(facts, []),
      }),
    ),
  ],
});
