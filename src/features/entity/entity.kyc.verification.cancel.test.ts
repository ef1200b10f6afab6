/** Decision table of entity.kyc.verification.cancel. */
import assert from "node:assert/strict";
import { entityIn, profileIn } from "../../../test/support/features/entity/entities.ts";
import {
  arm,
  decide,
  processing,
  start,
  submittedEntity,
  UNKNOWN_VERIFICATIONS,
} from "../../../test/support/features/entity/verifications.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { entityKycRetrieve } from "./entity.kyc.retrieve.ts";
import { entityKycVerificationCancel } from "./entity.kyc.verification.cancel.ts";
import { entityKycVerificationRetrieve } from "./entity.kyc.verification.retrieve.ts";

decisionTable(entityKycVerificationCancel, {
  given: (world) => processing(world) as { entityId: string; verificationId: string },
  input: ({ entityId, verificationId }) => ({ entityId, verificationId }),
  rows: [
    {
      title: "processing",
      outcome: "cancelled, as GET shows it; what was submitted waits, and no news comes",
      reply: { status: "cancelled", revision: 3 },
      async check({ reply }, { world, entityId, verificationId }) {
        const ids = { entityId, verificationId };
        await assertShows(world, entityKycVerificationRetrieve, ids, reply);
        assert.equal(entityIn(world, entityId).kycStatus, "submitted");
        assert.deepEqual(advanceClock(world, at(30 * DAY_MS)).steps, []);
        assert.equal(start(world, entityId).status, "processing");
      },
    },
    {
      title: "waiting for input",
      given: ({ world, verificationId }) => decide(world, verificationId, "requires_input"),
      outcome: "cancelled; the rejected fields stay rejected, and the profile asks for them",
      reply: { status: "cancelled", outcome: "requires_input" },
      async check(_came, { world, entityId }) {
        assert.equal(entityIn(world, entityId).kycStatus, "action_required");
        const shown = await world.found(entityKycRetrieve, { entityId });
        assert.equal(shown.status, "action_required");
        assert.equal(profileIn(world, entityId).fields["address"]?.status, "rejected");
      },
    },
    {
      title: "pending, its provider has not answered",
      given: ({ world }) => arm(world, "timeout", 2),
      input({ world }) {
        const entityId = submittedEntity(world);
        start(world, entityId);
        return { entityId, verificationId: profileIn(world, entityId).verificationId };
      },
      outcome: "cancelled; the provider is not asked again",
      reply: { status: "cancelled" },
      check({ facts }, { world }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["entity.kyc.verification_cancelled.1", "provider_request.abandoned.1"],
        );
        // What comes is the news of the other verification, and its expiry never.
        assert.equal(advanceClock(world, at(30 * DAY_MS)).steps.length, 1);
      },
    },
    {
      title: "verified",
      given: ({ world, verificationId }) => decide(world, verificationId, "verified"),
      code: "state_conflict",
      details: { status: "verified" },
    },
    {
      title: "rejected",
      given: ({ world, verificationId }) => decide(world, verificationId, "rejected"),
      code: "state_conflict",
      details: { status: "failed" },
    },
    {
      title: "cancelled already",
      given: ({ world, entityId, verificationId }) =>
        world.made(entityKycVerificationCancel, { entityId, verificationId }),
      code: "state_conflict",
      details: { status: "cancelled", actual: "cancelled" },
    },
    ...UNKNOWN_VERIFICATIONS,
  ],
});
