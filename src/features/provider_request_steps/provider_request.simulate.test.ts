/** Decision table of provider_request.simulate: what each armed fault does to an attempt, and back-off. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { arm, submittedEntity } from "../../../test/support/features/entity/verifications.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { entityKycVerificationStart } from "../entity/entity.kyc.verification.start.ts";
import { afterAttempt } from "../provider_request/provider_request_changes.ts";
import {
  keyOfRequest,
  type ProviderRequestDocument,
} from "../provider_request/provider_request_document.ts";
import { simulatedAttempts } from "../provider_request/provider_request_state.ts";
import { providerRequestSimulate } from "./provider_request.simulate.ts";

const MINUTE_MS = 60_000;

/** A request whose first attempt is due. */
function waiting(world: World) {
  const entityId = submittedEntity(world);
  const { place } = world.run(entityKycVerificationStart, { entityId, tier: "tier_1" });
  const step = simulatedAttempts.earliest(world.state, 1);
  return { entityId, place, providerRequestId: String(step?.input["providerRequestId"]) };
}

function requestIn(world: World, providerRequestId: string): ProviderRequestDocument {
  const key = keyOfRequest(providerRequestId);
  return world.state.providerRequests.get(1, key) as ProviderRequestDocument;
}

const asking = { cause: "provider", due: { atMs: START_MS, facts: [] } } as const;

decisionTable(providerRequestSimulate, {
  given: waiting,
  input: ({ providerRequestId }) => ({ providerRequestId }),
  asking: () => asking,
  rows: [
    {
      title: "nothing armed",
      outcome: "accepted; whoever waits has the answer",
      reply: { status: "accepted", attempts: 1 },
      check(_came, { world, place, providerRequestId }) {
        assert.equal(world.answerOf(place).status, "processing");
        const { nextAttemptAtMs, answer, answeredAtMs } = requestIn(world, providerRequestId);
        assert.deepEqual([nextAttemptAtMs, answeredAtMs], [undefined, START_MS]);
        assert.equal(answer?.providerReference, `sim_${keyOfRequest(providerRequestId)}`);
      },
    },
    {
      title: "a refusal armed",
      given: ({ world }) => arm(world, "reject"),
      outcome: "refused, for good",
      reply: { status: "refused", attempts: 1 },
    },
    ...(["fail", "timeout"] as const).map((mode) => ({
      title: `mode ${mode} armed`,
      given: ({ world }: { world: World }) => arm(world, mode),
      outcome: "unknown; the next attempt a minute later",
      reply: { status: "unknown", attempts: 1 },
      check(_came: unknown, made: { world: World; providerRequestId: string }) {
        const { nextAttemptAtMs } = requestIn(made.world, made.providerRequestId);
        assert.equal(nextAttemptAtMs, START_MS + MINUTE_MS);
      },
    })),
    {
      title: "a minute after an attempt without an answer",
      given({ world, providerRequestId }) {
        arm(world, "fail");
        world.made(providerRequestSimulate, { providerRequestId }, asking);
      },
      asking: { due: { atMs: START_MS + MINUTE_MS, facts: [] } },
      outcome: "accepted by the second attempt",
      reply: { status: "accepted", attempts: 2 },
    },
    {
      title: "sooner than a minute after an attempt without an answer",
      given({ world, providerRequestId }) {
        arm(world, "fail");
        world.made(providerRequestSimulate, { providerRequestId }, asking);
      },
      asking: { due: { atMs: START_MS + MINUTE_MS - 1, facts: [] } },
      code: "state_constraint_failed",
      details: { constraint: "attempt_due" },
    },
    {
      title: "answered already",
      given: ({ world, providerRequestId }) =>
        world.made(providerRequestSimulate, { providerRequestId }, asking),
      code: "state_conflict",
      details: { status: "accepted" },
    },
    {
      title: "unknown",
      input: { providerRequestId: "preq_unknown" },
      code: "resource_not_found",
    },
  ],
});

test("back-off: attempts without an answer -> 1, 5, 30 minutes, 2 hours, then every 6 hours", () => {
  let request = { attempts: 0, status: "waiting" } as ProviderRequestDocument;
  const pauses = Array.from({ length: 8 }, () => {
    const clocks = { clockMs: START_MS, nowMs: START_MS };
    request = afterAttempt(request, { kind: "unknown", fault: "down" }, clocks);
    return ((request.nextAttemptAtMs as number) - START_MS) / MINUTE_MS;
  });
  assert.deepEqual(pauses, [1, 5, 30, 120, 360, 360, 360, 360]);
});

test("attempts: requests without an answer -> due at their time, each once, earliest first", async () => {
  const world = await openWorld();
  const first = waiting(world);
  arm(world, "fail", 2);
  world.passTime();
  assert.equal(requestIn(world, first.providerRequestId).status, "unknown");
  const step = simulatedAttempts.earliest(world.state, 1);
  assert.deepEqual(step, {
    atMs: START_MS + MINUTE_MS,
    operation: "provider_request.simulate",
    input: { providerRequestId: first.providerRequestId },
    cause: "provider",
  });
});
