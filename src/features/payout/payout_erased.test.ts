/** What becomes of payouts to a customer of whom everything is erased: before the bank was told, before its answer, and after it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { made } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { eraseCustomer } from "../../../test/support/features/entity/erasure.ts";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import {
  cancelPayout,
  pay,
  payoutIn,
  waitingPayout,
} from "../../../test/support/features/payout/payouts.ts";
import { speakingProvider } from "../../../test/support/features/provider_request/speaking_provider.ts";
import {
  advanceClock,
  balanceOf,
  createCustomer,
  openAccount,
} from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";

const ERASED = {
  code: "account_erased",
  reason: "the account numbers were erased before the provider had been told them",
};
const ACCEPTED = { result: "accepted", providerReference: "chk-1" };

/** A payout of live to a customer that waits for the answer of its bank. */
async function waiting() {
  const world = await openWorld({ environment: "live" });
  const { customerId } = createCustomer(world);
  const beneficiary = { ownerType: "customer", ownerId: customerId };
  const { payoutId, place, source, providerRequestId } = await waitingPayout(world, {
    beneficiary,
  });
  return {
    ...speakingProvider(world, providerRequestId),
    erase: () => eraseCustomer(world, customerId),
    answered: () => world.answerOf(place),
    failure: () => payoutIn(world, payoutId).failure,
    now() {
      const { posted, held } = balanceOf(world, source);
      return [payoutIn(world, payoutId).status, posted, held];
    },
  };
}

for (const attempts of [0, 2]) {
  test(`payout erased: withheld after ${attempts} attempts without an answer -> failed, and its money is available`, async () => {
    const one = await waiting();
    for (let at = 0; at < attempts; at++) one.report({ result: "unknown", fault: "timeout" });
    one.erase();
    assert.deepEqual(one.now(), ["created", "1000000", "1250"]);
    one.report({ result: "refused", providerCode: "account_erased" });
    assert.deepEqual(one.now(), ["failed", "1000000", "0"]);
    assert.deepEqual(one.failure(), ERASED);
    assert.equal(one.request().nextAttemptAtMs, undefined);
    const { error } = one.answered();
    assert.equal(error.code, "provider_egress_rejected");
    assert.match(
      error.message,
      /was not sent to the provider first-bank: the account numbers were/,
    );
    assert.equal(error.details["providerCode"], "account_erased");
  });
}

test("payout erased: accepted for a file to the bank, which never had it -> failed, and its money is available", async () => {
  const one = await waiting();
  one.report({ ...ACCEPTED, channel: "file" });
  one.erase();
  assert.equal(one.tell("failed", { reason: "account_erased" }), "applied");
  assert.deepEqual(one.now(), ["failed", "1000000", "0"]);
  assert.deepEqual(one.failure(), ERASED);
});

test("payout erased: after the bank was told and before its answer -> the answer and the news end it", async () => {
  const one = await waiting();
  one.report({ result: "unknown", fault: "timeout" });
  one.erase();
  one.report(ACCEPTED);
  assert.deepEqual(one.now(), ["processing", "1000000", "1250"]);
  assert.equal(one.tell("posted"), "applied");
  assert.deepEqual(one.now(), ["posted", "998750", "0"]);
});

test("payout erased: after the answer -> posted, and returned to the account that paid", async () => {
  const one = await waiting();
  one.report(ACCEPTED);
  one.erase();
  assert.equal(one.tell("posted"), "applied");
  assert.equal(one.tell("returned"), "applied");
  assert.deepEqual(one.now(), ["returned", "1000000", "0"]);
});

/** A payout of a sandbox to a customer, which the simulator has not answered. */
async function unanswered() {
  const world = await openWorld();
  const { customerId } = createCustomer(world);
  const owned = { ownerType: "customer", ownerId: customerId };
  const { beneficiaryId } = await made(world, { ...owned, beneficiaryId: "adas-bank" });
  const source = openAccount(world, { fundedMinor: 1_000_000n });
  arm(world, "timeout");
  const { error } = pay(world, { source, beneficiaryId });
  assert.equal(error.code, "provider_egress_failed");
  const payoutId = String(error.details["receiptId"]).replace("rcpt_", "po_");
  return { world, customerId, payoutId, source };
}

test("payout erased: the simulator has not answered -> failed at its next attempt, whatever fault is armed", async () => {
  const { world, customerId, payoutId, source } = await unanswered();
  arm(world, "timeout");
  eraseCustomer(world, customerId);
  advanceClock(world, new Date(world.nowMs + 120_000).toISOString());
  assert.deepEqual(
    [payoutIn(world, payoutId).status, payoutIn(world, payoutId).failure],
    ["failed", ERASED],
  );
  assert.equal(balanceOf(world, source).held, "0");
});

test("payout erased: cancelled before the next attempt -> cancelled by the simulator, and it stays so", async () => {
  const { world, customerId, payoutId } = await unanswered();
  eraseCustomer(world, customerId);
  assert.equal(cancelPayout(world, payoutId)["status"], "cancelled");
  advanceClock(world, new Date(world.nowMs + 120_000).toISOString());
  assert.equal(payoutIn(world, payoutId).status, "cancelled");
});
