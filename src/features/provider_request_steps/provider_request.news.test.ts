/** Decision table of provider_request.news: each row of the published table of news (outbox/PROVIDER.md). */
import assert from "node:assert/strict";
import { entityIn } from "../../../test/support/features/entity/entities.ts";
import { verificationIn } from "../../../test/support/features/entity/verifications.ts";
import {
  acceptedInLive,
  PROVIDER,
  requestIn,
  waitingInLive,
} from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { World } from "../../../test/world/world.ts";
import { entityKycVerificationCancel } from "../entity/entity.kyc.verification.cancel.ts";
import { EARLY_NEWS_MAX, KNOWN_NEWS_MAX } from "../provider_request/provider_request_news.ts";
import { providerRequestNews } from "./provider_request.news.ts";
import { providerRequestProgress } from "./provider_request.progress.ts";
import { providerRequestReport } from "./provider_request.report.ts";

const environment = "live";
const VERIFIED = { status: "verified", occurredAtMs: 2_000 };
const REJECTED = { status: "rejected", occurredAtMs: 3_000 };
const ASKING = { status: "requires_input", occurredAtMs: 2_000 };
const BEGUN = { status: "processing", occurredAtMs: 1_000 };

type Told = { world: World; providerRequestId: string };
/** Tells news before the news of the row. */
const tell = ({ world, providerRequestId }: Told, newsId: string, progress: object) =>
  world.made(providerRequestNews, { providerRequestId, newsId, progress }, PROVIDER);
const accepted = ({ world, providerRequestId }: Told) => {
  const outcome = { result: "accepted", providerReference: "chk-1" };
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
};
const REFUSED = { attempt: 1, outcome: { result: "refused", providerCode: "no_name" } };
/** The request of the row waits for its answer, instead of the one that was accepted. */
const waiting = {
  input: ({ world }: { world: World }) => ({
    providerRequestId: waitingInLive(world).providerRequestId,
  }),
};

decisionTable(providerRequestNews, {
  given: acceptedInLive,
  input: ({ providerRequestId }) => ({ providerRequestId, newsId: "n-1", progress: VERIFIED }),
  asking: () => PROVIDER,
  stepMs: 1_000,
  rows: [
    {
      ...{ environment, title: "verified, the first of its id" },
      outcome: "applied: the tier is attained, and nothing is asked any more",
      reply: { verdict: "applied", status: "accepted" },
      check(_came, { world, entityId, verificationId, providerRequestId }) {
        assert.equal(verificationIn(world, verificationId).status, "verified");
        assert.equal(entityIn(world, entityId).kycTier, "tier_2");
        const { nextAttemptAtMs, told } = requestIn(world, providerRequestId);
        assert.equal(nextAttemptAtMs, undefined);
        assert.deepEqual(told, { newsIds: ["n-1"], newestAtMs: VERIFIED.occurredAtMs });
      },
    },
    {
      ...{ environment, title: "rejected, with a field" },
      input: {
        progress: {
          ...REJECTED,
          fields: { legalName: { status: "rejected", reason: "no_match" } },
        },
      },
      outcome: "applied: the verification has failed",
      reply: { verdict: "applied" },
      check(_came, { world, verificationId }) {
        const { status, lastError } = verificationIn(world, verificationId);
        assert.equal(status, "failed");
        assert.deepEqual(lastError, { code: "rejected", reason: "legalName: no_match" });
      },
    },
    {
      ...{ environment, title: "input required" },
      input: { progress: ASKING },
      outcome: "applied, and asked about further",
      reply: { verdict: "applied" },
      check(_came, { world, verificationId, providerRequestId }) {
        assert.equal(verificationIn(world, verificationId).status, "requires_input");
        assert.notEqual(requestIn(world, providerRequestId).nextAttemptAtMs, undefined);
      },
    },
    {
      ...{ environment, title: "twice" },
      given: (made) => tell(made, "n-1", VERIFIED),
      outcome: "nothing, without a record of it",
      reply: { verdict: "twice" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      ...{ environment, title: "twice, with another status" },
      given: (made) => tell(made, "n-1", ASKING),
      outcome: "nothing: its id is known",
      reply: { verdict: "twice" },
      check: (_came, { world, verificationId }) =>
        assert.equal(verificationIn(world, verificationId).status, "requires_input"),
    },
    {
      ...{ environment, title: "the same status under another id" },
      given: (made) => tell(made, "n-0", VERIFIED),
      outcome: "recorded, changes nothing",
      reply: { verdict: "same" },
      check({ facts }, { world, providerRequestId }) {
        assert.equal(facts.length, 1);
        assert.deepEqual(requestIn(world, providerRequestId).told?.newsIds, ["n-0", "n-1"]);
      },
    },
    {
      ...{ environment, title: "the status that a question has told" },
      given: ({ world, providerRequestId }) =>
        world.made(
          providerRequestProgress,
          { providerRequestId, question: 1, progress: { status: "verified" } },
          PROVIDER,
        ),
      outcome: "recorded, changes nothing",
      reply: { verdict: "same" },
    },
    {
      ...{ environment, title: "contradictory" },
      given: (made) => tell(made, "n-0", VERIFIED),
      input: { progress: REJECTED },
      outcome: "recorded, ignored: the first final status holds",
      reply: { verdict: "contradictory" },
      check({ facts }, { world, verificationId, providerRequestId }) {
        assert.equal(facts.length, 1);
        assert.equal(verificationIn(world, verificationId).status, "verified");
        assert.equal(requestIn(world, providerRequestId).told?.contradiction, "rejected");
      },
    },
    {
      ...{ environment, title: "contradictory to what a question has told" },
      given: ({ world, providerRequestId }) =>
        world.made(
          providerRequestProgress,
          { providerRequestId, question: 1, progress: { status: "rejected" } },
          PROVIDER,
        ),
      outcome: "recorded, ignored",
      reply: { verdict: "contradictory" },
      check: (_came, { world, verificationId }) =>
        assert.equal(verificationIn(world, verificationId).status, "failed"),
    },
    {
      ...{ environment, title: "out of order: not final, and older than what a question has told" },
      given: ({ world, providerRequestId }) =>
        world.made(
          providerRequestProgress,
          { providerRequestId, question: 1, progress: { ...ASKING, occurredAtMs: 5_000 } },
          PROVIDER,
        ),
      input: { progress: BEGUN },
      outcome: "recorded, ignored",
      reply: { verdict: "out_of_order" },
      check: (_came, { world, providerRequestId }) =>
        assert.equal(requestIn(world, providerRequestId).told?.newestAtMs, 5_000),
    },
    {
      ...{ environment, title: "out of order: not final, and older than the final one" },
      given: (made) => tell(made, "n-0", VERIFIED),
      input: { progress: { ...ASKING, occurredAtMs: VERIFIED.occurredAtMs - 1 } },
      outcome: "recorded, ignored",
      reply: { verdict: "out_of_order" },
      check({ facts }, { world, verificationId, providerRequestId }) {
        assert.equal(facts.length, 1);
        assert.equal(verificationIn(world, verificationId).status, "verified");
        assert.equal(requestIn(world, providerRequestId).told?.contradiction, undefined);
      },
    },
    {
      ...{ environment, title: "out of order: final" },
      given: (made) => tell(made, "n-0", ASKING),
      input: { progress: { ...VERIFIED, occurredAtMs: ASKING.occurredAtMs - 1 } },
      outcome: "applied: a final status is never too old",
      reply: { verdict: "applied" },
      check: (_came, { world, verificationId }) =>
        assert.equal(verificationIn(world, verificationId).status, "verified"),
    },
    {
      ...{ environment, title: "late: the verification was cancelled" },
      given: ({ world, entityId, verificationId }) =>
        world.made(entityKycVerificationCancel, { entityId, verificationId }),
      outcome: "recorded, ignored, and nothing is asked any more",
      reply: { verdict: "late" },
      check({ facts }, { world, verificationId, providerRequestId }) {
        assert.equal(facts.length, 1);
        assert.equal(verificationIn(world, verificationId).status, "cancelled");
        assert.equal(requestIn(world, providerRequestId).nextAttemptAtMs, undefined);
      },
    },
    {
      ...{ environment, title: "late: cancelled before the answer to the effect" },
      input({ world }) {
        const { entityId, verificationId, providerRequestId } = waitingInLive(world);
        tell({ world, providerRequestId }, "n-0", VERIFIED);
        world.made(entityKycVerificationCancel, { entityId, verificationId });
        return { providerRequestId };
      },
      outcome: "recorded, ignored, as is the news that was kept",
      reply: { verdict: "late", status: "abandoned" },
      check({ input }, { world }) {
        const { told } = requestIn(world, String(input["providerRequestId"]));
        assert.deepEqual(told, { newsIds: ["n-0", "n-1"] });
      },
    },
    {
      ...{ environment, title: "of an effect that was refused" },
      input({ world }) {
        const { providerRequestId } = waitingInLive(world);
        world.made(providerRequestReport, { providerRequestId, ...REFUSED }, PROVIDER);
        return { providerRequestId };
      },
      outcome: "contradictory: recorded, ignored",
      reply: { verdict: "contradictory", status: "refused" },
    },
    {
      ...{ environment, title: "early" },
      ...waiting,
      outcome: "kept, and applied in the record of the answer",
      reply: { verdict: "early", status: "waiting" },
      check({ facts, input }, { world }) {
        const providerRequestId = String(input["providerRequestId"]);
        const verificationId = providerRequestId.replace("preq_", "ver_");
        assert.equal(facts.length, 1);
        assert.equal(verificationIn(world, verificationId).status, "pending");
        accepted({ world, providerRequestId });
        assert.equal(verificationIn(world, verificationId).status, "verified");
        const { told, nextAttemptAtMs } = requestIn(world, providerRequestId);
        assert.deepEqual(told, { newsIds: ["n-1"], newestAtMs: VERIFIED.occurredAtMs });
        assert.equal(nextAttemptAtMs, undefined);
      },
    },
    {
      ...{ environment, title: "early, and twice" },
      input({ world }) {
        const { providerRequestId } = waitingInLive(world);
        tell({ world, providerRequestId }, "n-1", VERIFIED);
        return { providerRequestId };
      },
      outcome: "nothing",
      reply: { verdict: "twice", status: "waiting" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      ...{ environment, title: "early, and the effect is refused" },
      ...waiting,
      outcome: "the news is void",
      reply: { verdict: "early" },
      check({ input }, { world }) {
        const providerRequestId = String(input["providerRequestId"]);
        world.made(providerRequestReport, { providerRequestId, ...REFUSED }, PROVIDER);
        const verificationId = providerRequestId.replace("preq_", "ver_");
        assert.equal(verificationIn(world, verificationId).status, "failed");
        assert.deepEqual(requestIn(world, providerRequestId).told, { newsIds: ["n-1"] });
      },
    },
    {
      ...{ environment, title: `early, after ${EARLY_NEWS_MAX} others` },
      input({ world }) {
        const { providerRequestId } = waitingInLive(world);
        for (let news = 0; news < EARLY_NEWS_MAX; news++) {
          tell({ world, providerRequestId }, `early-${news}`, ASKING);
        }
        return { providerRequestId };
      },
      code: "state_constraint_failed",
      details: { constraint: "answer_known" },
    },
    {
      ...{ environment, title: `${KNOWN_NEWS_MAX} others before it` },
      given(made) {
        for (let news = 0; news < KNOWN_NEWS_MAX; news++) tell(made, `before-${news}`, BEGUN);
      },
      outcome: "the oldest id is forgotten",
      reply: { verdict: "applied" },
      check(_came, { world, providerRequestId }) {
        const { newsIds = [] } = requestIn(world, providerRequestId).told ?? {};
        assert.deepEqual(
          [newsIds.length, newsIds[0], newsIds.at(-1)],
          [KNOWN_NEWS_MAX, "before-1", "n-1"],
        );
      },
    },
    {
      ...{ environment, title: "no id" },
      input: { providerRequestId: "preq_x" },
      code: "resource_not_found",
    },
  ],
});
