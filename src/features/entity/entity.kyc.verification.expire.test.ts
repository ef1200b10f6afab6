/** Decision table of entity.kyc.verification.expire, and when it is due, however many wait. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { entityIn, profileIn } from "../../../test/support/features/entity/entities.ts";
import {
  arm,
  decide,
  processing,
  start,
  submittedEntity,
  verificationIn,
} from "../../../test/support/features/entity/verifications.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { entityKycVerificationExpire } from "./entity.kyc.verification.expire.ts";

const WEEK_MS = 7 * DAY_MS;
const due = (atMs: number) => ({ cause: "clock", due: { atMs, facts: [] } }) as const;

decisionTable(entityKycVerificationExpire, {
  given(world) {
    const { verificationId, entityId } = processing(world);
    decide(world, verificationId, "requires_input");
    return { verificationId, entityId };
  },
  input: ({ verificationId }) => ({ verificationId }),
  asking: () => due(START_MS + WEEK_MS),
  rows: [
    {
      title: "waiting for input for a week",
      outcome: "expired, by the clock; the rejected fields are still asked for",
      reply: { status: "expired", actor: { type: "clock", id: "clock" } },
      check: (_came, { world, entityId }) =>
        assert.equal(entityIn(world, entityId).kycStatus, "action_required"),
    },
    {
      title: "a millisecond sooner",
      asking: due(START_MS + WEEK_MS - 1),
      code: "state_constraint_failed",
    },
    {
      title: "over",
      given: ({ world, verificationId }) => decide(world, verificationId, "verified"),
      code: "state_conflict",
    },
    { title: "unknown", input: { verificationId: "ver_unknown" }, code: "resource_not_found" },
  ],
});

test("expiry: the clock a week on -> the verification that waits for input expires once, at its time", async () => {
  const world = await openWorld();
  const { verificationId } = processing(world);
  decide(world, verificationId, "requires_input");
  assert.deepEqual(advanceClock(world, at(WEEK_MS - 1)).steps, []);
  const { steps } = advanceClock(world, at(2 * WEEK_MS));
  assert.deepEqual(
    steps.map(({ reply }) => [reply.verificationId, reply.status]),
    [[verificationId, "expired"]],
  );
});

test("expiry: a provider that never answers -> asked less and less, given up with the verification", async () => {
  const world = await openWorld();
  const entityId = submittedEntity(world);
  arm(world, "timeout", 100);
  const { error } = start(world, entityId);
  assert.equal(error.code, "provider_egress_failed");
  const { verificationId = "" } = profileIn(world, entityId);
  const { steps } = advanceClock(world, at(2 * WEEK_MS));
  const { status, attempts } = verificationIn(world, verificationId);
  // 1, 5, 30, 120 minutes, and then every 6 hours of the rest of the week.
  const expected = 5 + Math.floor((WEEK_MS / 60_000 - 156) / 360);
  assert.deepEqual([status, attempts, steps.length], ["expired", expected, expected]);
  assert.deepEqual(steps.at(-1)?.reply.status, "expired");
});
