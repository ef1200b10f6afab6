/** What becomes of payouts of live by what their bank answers, tells by itself and tells when it is asked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { payoutIn, waitingPayout } from "../../../test/support/features/payout/payouts.ts";
import { speakingProvider } from "../../../test/support/features/provider_request/speaking_provider.ts";
import { balanceOf } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { QUESTION_PAUSES_MS } from "../provider_request/provider_request_questions.ts";
import { payoutCancel } from "./payout.cancel.ts";
import type { PayoutStatus } from "./payout_document.ts";

type Told = "processing" | "posted" | "failed" | "returned" | "cancelled";

/** A payout of live, and how its bank speaks of it. */
async function waiting() {
  const world = await openWorld({ environment: "live" });
  const made = await waitingPayout(world);
  const { providerRequestId, payoutId, source } = made;
  return {
    ...speakingProvider<Told>(world, providerRequestId),
    /** Asks to give the payout up. Returns what reads the answer, once there is one. */
    cancel() {
      const { place } = world.run(payoutCancel, { payoutId });
      return () => world.answerOf(place);
    },
    /** The status, and what is posted and held of the account. */
    now(): [PayoutStatus, string, string] {
      const { posted, held } = balanceOf(world, source);
      return [payoutIn(world, payoutId).status, posted, held];
    },
  };
}

const ANSWERS: Record<Told, { now: [PayoutStatus, string, string]; isAsked: boolean }> = {
  processing: { now: ["processing", "1000000", "1250"], isAsked: true },
  posted: { now: ["posted", "998750", "0"], isAsked: false },
  failed: { now: ["failed", "1000000", "0"], isAsked: false },
  returned: { now: ["returned", "1000000", "0"], isAsked: false },
  cancelled: { now: ["cancelled", "1000000", "0"], isAsked: false },
};

for (const [status, { now, isAsked }] of Object.entries(ANSWERS)) {
  test(`payout told: ${status} by the answer -> so, and ${isAsked ? "asked about soon" : "asked about no more"}`, async () => {
    const one = await waiting();
    one.answer(status as Told);
    assert.deepEqual(one.now(), now);
    const { nextAttemptAtMs, answeredAtMs = 0 } = one.request();
    const pauseMs = nextAttemptAtMs && nextAttemptAtMs - answeredAtMs;
    assert.equal(pauseMs, isAsked ? QUESTION_PAUSES_MS[0] : undefined);
  });
}

test("payout told: posted, and two seconds later returned -> the request has both times", async () => {
  const one = await waiting();
  one.answer("processing");
  one.tell("posted", { occurredAtMs: 1_000 });
  one.tell("returned", { occurredAtMs: 3_000 });
  const { newestAtMs, beforeAtMs } = one.request().told ?? {};
  assert.deepEqual([newestAtMs, beforeAtMs], [3_000, 1_000]);
});

test("payout told: posted by a question -> asked about no more; returned by news -> credited back", async () => {
  const one = await waiting();
  one.answer("processing");
  one.ask("posted");
  assert.deepEqual(one.now(), ANSWERS.posted.now);
  assert.equal(one.request().nextAttemptAtMs, undefined);
  assert.equal(one.tell("returned"), "applied");
  assert.deepEqual(one.now(), ANSWERS.returned.now);
  assert.deepEqual([one.tell("returned"), one.tell("posted")], ["same", "same"]);
  assert.equal(one.tell("failed"), "contradictory");
  assert.deepEqual(one.now(), ANSWERS.returned.now);
});

for (const status of ["cancelled", "posted"] as const) {
  const answer = status === "cancelled" ? "the payout" : "state_conflict";
  test(`payout told: ${status} by news before its cancellation is answered -> ${answer} for whoever asked for it`, async () => {
    const one = await waiting();
    one.answer("processing");
    const answered = one.cancel();
    assert.equal(one.tell(status), "applied");
    assert.deepEqual(one.now(), ANSWERS[status].now);
    const { error, ...payout } = answered();
    const wanted = status === "cancelled" ? { status } : { code: "state_conflict" };
    assert.deepEqual(error ? { code: error.code } : { status: payout.status }, wanted);
  });
}

for (const status of ["posted", "returned", "failed", "cancelled"] as const) {
  test(`payout told: ${status}, at a time before the answer's by the bank's clock -> so: an end is never too old`, async () => {
    const one = await waiting();
    assert.equal(one.tell("processing", { occurredAtMs: 5_000 }), "early");
    one.answer("processing");
    assert.equal(one.tell(status, { occurredAtMs: 4_000 }), "applied");
    assert.deepEqual(one.now(), ANSWERS[status].now);
    assert.equal(one.request().nextAttemptAtMs, undefined);
  });
}

test("payout told: posted twice, and posted after it came back, whatever the time -> the same, and nothing moves", async () => {
  const one = await waiting();
  one.answer("processing");
  one.tell("returned", { occurredAtMs: 5_000 });
  assert.deepEqual(
    [one.tell("posted", { occurredAtMs: 4_000 }), one.tell("posted", { occurredAtMs: 6_000 })],
    ["same", "same"],
  );
  assert.deepEqual(one.now(), ANSWERS.returned.now);
});

type Early = { early: Told[]; answer?: Told; status: Told; contradiction?: Told };
const EARLY: Early[] = [
  { early: ["posted"], status: "posted" },
  { early: ["posted", "returned"], status: "returned" },
  { early: ["returned", "posted"], status: "returned" },
  { early: ["posted"], answer: "returned", status: "returned" },
  { early: ["returned"], answer: "posted", status: "returned" },
  { early: ["posted", "failed"], status: "posted", contradiction: "failed" },
  { early: ["posted"], answer: "failed", status: "posted", contradiction: "failed" },
  { early: ["posted", "failed", "returned"], status: "returned", contradiction: "failed" },
  { early: ["failed", "posted"], status: "failed", contradiction: "posted" },
  { early: ["cancelled"], answer: "posted", status: "cancelled", contradiction: "posted" },
];

for (const { early, answer = "processing", status, contradiction } of EARLY) {
  const held = contradiction === undefined ? "" : `, and ${contradiction} contradicts it`;
  test(`payout told: ${early.join(", ")} before the answer, which says ${answer} -> ${status}${held}`, async () => {
    const one = await waiting();
    for (const told of early) assert.equal(one.tell(told), "early");
    one.answer(answer);
    assert.deepEqual(one.now(), ANSWERS[status].now);
    assert.equal(one.request().told?.contradiction, contradiction);
    assert.equal(one.request().nextAttemptAtMs, undefined);
  });
}
