/**
 * Decision table of sandbox.clock.advance, what runs on its way, and what a reader sees meanwhile.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { idempotencyKeyRetrieve } from "../idempotency_key/idempotency_key.retrieve.ts";
import { operationRetrieve } from "../operation/operation.retrieve.ts";
import { receiptRetrieve } from "../receipt/receipt.retrieve.ts";
import { sha256 } from "../receipt/testing_receipts.ts";
import { PRODUCT_ID, START_MS } from "../testing.ts";
import { advanceClock, passTime } from "../testing_time.ts";
import {
  assertContains,
  createHoldingShard,
  DEADLINE,
  DEADLINE_MS,
  draftHold,
  type HoldingShard,
  reserve,
} from "../transfer_hold/testing.ts";
import { transferHoldCancel } from "../transfer_hold/transfer_hold.cancel.ts";
import { transferHoldCreate } from "../transfer_hold/transfer_hold.create.ts";
import { ADVANCES_MAX, sandboxClockAdvance } from "./sandbox.clock.advance.ts";
import { sandboxClockRetrieve } from "./sandbox.clock.retrieve.ts";

const at = (timeMs: number) => new Date(timeMs).toISOString();
const START = at(START_MS);
const MINUTE_MS = 60_000;
const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** Tells the clock where to go; nothing runs yet. */
function tell(shard: HoldingShard, time: string, idempotencyKey?: string) {
  const input = { productId: PRODUCT_ID, at: time };
  return shard.run(sandboxClockAdvance, input, idempotencyKey ? { idempotencyKey } : {});
}

/** Where a reader sees the clock. */
function clockOf(shard: HoldingShard): unknown {
  const { reply } = shard.read(sandboxClockRetrieve, { productId: PRODUCT_ID });
  return (reply as { effectiveAt: string }).effectiveAt;
}

const answerOf = (shard: HoldingShard, { place }: { place: number }) =>
  shard.replyOf(sandboxClockAdvance, place);

test("sandbox.clock.advance: another Product, backwards -> resource_not_found", () => {
  const input = { productId: "prod_other", at: at(0) };
  const { code } = createHoldingShard().run(sandboxClockAdvance, input);
  assert.equal(code, "resource_not_found");
});

test("sandbox.clock.advance: one millisecond backwards -> state_constraint_failed", () => {
  const { code, details } = tell(createHoldingShard(), at(START_MS - 1));
  assert.equal(code, "state_constraint_failed");
  assert.deepEqual(details, {
    constraint: "clock_moves_forward",
    effectiveAt: START,
    at: at(START_MS - 1),
    issues: [{ code: "clock_moves_forward", message: `must not be before ${START}`, path: ["at"] }],
  });
});

test("sandbox.clock.advance: to where it stands -> nothing ran", () => {
  const { reply } = advanceClock(createHoldingShard(), START);
  assert.deepEqual(reply, { productId: PRODUCT_ID, effectiveAt: START, ran: 0 });
});

test("sandbox.clock.advance: one millisecond before a deadline -> nothing ran", () => {
  const shard = createHoldingShard();
  reserve(shard);
  const { reply, steps } = advanceClock(shard, at(DEADLINE_MS - 1));
  assert.deepEqual(steps, []);
  assertContains(reply, { ran: 0 });
});

test("sandbox.clock.advance: at a deadline, in another time zone -> the reserved hold expires", () => {
  const shard = createHoldingShard();
  const transferHoldId = reserve(shard, { amount: "10" });
  shard.run(transferHoldCancel, { transferHoldId: reserve(shard, { amount: "10" }) });
  const time = DEADLINE.replace("10:30:00.000Z", "12:30:00+02:00");
  const { reply, steps } = advanceClock(shard, time);
  assert.deepEqual(reply, { productId: PRODUCT_ID, effectiveAt: DEADLINE, ran: 1 });
  assert.equal(steps.length, 1);
  assertContains(steps[0]?.reply, { transferHoldId, status: "expired" });
  assertContains(advanceClock(shard, time).reply, { ran: 0 });
});

test("sandbox.clock.advance: several deadlines, some equal -> in order of time and id, the clock at each", () => {
  const shard = createHoldingShard();
  const minutes = [3, 1, 2, 1];
  const ids = minutes.map((minute) =>
    reserve(shard, { amount: "10", expiresAt: at(DEADLINE_MS + minute * MINUTE_MS) }),
  );
  tell(shard, at(DEADLINE_MS + 5 * MINUTE_MS));
  assert.equal(clockOf(shard), START);
  for (const index of [1, 3, 2, 0]) {
    const [step] = passTime(shard, 1);
    assertContains(step?.reply, { transferHoldId: ids[index], status: "expired" });
    assert.equal(clockOf(shard), at(DEADLINE_MS + (minutes[index] as number) * MINUTE_MS));
  }
  assert.deepEqual(passTime(shard), []);
  assert.equal(clockOf(shard), at(DEADLINE_MS + 5 * MINUTE_MS));
});

test("sandbox.clock.advance: under way -> no answer; others decide at the newest step's time", () => {
  const shard = createHoldingShard();
  for (const _ of [1, 2]) reserve(shard, { amount: "10" });
  const minuteLater = at(DEADLINE_MS + MINUTE_MS);
  const later = reserve(shard, { amount: "10", expiresAt: minuteLater });
  const told = tell(shard, at(DEADLINE_MS + 2 * MINUTE_MS));
  assert.equal(told.reply, undefined);
  passTime(shard, 1);
  assert.equal(shard.run(transferHoldCancel, { transferHoldId: later }).code, undefined);
  const past = draftHold(shard, { amount: "10", expiresAt: DEADLINE });
  assert.equal(shard.run(transferHoldCreate, past).code, "state_constraint_failed");
  const made = reserve(shard, { amount: "10", expiresAt: minuteLater });
  assert.equal(answerOf(shard, told), undefined);
  const steps = passTime(shard);
  assertContains(steps.at(-1)?.reply, { transferHoldId: made, status: "expired" });
  assertContains(answerOf(shard, told), { effectiveAt: at(DEADLINE_MS + 2 * MINUTE_MS), ran: 3 });
});

test("sandbox.clock.advance: while one is under way -> each counts its own, in the order they came", () => {
  const shard = createHoldingShard();
  reserve(shard, { amount: "10" });
  reserve(shard, { amount: "10", expiresAt: at(DEADLINE_MS + MINUTE_MS) });
  const first = tell(shard, DEADLINE);
  const second = tell(shard, at(DEADLINE_MS + MINUTE_MS));
  const same = tell(shard, at(DEADLINE_MS + MINUTE_MS));
  const { code, details } = tell(shard, DEADLINE);
  assert.equal(code, "state_constraint_failed");
  assertContains(details, { effectiveAt: at(DEADLINE_MS + MINUTE_MS) });
  passTime(shard, 2);
  const answers = () => [first, second, same].map((told) => answerOf(shard, told));
  const effectiveAt = at(DEADLINE_MS + MINUTE_MS);
  const ofFirst = { productId: PRODUCT_ID, effectiveAt: DEADLINE, ran: 1 };
  assert.deepEqual(answers(), [ofFirst, undefined, undefined]);
  passTime(shard);
  const ofSecond = { productId: PRODUCT_ID, effectiveAt, ran: 1 };
  assert.deepEqual(answers(), [ofFirst, ofSecond, { ...ofSecond, ran: 0 }]);
});

test(`sandbox.clock.advance: ${ADVANCES_MAX} under way, and one more -> taken; state_constraint_failed`, () => {
  const shard = createHoldingShard();
  for (let count = 0; count < ADVANCES_MAX; count++) {
    assert.equal(tell(shard, DEADLINE).code, undefined);
  }
  const { code, details } = tell(shard, DEADLINE);
  assert.equal(code, "state_constraint_failed");
  assert.deepEqual(details, { constraint: "advances_under_way", limit: ADVANCES_MAX });
  passTime(shard);
  assert.equal(tell(shard, DEADLINE).code, undefined);
});

test("sandbox.clock.advance: its operation, key and receipt -> under way first, then as it ended", () => {
  const shard = createHoldingShard();
  reserve(shard, { amount: "10" });
  const suffix = shard.nextId("op").slice("op_".length);
  const told = tell(shard, DEADLINE, KEY);
  const read = () => {
    const located = { located: told.place };
    const operation = shard.read(operationRetrieve, { operationId: `op_${suffix}` }).reply;
    const key = shard.read(idempotencyKeyRetrieve, { idempotencyKey: KEY }, located).reply;
    const receipt = shard.read(receiptRetrieve, { receiptId: `rcpt_${suffix}` }).reply;
    assert.deepEqual([...Value.Errors(operationRetrieve.output, operation)], []);
    assert.deepEqual([...Value.Errors(idempotencyKeyRetrieve.output, key)], []);
    assert.deepEqual([...Value.Errors(receiptRetrieve.output, receipt)], []);
    return { operation, key, receipt: receipt as Record<string, unknown> };
  };
  shard.nowMs += 5;
  passTime(shard, 1);
  const before = read();
  const running = { status: "running", finalized: false, finishedAt: undefined, startedAt: START };
  assertContains(before.operation, running);
  assertContains(before.key, { state: "in_progress" });
  assertContains(before.receipt, { outcome: "succeeded", responseDigest: undefined });
  passTime(shard);
  const after = read();
  const finishedAt = at(START_MS + 5);
  assertContains(after.operation, { status: "succeeded", finalized: true, finishedAt });
  assertContains(after.key, { state: "succeeded" });
  const responseDigest = sha256(JSON.stringify(answerOf(shard, told)));
  assert.deepEqual(after.receipt, { ...before.receipt, responseDigest });
});

test("sandbox.clock.advance: a log of before it could be under way -> stands there, as answered", () => {
  const shard = createHoldingShard();
  const advanced = { kind: "sandbox.clock_advanced.1", effectiveAtMs: DEADLINE_MS, revision: 2 };
  shard.apply([advanced]);
  assert.equal(clockOf(shard), DEADLINE);
  assert.equal(tell(shard, at(DEADLINE_MS - 1)).code, "state_constraint_failed");
  assertContains(advanceClock(shard, DEADLINE).reply, { effectiveAt: DEADLINE, ran: 0 });
});

test("sandbox.clock.retrieve: after an advance -> where it was advanced to", () => {
  const shard = createHoldingShard();
  shard.nowMs += 5_000;
  assert.equal(clockOf(shard), START);
  advanceClock(shard, DEADLINE);
  const { reply } = shard.read(sandboxClockRetrieve, { productId: PRODUCT_ID });
  assert.deepEqual(reply, { productId: PRODUCT_ID, effectiveAt: DEADLINE });
});

test("sandbox.clock.retrieve: no scope yet -> the Product's creation", () => {
  const { reply } = createHoldingShard().read(
    sandboxClockRetrieve,
    { productId: PRODUCT_ID },
    { scope: undefined },
  );
  assert.deepEqual(reply, { productId: PRODUCT_ID, effectiveAt: START });
});

test("sandbox.clock.retrieve: another Product -> resource_not_found", () => {
  const { code } = createHoldingShard().read(sandboxClockRetrieve, { productId: "prod_other" });
  assert.equal(code, "resource_not_found");
});
