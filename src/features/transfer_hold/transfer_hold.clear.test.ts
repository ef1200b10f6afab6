/** Decision table of transfer_hold.clear. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { START_MS } from "../testing.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import {
  assertContains,
  balanceOf,
  clockToDeadline,
  createHoldingShard,
  DEADLINE,
  DEADLINE_MS,
  freeze,
  type HoldingShard,
  reserve,
} from "./testing.ts";
import { transferHoldCancel } from "./transfer_hold.cancel.ts";
import { transferHoldClear } from "./transfer_hold.clear.ts";
import { transferHoldRetrieve } from "./transfer_hold.retrieve.ts";
import { TransferHold } from "./transfer_hold_schema.ts";

type Row = {
  name: string;
  environment?: "live";
  /** Reserves the hold. */
  hold?: (shard: HoldingShard) => string;
  given?: (shard: HoldingShard, transferHoldId: string) => void;
  input: Record<string, unknown>;
  code: string;
  details?: Record<string, unknown>;
};

const REFUSALS: Row[] = [
  {
    name: "an unknown hold",
    input: { transferHoldId: "th_unknown" },
    code: "transfer_hold_not_found",
    details: { transferHoldId: "th_unknown" },
  },
  {
    name: "a hold that is cancelled, in another currency",
    given: (shard, transferHoldId) => shard.run(transferHoldCancel, { transferHoldId }),
    input: { currency: "USD" },
    code: "state_conflict",
    details: { status: "cancelled" },
  },
  {
    name: "a hold that is cleared in part",
    given: (shard, transferHoldId) => shard.run(transferHoldClear, { transferHoldId, amount: "1" }),
    input: { amount: "1" },
    code: "state_conflict",
    details: { status: "cleared" },
  },
  {
    name: "the very millisecond of the deadline, in live",
    environment: "live",
    given: (shard) => {
      shard.nowMs = DEADLINE_MS;
    },
    input: {},
    code: "state_conflict",
    details: { status: "reserved", expiresAt: DEADLINE },
  },
  {
    name: "the deadline passed by the sandbox clock, before the expiry ran",
    hold: clockToDeadline,
    input: {},
    code: "state_conflict",
    details: { status: "reserved", expiresAt: DEADLINE },
  },
  {
    name: "another currency, with a frozen source",
    given: (shard) => freeze(shard, shard.source, "debits"),
    input: { currency: "USD" },
    code: "currency_mismatch",
    details: { expected: "EUR", received: "USD" },
  },
  {
    name: "a source frozen for debits, and too large an amount",
    given: (shard) => freeze(shard, shard.source, "debits"),
    input: { amount: "401" },
    code: "account_frozen",
    details: { mode: "debits" },
  },
  {
    name: "a source frozen for all",
    given: (shard) => freeze(shard, shard.source, "all"),
    input: {},
    code: "account_frozen",
    details: { mode: "all" },
  },
  {
    name: "a destination frozen for all",
    given: (shard) => freeze(shard, shard.destination, "all"),
    input: {},
    code: "account_frozen",
    details: { mode: "all" },
  },
  {
    name: "one more than is reserved",
    input: { amount: "401" },
    code: "ledger_transfer_rejected",
    details: {
      ledgerReason: "exceeds_pending_transfer_amount",
      reserved: "400",
      requested: "401",
      issues: [{ code: "exceeds_reserved", message: "at most 400", path: ["amount"] }],
    },
  },
];

for (const { name, environment, hold = reserve, given, input, code, details = {} } of REFUSALS) {
  test(`transfer_hold.clear: ${name} -> ${code}`, () => {
    const shard = createHoldingShard(environment);
    const transferHoldId = hold(shard);
    given?.(shard, transferHoldId);
    const outcome = shard.run(transferHoldClear, { transferHoldId, ...input });
    assert.equal(outcome.code, code, outcome.message);
    assertContains(outcome.details, details);
    assert.deepEqual(outcome.facts, []);
  });
}

test("transfer_hold.clear: every declared refusal of its own -> a row of the table", () => {
  const reached = new Set(REFUSALS.map(({ code }) => code));
  const declared = transferHoldClear.refusals.filter((code) => code !== "ledger_unavailable");
  assert.deepEqual([...reached].sort(), [...declared].sort());
});

test("transfer_hold.clear: past the deadline in a sandbox whose clock stands -> cleared", () => {
  const shard = createHoldingShard();
  const transferHoldId = reserve(shard);
  shard.nowMs = DEADLINE_MS + 1;
  assert.equal(shard.run(transferHoldClear, { transferHoldId }).code, undefined);
});

const SETTLEMENTS: { name: string; input: Record<string, unknown>; cleared: string }[] = [
  { name: "no amount", input: {}, cleared: "400" },
  { name: "exactly what is reserved", input: { amount: "400", currency: "EUR" }, cleared: "400" },
  { name: "a part", input: { amount: "150" }, cleared: "150" },
];

for (const { name, input, cleared } of SETTLEMENTS) {
  test(`transfer_hold.clear: ${name} -> ${cleared} posted, the rest released`, () => {
    const shard = createHoldingShard();
    const transferHoldId = reserve(shard);
    shard.nowMs = START_MS + 1_000;
    const { code, reply, facts } = shard.run(transferHoldClear, { transferHoldId, ...input });
    assert.equal(code, undefined);
    assert.ok(Value.Check(TransferHold, reply));
    assertContains(reply, {
      status: "cleared",
      amount: "400",
      clearedAmount: cleared,
      releasedAmount: String(400 - Number(cleared)),
      clearedTransferId: reply.reservedTransferId,
      revision: 2,
      updatedAt: "2026-01-31T09:30:01.000Z",
      statusTransitions: {
        reservedAt: "2026-01-31T09:30:00.000Z",
        clearedAt: "2026-01-31T09:30:01.000Z",
      },
      operationId: `op_${transferHoldId.slice(3)}`,
    });
    const row = facts.find(({ kind }) => kind === TRANSFER_ROW) as TransferRow;
    assert.equal(row.step, "cleared");
    assert.equal(row.amountMinor, BigInt(cleared));
    assert.equal(row.reservedMinor, 400n);
    assert.deepEqual(row.extras, { transferHoldId });
    const posted = String(1000 - Number(cleared));
    assert.deepEqual(balanceOf(shard, shard.source), { posted, held: "0", incoming: "0" });
    assert.deepEqual(balanceOf(shard, shard.destination), {
      posted: cleared,
      held: "0",
      incoming: "0",
    });
    assert.deepEqual(shard.read(transferHoldRetrieve, { transferHoldId }).reply, reply);
  });
}

test("transfer_hold.clear: its transfer read before and after -> pending, then posted", () => {
  const shard = createHoldingShard();
  const transferHoldId = reserve(shard);
  const transferId = transferHoldId.replace("th_", "tr_");
  const transfer = () => shard.read(transferRetrieve, { transferId }).reply;
  assertContains(transfer(), { status: "pending", amount: "400", transferHoldId });
  shard.run(transferHoldClear, { transferHoldId, amount: "150" });
  assertContains(transfer(), { status: "posted", amount: "150", reservedAmount: "400" });
});

test("transfer_hold.clear: destination frozen for debits only -> cleared", () => {
  const shard = createHoldingShard();
  const transferHoldId = reserve(shard);
  freeze(shard, shard.destination, "debits");
  assert.equal(shard.run(transferHoldClear, { transferHoldId }).code, undefined);
});

test("transfer_hold.clear: one millisecond before the deadline -> cleared", () => {
  const shard = createHoldingShard();
  const transferHoldId = reserve(shard);
  shard.nowMs = DEADLINE_MS - 1;
  assert.equal(shard.run(transferHoldClear, { transferHoldId }).code, undefined);
});

test("transfer_hold.clear: hold of another scope -> transfer_hold_not_found", () => {
  const shard = createHoldingShard();
  const transferHoldId = reserve(shard);
  const { code } = shard.run(transferHoldClear, { transferHoldId }, { scope: 2 });
  assert.equal(code, "transfer_hold_not_found");
});
