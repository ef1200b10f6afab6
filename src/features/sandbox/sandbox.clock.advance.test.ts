/** Decision table of sandbox.clock.advance, with what a reader then sees. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PRODUCT_ID, START_MS } from "../testing.ts";
import {
  assertContains,
  createHoldingShard,
  DEADLINE,
  DEADLINE_MS,
  reserve,
} from "../transfer_hold/testing.ts";
import { transferHoldCancel } from "../transfer_hold/transfer_hold.cancel.ts";
import { transferHoldExpire } from "../transfer_hold/transfer_hold.expire.ts";
import { sandboxClockAdvance } from "./sandbox.clock.advance.ts";
import { sandboxClockRetrieve } from "./sandbox.clock.retrieve.ts";

const at = (timeMs: number) => new Date(timeMs).toISOString();
const START = at(START_MS);

test("sandbox.clock.advance: another Product, backwards -> resource_not_found", () => {
  const input = { productId: "prod_other", at: at(0) };
  const { code } = createHoldingShard().run(sandboxClockAdvance, input);
  assert.equal(code, "resource_not_found");
});

test("sandbox.clock.advance: one millisecond backwards -> state_constraint_failed", () => {
  const input = { productId: PRODUCT_ID, at: at(START_MS - 1) };
  const { code, details } = createHoldingShard().run(sandboxClockAdvance, input);
  assert.equal(code, "state_constraint_failed");
  assert.deepEqual(details, {
    constraint: "clock_moves_forward",
    effectiveAt: START,
    at: at(START_MS - 1),
    issues: [{ code: "clock_moves_forward", message: `must not be before ${START}`, path: ["at"] }],
  });
});

test("sandbox.clock.advance: to where it stands -> nothing ran", () => {
  const { reply } = createHoldingShard().run(sandboxClockAdvance, {
    productId: PRODUCT_ID,
    at: START,
  });
  assert.deepEqual(reply, { productId: PRODUCT_ID, effectiveAt: START, ran: 0 });
});

test("sandbox.clock.advance: one millisecond before a deadline -> nothing ran", () => {
  const shard = createHoldingShard();
  reserve(shard);
  const input = { productId: PRODUCT_ID, at: at(DEADLINE_MS - 1) };
  const { reply, followUps } = shard.run(sandboxClockAdvance, input);
  assert.deepEqual(followUps, []);
  assertContains(reply, { ran: 0 });
});

test("sandbox.clock.advance: at a deadline, in another time zone -> the reserved hold expires", () => {
  const shard = createHoldingShard();
  const transferHoldId = reserve(shard, { amount: "10" });
  shard.run(transferHoldCancel, { transferHoldId: reserve(shard, { amount: "10" }) });
  const input = { productId: PRODUCT_ID, at: DEADLINE.replace("10:30:00.000Z", "12:30:00+02:00") };
  const { reply, followUps } = shard.run(sandboxClockAdvance, input);
  assert.deepEqual(reply, { productId: PRODUCT_ID, effectiveAt: DEADLINE, ran: 1 });
  assert.deepEqual(followUps, [{ operation: "transfer_hold.expire", input: { transferHoldId } }]);
  assert.equal(shard.run(transferHoldExpire, { transferHoldId }).code, undefined);
  assertContains(shard.run(sandboxClockAdvance, input).reply, { ran: 0 });
});

test("sandbox.clock.retrieve: after an advance -> where it was advanced to", () => {
  const shard = createHoldingShard();
  const input = { productId: PRODUCT_ID };
  shard.nowMs += 5_000;
  assert.deepEqual(shard.read(sandboxClockRetrieve, input).reply, {
    productId: PRODUCT_ID,
    effectiveAt: START,
  });
  shard.run(sandboxClockAdvance, { productId: PRODUCT_ID, at: DEADLINE });
  assert.deepEqual(shard.read(sandboxClockRetrieve, input).reply, {
    productId: PRODUCT_ID,
    effectiveAt: DEADLINE,
  });
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
