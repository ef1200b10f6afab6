/** Decision table of provider_request.progress: what a provider of live tells, once, early and late. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { entityIn, profileIn } from "../../../test/support/features/entity/entities.ts";
import { verificationIn } from "../../../test/support/features/entity/verifications.ts";
import {
  ACCEPTED,
  acceptedInLive,
  PROVIDER,
  requestIn,
  waitingInLive,
} from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { PROVIDER_TIERS } from "../../contract/messages/provider_protocol.ts";
import { entityKycVerificationCancel } from "../entity/entity.kyc.verification.cancel.ts";
import { entityKycVerificationStart } from "../entity/entity.kyc.verification.start.ts";
import { KYC_TIERS } from "../ledger/roles.ts";
import { QUESTION_PAUSES_MS } from "../provider_request/provider_request_questions.ts";
import { providerRequestProgress } from "./provider_request.progress.ts";
import { providerRequestReport } from "./provider_request.report.ts";

const environment = "live";
const VERIFIED = { status: "verified" };

decisionTable(providerRequestProgress, {
  given: acceptedInLive,
  input: ({ providerRequestId }) => ({ providerRequestId, question: 1, progress: VERIFIED }),
  asking: () => PROVIDER,
  stepMs: 1_000,
  rows: [
    {
      ...{ environment, title: "verified" },
      outcome: "the tier is attained, and nothing is asked any more",
      check(_came, { world, entityId, verificationId, providerRequestId }) {
        assert.equal(verificationIn(world, verificationId).status, "verified");
        assert.equal(entityIn(world, entityId).kycTier, "tier_2");
        assert.equal(requestIn(world, providerRequestId).nextAttemptAtMs, undefined);
      },
    },
    {
      ...{ environment, title: "verified for a lower tier" },
      input: { progress: { ...VERIFIED, tier: "tier_1" } },
      outcome: "the lower tier",
      check: (_came, { world, entityId }) =>
        assert.equal(entityIn(world, entityId).kycTier, "tier_1"),
    },
    {
      ...{ environment, title: "verified for a higher tier" },
      input: { progress: { ...VERIFIED, tier: "tier_3" } },
      outcome: "the tier that was asked for",
      check: (_came, { world, entityId }) =>
        assert.equal(entityIn(world, entityId).kycTier, "tier_2"),
    },
    {
      ...{ environment, title: "verified for the tier of whom nothing was verified" },
      input: { progress: { ...VERIFIED, tier: "tier_0" } },
      outcome: "no tier: the verification is over, and it may be tried again",
      check(_came, { world, entityId, verificationId }) {
        const { kycTier, kycStatus, kycExpiresAtMs } = entityIn(world, entityId);
        assert.deepEqual([kycTier, kycStatus, kycExpiresAtMs], ["tier_0", "verified", undefined]);
        assert.equal(verificationIn(world, verificationId).status, "verified");
        const { fields } = profileIn(world, entityId);
        assert.ok(Object.values(fields).every(({ status }) => status === "pending"));
        world.run(entityKycVerificationStart, { entityId, tier: "tier_2" });
        assert.equal(entityIn(world, entityId).kycStatus, "in_review");
      },
    },
    {
      ...{ environment, title: "verified for a lower tier than the attained one" },
      input: ({ world, entityId, providerRequestId }) => {
        const progress = { ...VERIFIED, tier: "tier_1" };
        world.made(providerRequestProgress, { providerRequestId, question: 1, progress }, PROVIDER);
        world.run(entityKycVerificationStart, { entityId, tier: "tier_2" });
        const { verificationId = "" } = profileIn(world, entityId);
        const second = { providerRequestId: verificationId.replace("ver_", "preq_") };
        world.made(providerRequestReport, { ...second, attempt: 1, outcome: ACCEPTED }, PROVIDER);
        return { ...second, progress: { ...VERIFIED, tier: "tier_0" } };
      },
      outcome: "the attained tier stays, with its end",
      check(_came, { world, entityId }) {
        const { kycTier, kycExpiresAtMs } = entityIn(world, entityId);
        assert.equal(kycTier, "tier_1");
        assert.notEqual(kycExpiresAtMs, undefined);
      },
    },
    {
      ...{ environment, title: "verified for a tier that is none, as an earlier version kept it" },
      input: { progress: { ...VERIFIED, tier: "tier_9" } },
      outcome: "no tier",
      check: (_came, { world, entityId }) =>
        assert.equal(entityIn(world, entityId).kycTier, "tier_0"),
    },
    {
      ...{ environment, title: "rejected" },
      input: { progress: { status: "rejected", reason: "data_mismatch" } },
      outcome: "the verification has failed",
      check: (_came, { world, verificationId }) =>
        assert.equal(verificationIn(world, verificationId).status, "failed"),
    },
    {
      ...{ environment, title: "input required, with fields of which one was never asked for" },
      input: {
        progress: {
          status: "requires_input",
          fields: {
            legalName: { status: "rejected", reason: "no_match" },
            email: { status: "met" },
            occupation: { status: "rejected" },
          },
        },
      },
      outcome: "the field that was asked for is rejected; asked about further",
      check(_came, { world, entityId, verificationId, providerRequestId }) {
        assert.equal(verificationIn(world, verificationId).status, "requires_input");
        const { fields } = profileIn(world, entityId);
        const { legalName, email, occupation } = fields;
        assert.deepEqual([legalName?.status, legalName?.reason], ["rejected", "no_match"]);
        assert.deepEqual([email?.status, occupation], ["pending", undefined]);
        const { nextAttemptAtMs = 0 } = requestIn(world, providerRequestId);
        assert.ok(nextAttemptAtMs > world.nowMs + (QUESTION_PAUSES_MS[1] ?? 0) - 2_000);
      },
    },
    {
      ...{ environment, title: "no answer" },
      input: { progress: undefined },
      outcome: "the next question later",
      check({ facts }, { world, providerRequestId }) {
        assert.equal(facts.length, 1);
        assert.equal(requestIn(world, providerRequestId).questions, 1);
      },
    },
    {
      ...{ environment, title: "a question that is recorded" },
      given: ({ world, providerRequestId }) =>
        world.made(providerRequestProgress, { providerRequestId, question: 1 }, PROVIDER),
      outcome: "nothing",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      ...{ environment, title: "rejected, after it was verified" },
      given: ({ world, providerRequestId }) =>
        world.made(
          providerRequestProgress,
          { providerRequestId, question: 1, progress: VERIFIED },
          PROVIDER,
        ),
      input: { question: 2, progress: { status: "rejected" } },
      outcome: "nothing: the first final status holds",
      check({ facts }, { world, verificationId }) {
        assert.deepEqual(facts, []);
        assert.equal(verificationIn(world, verificationId).status, "verified");
      },
    },
    {
      ...{ environment, title: "of a verification that was cancelled" },
      given: ({ world, entityId, verificationId }) =>
        world.made(entityKycVerificationCancel, { entityId, verificationId }),
      outcome: "nothing is asked any more, and the verification stays cancelled",
      check(_came, { world, verificationId, providerRequestId }) {
        assert.equal(verificationIn(world, verificationId).status, "cancelled");
        assert.equal(requestIn(world, providerRequestId).nextAttemptAtMs, undefined);
      },
    },
    {
      ...{ environment, title: "before the answer" },
      input: ({ world }) => ({ providerRequestId: waitingInLive(world).providerRequestId }),
      outcome: "nothing",
      reply: { status: "waiting" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      ...{ environment, title: "no id" },
      input: { providerRequestId: "preq_x" },
      code: "resource_not_found",
    },
  ],
});

test("provider tiers: those of the protocol -> the tiers that there are, in their order", () => {
  assert.deepEqual(
    PROVIDER_TIERS,
    KYC_TIERS.map(({ tier }) => tier),
  );
});
