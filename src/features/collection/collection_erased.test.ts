/** What becomes of collections from a customer of whom everything is erased: before the bank was told, before its answer, and after it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { storedCollection } from "../../../test/support/features/collection/collections.ts";
import {
  collectNow,
  debitMade,
  mandated,
  waitingDebit,
} from "../../../test/support/features/collection/debits.ts";
import { eraseCustomer } from "../../../test/support/features/entity/erasure.ts";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import { speakingProvider } from "../../../test/support/features/provider_request/speaking_provider.ts";
import { advanceClock, balanceOf } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { collectionRetry } from "./collection.retry.ts";

const ERASED = {
  code: "account_erased",
  message: "the account numbers were erased before the provider had been told them",
  retryable: false,
};
const ACCEPTED = { result: "accepted", providerReference: "chk-1" };

/** A collection of live that waits for the answer of its bank. */
async function waiting() {
  const world = await openWorld({ environment: "live" });
  const made = await waitingDebit(world);
  const { customerId, consentId, collectionId, destinationAccountId, place, providerRequestId } =
    made;
  return {
    ...{ world, collectionId, ...speakingProvider(world, providerRequestId) },
    erase: () => eraseCustomer(world, customerId),
    answered: () => world.answerOf(place),
    failure: () => storedCollection(world, collectionId).failure,
    used: async () => (await world.found(consentRetrieve, { consentId })).used.count,
    now: () => [
      storedCollection(world, collectionId).status,
      balanceOf(world, destinationAccountId).posted,
    ],
  };
}

for (const attempts of [0, 2]) {
  test(`collection erased: withheld after ${attempts} attempts without an answer -> failed for good, and the consent is not used`, async () => {
    const one = await waiting();
    for (let at = 0; at < attempts; at++) one.report({ result: "unknown", fault: "timeout" });
    one.erase();
    assert.deepEqual(one.now(), ["processing", "0"]);
    assert.equal(await one.used(), 1);
    one.report({ result: "refused", providerCode: "account_erased" });
    assert.deepEqual(one.now(), ["failed", "0"]);
    assert.deepEqual(one.failure(), ERASED);
    assert.equal(await one.used(), 0);
    assert.equal(one.request().nextAttemptAtMs, undefined);
    const { error } = one.answered();
    assert.equal(error.code, "provider_egress_rejected");
    assert.match(
      error.message,
      /was not sent to the provider first-bank: the account numbers were/,
    );
  });
}

test("collection erased: accepted for a file to the bank, which never had it -> failed for good, and the consent is not used", async () => {
  const one = await waiting();
  one.report({ ...ACCEPTED, channel: "file" });
  one.erase();
  assert.equal(one.tell("failed", { reason: "account_erased" }), "applied");
  assert.deepEqual(one.now(), ["failed", "0"]);
  assert.deepEqual(one.failure(), ERASED);
  assert.equal(await one.used(), 0);
});

test("collection erased: withheld and tried again -> no bank is asked, because the customer is closed", async () => {
  const one = await waiting();
  one.erase();
  one.report({ result: "refused", providerCode: "account_erased" });
  const { world, collectionId } = one;
  world.made(collectionRetry, { collectionId });
  world.passTime();
  assert.deepEqual(one.now(), ["failed", "0"]);
  const { code, retryable } = one.failure() ?? {};
  assert.deepEqual([code, retryable], ["customer_status_forbidden", false]);
});

test("collection erased: after the bank was told and before its answer -> collected by a question, and returned by news", async () => {
  const one = await waiting();
  one.report({ result: "unknown", fault: "timeout" });
  one.erase();
  one.report(ACCEPTED);
  assert.deepEqual(one.now(), ["processing", "0"]);
  one.ask("collected");
  assert.deepEqual(one.now(), ["collected", "1250"]);
  assert.equal(one.tell("returned"), "applied");
  assert.deepEqual(one.now(), ["returned", "0"]);
});

for (const status of ["collected", "failed", "returned"]) {
  test(`collection erased: told to be ${status} before the answer, erased, then accepted -> ${status}`, async () => {
    const one = await waiting();
    assert.equal(one.tell(status), "early");
    one.erase();
    one.report(ACCEPTED);
    assert.deepEqual(one.now(), [status, status === "collected" ? "1250" : "0"]);
  });
}

test("collection erased: after it was collected, with a return still possible -> returned from the account that had it", async () => {
  const one = await waiting();
  one.report({ ...ACCEPTED, progress: { status: "collected" } });
  one.erase();
  assert.equal(one.tell("returned"), "applied");
  assert.deepEqual(one.now(), ["returned", "0"]);
});

test("collection erased: the simulator has not answered -> failed for good at its next attempt", async () => {
  const world = await openWorld();
  const parties = await mandated(world);
  const collectionId = debitMade(world, parties, "1250");
  arm(world, "timeout");
  assert.equal(collectNow(world, collectionId).error.code, "provider_egress_failed");
  eraseCustomer(world, parties.customerId);
  advanceClock(world, new Date(world.nowMs + 120_000).toISOString());
  const { status, failure } = storedCollection(world, collectionId);
  assert.deepEqual([status, failure], ["failed", ERASED]);
});
