/** Decision table of provider_request.report: what each outcome does, once, in live. */
import assert from "node:assert/strict";
import { entityIn } from "../../../test/support/features/entity/entities.ts";
import { verificationIn } from "../../../test/support/features/entity/verifications.ts";
import {
  ACCEPTED,
  PROVIDER,
  requestIn,
  waitingInLive,
} from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { World } from "../../../test/world/world.ts";
import { entityKycVerificationCancel } from "../entity/entity.kyc.verification.cancel.ts";
import { BACK_OFFS_MS } from "../provider_request/provider_request_changes.ts";
import { QUESTION_PAUSES_MS } from "../provider_request/provider_request_questions.ts";
import { providerRequestNews } from "./provider_request.news.ts";
import { providerRequestReport } from "./provider_request.report.ts";

const VERIFIED = { status: "verified" };
/** News that comes before the answer. */
const early = (
  { world, providerRequestId }: { world: World; providerRequestId: string },
  newsId: string,
  progress: object,
) => world.made(providerRequestNews, { providerRequestId, newsId, progress }, PROVIDER);
const UNKNOWN = { result: "unknown", fault: "timeout" } as const;
const environment = "live" as const;

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
      ...{ environment, title: "accepted, and verified already by the answer" },
      input: { outcome: { ...ACCEPTED, progress: { ...VERIFIED, tier: "tier_1" } } },
      outcome: "whoever waits has it as it was when it was accepted; one event tells the outcome",
      reply: { status: "accepted" },
      check({ facts }, { world, place, entityId, verificationId, providerRequestId }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          [
            "provider_request.answered.1",
            "entity.kyc.verification_attempted.1",
            "entity.kyc.verified.1",
          ],
        );
        const verification = verificationIn(world, verificationId);
        const { status, url, attempts, revision, reachedAtMs } = verification;
        assert.deepEqual([status, url, attempts], ["verified", ACCEPTED.url, 1]);
        assert.deepEqual(Object.keys(reachedAtMs), ["pending", "processing", "verified"]);
        const answer = world.answerOf(place);
        assert.equal(answer["status"], "processing");
        assert.equal(answer["revision"], revision - 1);
        assert.equal(entityIn(world, entityId).kycTier, "tier_1");
        assert.equal(requestIn(world, providerRequestId).nextAttemptAtMs, undefined);
        const { previous } = facts[2] as unknown as { previous: { status: string } };
        assert.equal(previous.status, "in_review");
      },
    },
    {
      ...{ environment, title: "accepted, and more is required by the answer" },
      input: { outcome: { ...ACCEPTED, progress: { status: "requires_input" } } },
      outcome: "it is required, and the provider is asked about it further",
      check(_came, { world, verificationId, providerRequestId }) {
        assert.equal(verificationIn(world, verificationId).status, "requires_input");
        assert.notEqual(requestIn(world, providerRequestId).nextAttemptAtMs, undefined);
      },
    },
    ...(["file", "operator"] as const).map((channel) => ({
      ...{ environment, title: `accepted by a bank that speaks files, told by ${channel}` },
      input: { outcome: { result: "accepted", providerReference: "preq-1", channel } },
      outcome: "nobody asks it how far it is",
      check(
        _came: unknown,
        { world, providerRequestId }: { world: World; providerRequestId: string },
      ) {
        const { nextAttemptAtMs, file, status } = requestIn(world, providerRequestId);
        const waits = channel === "file" ? "waiting" : undefined;
        assert.deepEqual([nextAttemptAtMs, file, status], [undefined, waits, "accepted"]);
      },
    })),
    {
      ...{ environment, title: "accepted after early news, which came in another order" },
      given(made) {
        early(made, "n-2", { ...VERIFIED, occurredAtMs: 2_000 });
        early(made, "n-1", { status: "requires_input", occurredAtMs: 1_000 });
      },
      outcome: "the newest holds, and one event tells it",
      check({ facts }, { world, verificationId, providerRequestId }) {
        assert.equal(facts.length, 3);
        assert.equal(verificationIn(world, verificationId).status, "verified");
        const { told } = requestIn(world, providerRequestId);
        assert.deepEqual(told, { newsIds: ["n-2", "n-1"], newestAtMs: 2_000 });
      },
    },
    {
      ...{ environment, title: "rejected by the answer, verified by early news" },
      given: (made) => early(made, "n-1", { ...VERIFIED, occurredAtMs: 1_000 }),
      input: { outcome: { ...ACCEPTED, progress: { status: "rejected" } } },
      outcome: "the first final status holds, and what contradicts it is kept",
      check(_came, { world, verificationId, providerRequestId }) {
        assert.equal(verificationIn(world, verificationId).status, "verified");
        assert.equal(requestIn(world, providerRequestId).told?.contradiction, "rejected");
      },
    },
    {
      ...{ environment, title: "accepted after early news that it is processing" },
      given: (made) => early(made, "n-1", { status: "processing", occurredAtMs: 1_000 }),
      outcome: "processing, as without it",
      check({ facts }, { world, verificationId }) {
        assert.equal(facts.length, 2);
        assert.equal(verificationIn(world, verificationId).status, "processing");
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
