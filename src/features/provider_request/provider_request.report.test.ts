/** Decision table of provider_request.report: what each outcome does, once, in live. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { entityKycVerificationCancel } from "../entity/entity.kyc.verification.cancel.ts";
import { verificationIn } from "../entity/testing_verifications.ts";
import { providerRequestReport } from "./provider_request.report.ts";
import { BACK_OFFS_MS } from "./provider_request_changes.ts";
import { QUESTION_PAUSES_MS } from "./provider_request_questions.ts";
import { ACCEPTED, PROVIDER, requestIn, waitingInLive } from "./testing_live_requests.ts";

const UNKNOWN = { result: "unknown", fault: "timeout" } as const;
const environment = "live";

decisionTable(providerRequestReport, {
  given: waitingInLive,
  input: ({ providerRequestId }) => ({ providerRequestId, attempt: 1, outcome: ACCEPTED }),
  asking: () => PROVIDER,
  stepMs: 1_000,
  rows: [
    {
      ...{ environment, title: "accepted" },
      outcome: "whoever waits has the verification; the provider is asked about it soon",
      reply: { status: "accepted", attempts: 1 },
      check(_came, { world, place, providerRequestId }) {
        const { status, url } = world.answerOf(place);
        assert.deepEqual([status, url], ["processing", ACCEPTED.url]);
        const { nextAttemptAtMs = 0, answeredAtMs = 0 } = requestIn(world, providerRequestId);
        assert.equal(nextAttemptAtMs - answeredAtMs, QUESTION_PAUSES_MS[0]);
      },
    },
    {
      ...{ environment, title: "refused" },
      input: { outcome: { result: "refused", providerCode: "no_name" } },
      outcome: "the verification has failed, and nothing is asked any more",
      reply: { status: "refused" },
      check(_came, { world, place, verificationId, providerRequestId }) {
        assert.equal(verificationIn(world, verificationId).status, "failed");
        const { error } = world.answerOf(place) as { error?: { code: string } };
        assert.equal(error?.code, "provider_egress_rejected");
        assert.equal(requestIn(world, providerRequestId).nextAttemptAtMs, undefined);
      },
    },
    {
      ...{ environment, title: "unknown" },
      input: { outcome: UNKNOWN },
      outcome: "provider_egress_failed for whoever waits; the next attempt a minute later",
      reply: { status: "unknown", attempts: 1 },
      check(_came, { world, place, providerRequestId }) {
        const { error } = world.answerOf(place) as { error?: { code: string } };
        assert.equal(error?.code, "provider_egress_failed");
        const { lastFault, nextAttemptAtMs } = requestIn(world, providerRequestId);
        assert.equal(lastFault, "timeout");
        assert.ok((nextAttemptAtMs ?? 0) >= world.nowMs + (BACK_OFFS_MS[0] ?? 0) - 1_000);
      },
    },
    {
      ...{ environment, title: "unknown, and put off by the provider" },
      input: (made) => ({
        outcome: { ...UNKNOWN, retryAfterMs: made.world.nowMs + 7_200_000 },
      }),
      outcome: "the next attempt then",
      check(_came, { world, providerRequestId }) {
        const { nextAttemptAtMs = 0 } = requestIn(world, providerRequestId);
        assert.ok(nextAttemptAtMs > world.nowMs + 7_000_000);
      },
    },
    {
      ...{ environment, title: "unknown, and put off to a moment before" },
      input: { outcome: { ...UNKNOWN, retryAfterMs: 1 } },
      outcome: "the next attempt as planned",
      check(_came, { world, providerRequestId }) {
        assert.ok((requestIn(world, providerRequestId).nextAttemptAtMs ?? 0) > world.nowMs);
      },
    },
    {
      ...{ environment, title: "an attempt that is recorded" },
      given: ({ world, providerRequestId }) =>
        world.made(
          providerRequestReport,
          { providerRequestId, attempt: 1, outcome: UNKNOWN },
          PROVIDER,
        ),
      outcome: "nothing",
      reply: { status: "unknown", attempts: 1 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      ...{ environment, title: "of a verification that was cancelled meanwhile" },
      given: ({ world, entityId, verificationId }) =>
        world.made(entityKycVerificationCancel, { entityId, verificationId }),
      outcome: "nothing",
      reply: { status: "abandoned" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      ...{ environment, title: "no id" },
      input: { providerRequestId: "preq_x" },
      code: "resource_not_found",
    },
  ],
});
