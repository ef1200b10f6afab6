/**
 * Whatever a provider tells by its answer, by news and to questions, in whatever order: the first final status
 * holds, and the request remembers no more than it may. Each run is replayed at the end.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { verificationIn } from "../../../test/support/features/entity/verifications.ts";
import {
  PROVIDER,
  requestIn,
  waitingInLive,
} from "../../../test/support/features/provider_request/live_requests.ts";
import { fc } from "../../../test/support/properties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { EARLY_NEWS_MAX, KNOWN_NEWS_MAX } from "../provider_request/provider_request_news.ts";
import { providerRequestNews } from "./provider_request.news.ts";
import { providerRequestProgress } from "./provider_request.progress.ts";
import { providerRequestReport } from "./provider_request.report.ts";

const RUNS = 200;
const STATUSES = ["processing", "requires_input", "verified", "rejected"] as const;
type Status = (typeof STATUSES)[number];
type Step = { by: "news" | "question" | "answer"; status: Status; atMs: number };

const step: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom("news", "news", "question", "answer"),
  status: fc.constantFrom(...STATUSES),
  atMs: fc.integer({ min: 1, max: 5 }),
});

const isFinal = (status: Status) => status === "verified" || status === "rejected";

/** The first final status of the steps, as the table of outbox/PROVIDER.md says; undefined where there is none. */
function firstFinal(steps: readonly Step[]): Status | undefined {
  const answerAt = steps.findIndex(({ by }) => by === "answer");
  if (answerAt < 0) return undefined;
  const early = steps
    .slice(0, answerAt)
    .filter(({ by }) => by === "news")
    .slice(0, EARLY_NEWS_MAX)
    .sort((one, other) => one.atMs - other.atMs);
  const inOrder = [...early, ...steps.slice(answerAt)];
  // A second answer is none: the attempt is recorded.
  const told = inOrder.filter((one, at) => one.by !== "answer" || at === early.length);
  return told.find(({ status }) => isFinal(status))?.status;
}

/** Tells a step as the outbox does. Early news that cannot be kept is refused. */
function take(world: World, providerRequestId: string, { by, status, atMs }: Step, newsId: string) {
  const progress = { status, occurredAtMs: atMs };
  const { questions = 0 } = requestIn(world, providerRequestId);
  if (by === "news") {
    world.run(providerRequestNews, { providerRequestId, newsId, progress }, PROVIDER);
  } else if (by === "question") {
    const question = questions + 1;
    world.made(providerRequestProgress, { providerRequestId, question, progress }, PROVIDER);
  } else {
    const outcome = { result: "accepted", providerReference: "chk-1", progress };
    world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
  }
}

test("news: any answers, news and questions in any order -> the first final status holds", async () => {
  const world = await openWorld({ environment: "live", stepMs: 1 });
  const runs = fc.array(step, { minLength: 1, maxLength: 12 });
  const property = fc.property(runs, (steps) => {
    const { providerRequestId, verificationId } = waitingInLive(world);
    for (const [at, one] of steps.entries()) take(world, providerRequestId, one, `n-${at}`);
    const { status } = verificationIn(world, verificationId);
    const { told, nextAttemptAtMs } = requestIn(world, providerRequestId);
    const isAnswered = steps.some(({ by }) => by === "answer");
    const final = firstFinal(steps);
    if (!isAnswered) assert.equal(status, "pending");
    else if (final !== undefined) {
      assert.equal(status, final === "rejected" ? "failed" : final);
      assert.equal(nextAttemptAtMs, undefined);
    } else {
      assert.ok(status === "processing" || status === "requires_input", status);
      assert.notEqual(nextAttemptAtMs, undefined);
    }
    assert.ok((told?.newsIds.length ?? 0) <= KNOWN_NEWS_MAX);
    assert.ok((told?.early?.length ?? 0) <= (isAnswered ? 0 : EARLY_NEWS_MAX));
  });
  fc.assert(property, { numRuns: RUNS });
});
