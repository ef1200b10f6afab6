/** Decision table of transfer_hold.cancel. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { earliestStep, passTime } from "../testing_time.ts";
import {
  assertContains,
  balanceOf,
  clockToDeadline,
  createHoldingShard,
  DEADLINE,
  DEADLINE_MS,
  freeze,
  reserve,
} from "./testing.ts";
import { transferHoldCancel } from "./transfer_hold.cancel.ts";
import { transferHoldClear } from "./transfer_hold.clear.ts";
import { transferHoldExpire } from "./transfer_hold.expire.ts";
import { transferHoldRetrieve } from "./transfer_hold.retrieve.ts";
import { TransferHold } from "./transfer_hold_schema.ts";

test("transfer_hold.cancel: unknown hold -> transfer_hold_not_found", () => {
  const shard = createHoldingShard();
  const { code, details } = shard.run(transferHoldCancel, { transferHoldId: "th_unknown" });
  assert.equal(code, "transfer_hold_not_found");
  assert.deepEqual(details, { transferHoldId: "th_unknown" });
});

for (const [status, end] of [
  ["cancelled", transferHoldCancel],
  ["cleared", transferHoldClear],
] as const) {
  test(`transfer_hold.cancel: hold that is ${status} -> state_conflict`, () => {
    const shard = createHoldingShard();
    const transferHoldId = reserve(shard);
    shard.run(end, { transferHoldId });
    const { code, details } = shard.run(transferHoldCancel, { transferHoldId });
    assert.equal(code, "state_conflict");
    assertContains(details, { transferHoldId, status });
  });
}

test("transfer_hold.cancel: reserved hold -> all of it released", () => {
  const shard = createHoldingShard();
  const transferHoldId = reserve(shard);
  const { reply, facts } = shard.run(transferHoldCancel, { transferHoldId });
  assert.ok(Value.Check(TransferHold, reply));
  assertContains(reply, {
    status: "cancelled",
    clearedAmount: "0",
    releasedAmount: "400",
    revision: 2,
    statusTransitions: {
      reservedAt: "2026-01-31T09:30:00.000Z",
      cancelledAt: "2026-01-31T09:30:00.000Z",
    },
  });
  assert.equal(reply.clearedTransferId, undefined);
  const row = facts.find(({ kind }) => kind === TRANSFER_ROW) as TransferRow;
  assert.equal(row.step, "released");
  assert.equal(row.amountMinor, 0n);
  assert.equal(row.reservedMinor, 400n);
  assert.deepEqual(balanceOf(shard, shard.source), { posted: "1000", held: "0", incoming: "0" });
  assert.deepEqual(balanceOf(shard, shard.destination), { posted: "0", held: "0", incoming: "0" });
  assert.deepEqual(shard.read(transferHoldRetrieve, { transferHoldId }).reply, reply);
});

test("transfer_hold.cancel: frozen accounts -> cancelled", () => {
  const shard = createHoldingShard();
  const transferHoldId = reserve(shard);
  freeze(shard, shard.source, "all");
  freeze(shard, shard.destination, "all");
  assert.equal(shard.run(transferHoldCancel, { transferHoldId }).code, undefined);
});

test("transfer_hold.cancel: one millisecond before the deadline, in live -> cancelled", () => {
  const shard = createHoldingShard("live");
  const transferHoldId = reserve(shard);
  shard.nowMs = DEADLINE_MS - 1;
  assert.equal(shard.run(transferHoldCancel, { transferHoldId }).code, undefined);
});

test("transfer_hold.cancel: past the deadline in a sandbox whose clock stands -> cancelled", () => {
  const shard = createHoldingShard();
  const transferHoldId = reserve(shard);
  shard.nowMs = DEADLINE_MS + 1;
  assert.equal(shard.run(transferHoldCancel, { transferHoldId }).code, undefined);
});

test("transfer_hold.cancel: the sandbox clock is at the deadline, before the expiry ran -> state_conflict", () => {
  const shard = createHoldingShard();
  const transferHoldId = clockToDeadline(shard);
  const { code, details, facts } = shard.run(transferHoldCancel, { transferHoldId });
  assert.equal(code, "state_conflict");
  assertContains(details, { status: "reserved", expiresAt: DEADLINE });
  assert.deepEqual(facts, []);
});

for (const end of [transferHoldCancel, transferHoldClear]) {
  test(`${end.id}: at the deadline, before the timer -> state_conflict; expired and released once`, () => {
    const shard = createHoldingShard("live");
    const transferHoldId = reserve(shard);
    const held = { posted: "1000", held: "400", incoming: "0" };
    shard.nowMs = DEADLINE_MS;
    for (const nowMs of [DEADLINE_MS, DEADLINE_MS + 1]) {
      shard.nowMs = nowMs;
      const { code, details } = shard.run(end, { transferHoldId });
      assert.equal(code, "state_conflict");
      assertContains(details, { transferHoldId, status: "reserved", expiresAt: DEADLINE });
      assert.deepEqual(balanceOf(shard, shard.source), held);
    }
    const [expired, ...others] = passTime(shard);
    assertContains(expired?.reply, { transferHoldId, status: "expired", releasedAmount: "400" });
    assert.deepEqual(others, []);
    for (const again of [end, transferHoldExpire]) {
      const { code, details } = shard.run(again, { transferHoldId });
      assert.equal(code, "state_conflict");
      assertContains(details, { transferHoldId, status: "expired" });
    }
    assert.equal(earliestStep(shard), undefined);
    assert.deepEqual(balanceOf(shard, shard.source), { posted: "1000", held: "0", incoming: "0" });
    const none = { posted: "0", held: "0", incoming: "0" };
    assert.deepEqual(balanceOf(shard, shard.destination), none);
  });
}
