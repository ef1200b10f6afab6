/** Decision table of transfer_hold.expire, and what makes it due. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { SHARD_REGISTRY } from "../registry.ts";
import { PRINCIPAL } from "../testing.ts";
import { earliestStep, passTime } from "../testing_time.ts";
import { rebuildExpiries } from "./expiries.ts";
import {
  assertContains,
  balanceOf,
  createHoldingShard,
  DEADLINE,
  DEADLINE_MS,
  reserve,
} from "./testing.ts";
import { transferHoldCancel } from "./transfer_hold.cancel.ts";
import { transferHoldExpire } from "./transfer_hold.expire.ts";
import { TransferHold } from "./transfer_hold_schema.ts";

const CLOCK = { principal: { ...PRINCIPAL, principalId: "clock" }, cause: "clock" } as const;

test("transfer_hold.expire: unknown hold -> transfer_hold_not_found", () => {
  const shard = createHoldingShard("live");
  const { code } = shard.run(transferHoldExpire, { transferHoldId: "th_unknown" }, CLOCK);
  assert.equal(code, "transfer_hold_not_found");
});

test("transfer_hold.expire: hold that is cancelled -> state_conflict", () => {
  const shard = createHoldingShard("live");
  const transferHoldId = reserve(shard);
  shard.run(transferHoldCancel, { transferHoldId });
  const { code, details } = shard.run(transferHoldExpire, { transferHoldId }, CLOCK);
  assert.equal(code, "state_conflict");
  assertContains(details, { transferHoldId, status: "cancelled" });
});

test("transfer_hold.expire: one millisecond before the deadline -> state_constraint_failed", () => {
  const shard = createHoldingShard("live");
  const transferHoldId = reserve(shard);
  shard.nowMs = DEADLINE_MS - 1;
  const { code, details } = shard.run(transferHoldExpire, { transferHoldId }, CLOCK);
  assert.equal(code, "state_constraint_failed");
  assertContains(details, { constraint: "deadline_passed", expiresAt: DEADLINE });
});

test("transfer_hold.expire: at the deadline -> all of it released, by the clock", () => {
  const shard = createHoldingShard("live");
  const transferHoldId = reserve(shard);
  shard.nowMs = DEADLINE_MS;
  const { reply } = shard.run(transferHoldExpire, { transferHoldId }, CLOCK);
  assert.ok(Value.Check(TransferHold, reply));
  assertContains(reply, {
    status: "expired",
    clearedAmount: "0",
    releasedAmount: "400",
    actor: { type: "clock", id: "clock" },
    statusTransitions: { reservedAt: "2026-01-31T09:30:00.000Z", expiredAt: DEADLINE },
  });
  assert.deepEqual(balanceOf(shard, shard.source), { posted: "1000", held: "0", incoming: "0" });
  assert.equal(earliestStep(shard), undefined);
});

test("transfer_hold.expire: asked for by a late timer -> decided at its deadline, recorded now", () => {
  const shard = createHoldingShard("live");
  const transferHoldId = reserve(shard);
  shard.nowMs = DEADLINE_MS + 90_000;
  const early = { atMs: DEADLINE_MS - 1, facts: [] };
  const refused = shard.run(transferHoldExpire, { transferHoldId }, { ...CLOCK, due: early });
  assert.equal(refused.code, "state_constraint_failed");
  const [expired] = passTime(shard);
  const expiredAt = new Date(DEADLINE_MS + 90_000).toISOString();
  assertContains(expired?.reply, { transferHoldId, status: "expired", updatedAt: expiredAt });
});

test("expiries: live holds -> due at their deadlines, earliest first, ended ones never", () => {
  const shard = createHoldingShard("live");
  const [late, early, cancelled] = [3, 1, 2].map((hours) =>
    reserve(shard, {
      amount: "10",
      expiresAt: new Date(shard.nowMs + hours * 3_600_000).toISOString(),
    }),
  );
  shard.run(transferHoldCancel, { transferHoldId: cancelled });
  const operation = "transfer_hold.expire";
  const first = { atMs: DEADLINE_MS, operation, input: { transferHoldId: early } };
  assert.deepEqual(earliestStep(shard), first);
  shard.nowMs = DEADLINE_MS - 1;
  assert.deepEqual(passTime(shard), []);
  shard.nowMs = DEADLINE_MS * 2;
  const ended = passTime(shard).map(({ reply }) => (reply as typeof first.input).transferHoldId);
  assert.deepEqual(ended, [early, late]);
});

test("expiries: sandbox holds, the wall clock past their deadline -> nothing is due", () => {
  const shard = createHoldingShard("sandbox");
  reserve(shard);
  shard.nowMs = DEADLINE_MS + 1;
  assert.deepEqual(passTime(shard), []);
});

test("expiries: tables loaded again -> the same deadlines, ended holds left out", () => {
  const shard = createHoldingShard("live");
  const transferHoldId = reserve(shard, { amount: "10" });
  shard.run(transferHoldCancel, { transferHoldId: reserve(shard, { amount: "10" }) });
  const loaded = SHARD_REGISTRY.createState();
  const tables = new Map(SHARD_REGISTRY.tables(loaded).map((table) => [table.code, table]));
  for (const table of SHARD_REGISTRY.tables(shard.state)) {
    table.drain((scope, key, value) => {
      if (value !== undefined) tables.get(table.code)?.load(scope, key, value, 1);
      return 1;
    });
  }
  rebuildExpiries(loaded);
  assert.deepEqual(earliestStep({ state: loaded }), {
    atMs: DEADLINE_MS,
    operation: "transfer_hold.expire",
    input: { transferHoldId },
  });
  assert.deepEqual([...loaded.expiries.scopes()], [1]);
  assert.equal(loaded.expiries.size(1), 1);
});
