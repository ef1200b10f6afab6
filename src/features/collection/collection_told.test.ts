/** What becomes of collections of live by what their bank answers, tells by itself and tells when it is asked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { storedCollection } from "../../../test/support/features/collection/collections.ts";
import {
  debitMade,
  mandated,
  waitingDebit,
} from "../../../test/support/features/collection/debits.ts";
import { speakingProvider } from "../../../test/support/features/provider_request/speaking_provider.ts";
import { at, balanceOf } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { consentRetrieve } from "../consent/consent_noun.ts";
import { QUESTION_PAUSES_MS } from "../provider_request/provider_request_questions.ts";
import { collectionRetry } from "./collection.retry.ts";
import type { CollectionStatus } from "./collection_document.ts";

type Told = "processing" | "collected" | "failed" | "returned";

/** A collection of live, and how its bank speaks of it. */
async function waiting() {
  const world = await openWorld({ environment: "live" });
  const made = await waitingDebit(world);
  const { providerRequestId, collectionId, destinationAccountId, place } = made;
  return {
    ...{ world, collectionId, ...speakingProvider<Told>(world, providerRequestId) },
    answered: () => world.answerOf(place),
    collection: () => storedCollection(world, collectionId),
    /** The status, and what is posted of the destination. */
    now: (): [CollectionStatus, string] => [
      storedCollection(world, collectionId).status,
      balanceOf(world, destinationAccountId).posted,
    ],
  };
}

const ANSWERS: Record<Told, { now: [CollectionStatus, string]; isAsked: boolean }> = {
  processing: { now: ["processing", "0"], isAsked: true },
  collected: { now: ["collected", "1250"], isAsked: false },
  failed: { now: ["failed", "0"], isAsked: false },
  returned: { now: ["returned", "0"], isAsked: false },
};

for (const [status, { now, isAsked }] of Object.entries(ANSWERS)) {
  test(`collection told: ${status} by the answer -> so, processing for whoever waits, and ${isAsked ? "asked about soon" : "asked about no more"}`, async () => {
    const one = await waiting();
    one.answer(status as Told);
    assert.deepEqual(one.now(), now);
    assert.equal(one.answered().status, "processing");
    const { nextAttemptAtMs, answeredAtMs = 0 } = one.request();
    const pauseMs = nextAttemptAtMs && nextAttemptAtMs - answeredAtMs;
    assert.equal(pauseMs, isAsked ? QUESTION_PAUSES_MS[0] : undefined);
  });
}

test("collection told: refused by the answer -> provider_egress_rejected for whoever waits, failed by the code of the rail", async () => {
  const one = await waiting();
  one.report({ result: "refused", providerCode: "md01" });
  assert.equal(one.answered().error.code, "provider_egress_rejected");
  assert.deepEqual(one.now(), ["failed", "0"]);
  const { failure } = one.collection();
  assert.deepEqual(failure, { code: "MD01", message: "there is no mandate", retryable: false });
});

test("collection told: the clock's time comes where no bank is configured -> failed, and a retry can help", async () => {
  const world = await openWorld({ environment: "live" });
  const parties = await mandated(world);
  const collectionId = debitMade(world, parties, "1250", { dueAt: at(0) });
  world.passTime();
  const { status, failure, consentId } = storedCollection(world, collectionId);
  assert.deepEqual([status, failure?.retryable], ["failed", true]);
  assert.equal(failure?.code, "state_constraint_failed");
  assert.equal((await world.found(consentRetrieve, { consentId })).used.count, 0);
});

test("collection told: no answer -> provider_egress_failed, and processing", async () => {
  const one = await waiting();
  one.report({ result: "unknown", fault: "timeout" });
  assert.equal(one.answered().error.code, "provider_egress_failed");
  assert.deepEqual(one.now(), ["processing", "0"]);
});

test("collection told: collected by a question -> asked about no more; returned by news months later -> gone back", async () => {
  const one = await waiting();
  one.answer("processing");
  one.ask("collected");
  assert.deepEqual(one.now(), ANSWERS.collected.now);
  assert.equal(one.request().nextAttemptAtMs, undefined);
  assert.equal(one.tell("returned", { reason: "md06" }), "applied");
  assert.deepEqual(one.now(), ANSWERS.returned.now);
  assert.equal(one.collection().failure?.message, "the debtor asks for a refund");
  assert.deepEqual([one.tell("returned"), one.tell("collected")], ["same", "same"]);
  assert.equal(one.tell("failed"), "contradictory");
  assert.deepEqual(one.now(), ANSWERS.returned.now);
});

test("collection told: a code that the rail's table does not have -> kept as it was told, and another attempt may pass", async () => {
  const one = await waiting();
  one.answer("processing");
  assert.equal(one.tell("failed", { reason: "house_rule_7" }), "applied");
  const { failure } = one.collection();
  assert.deepEqual([failure?.code, failure?.retryable], ["house_rule_7", true]);
});

test("collection told: news of an attempt that failed, after another was made -> the other one goes on", async () => {
  const one = await waiting();
  one.answer("failed", { reason: "am04" });
  one.world.made(collectionRetry, { collectionId: one.collectionId });
  one.world.passTime();
  assert.equal(one.collection().status, "processing");
  assert.equal(one.tell("failed"), "same");
  assert.equal(one.tell("collected"), "contradictory");
  assert.deepEqual(one.now(), ["processing", "0"]);
  const outcomes = one.collection().attempts.map(({ outcome, code }) => [outcome, code]);
  assert.deepEqual(outcomes, [
    ["failed", "AM04"],
    ["processing", undefined],
  ]);
});

type Early = { early: Told[]; answer?: Told; status: Told; contradiction?: Told };
const EARLY: Early[] = [
  { early: ["collected"], status: "collected" },
  { early: ["collected", "returned"], status: "returned" },
  { early: ["returned", "collected"], status: "returned" },
  { early: ["collected"], answer: "returned", status: "returned" },
  { early: ["returned"], answer: "collected", status: "returned" },
  { early: ["collected", "failed"], status: "collected", contradiction: "failed" },
  { early: ["failed"], answer: "collected", status: "failed", contradiction: "collected" },
];

for (const { early, answer = "processing", status, contradiction } of EARLY) {
  const held = contradiction === undefined ? "" : `, and ${contradiction} contradicts it`;
  test(`collection told: ${early.join(", ")} before the answer, which says ${answer} -> ${status}${held}`, async () => {
    const one = await waiting();
    for (const told of early) assert.equal(one.tell(told), "early");
    one.answer(answer);
    assert.deepEqual(one.now(), ANSWERS[status].now);
    assert.equal(one.request().told?.contradiction, contradiction);
    assert.equal(one.request().nextAttemptAtMs, undefined);
  });
}
