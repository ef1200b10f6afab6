/** Decision table of entity.kyc.verification.simulate, and when the simulator verifies by itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { entityIn, profileIn } from "../../../test/support/features/entity/entities.ts";
import { decide, processing } from "../../../test/support/features/entity/verifications.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { entityKycVerificationSimulate } from "./entity.kyc.verification.simulate.ts";

const due = (atMs: number) => ({ cause: "provider", due: { atMs, facts: [] } }) as const;

decisionTable(entityKycVerificationSimulate, {
  given: (world) => processing(world) as { entityId: string; verificationId: string },
  input: ({ verificationId }) => ({ verificationId }),
  asking: () => due(START_MS + DAY_MS),
  rows: [
    {
      title: "a day after it was accepted",
      outcome: "verified, by the provider",
      reply: {
        status: "verified",
        outcome: "verified",
        actor: { type: "provider", id: "provider" },
      },
      check(_came, { world, entityId }) {
        const { kycStatus, kycTier, kycExpiresAtMs } = entityIn(world, entityId);
        assert.deepEqual([kycStatus, kycTier], ["verified", "tier_1"]);
        // The tier ends by the clock at which it was attained.
        assert.equal(kycExpiresAtMs, START_MS + (1 + 730) * DAY_MS);
        assert.equal(profileIn(world, entityId).fields["address"]?.status, "met");
      },
    },
    {
      title: "a millisecond sooner",
      asking: due(START_MS + DAY_MS - 1),
      code: "state_constraint_failed",
    },
    {
      title: "waiting for input",
      given: ({ world, verificationId }) => decide(world, verificationId, "requires_input"),
      code: "state_conflict",
    },
    { title: "unknown", input: { verificationId: "ver_unknown" }, code: "resource_not_found" },
  ],
});

test("simulator: nobody decides -> verified a day later by the sandbox's clock, and never again", async () => {
  const world = await openWorld();
  const { verificationId } = processing(world);
  world.nowMs += 400 * DAY_MS;
  assert.deepEqual(world.passTime(), []);
  assert.deepEqual(advanceClock(world, at(DAY_MS - 1)).steps, []);
  const { steps } = advanceClock(world, at(30 * DAY_MS));
  assert.deepEqual(
    steps.map(({ reply }) => [reply.verificationId, reply.status]),
    [[verificationId, "verified"]],
  );
});
