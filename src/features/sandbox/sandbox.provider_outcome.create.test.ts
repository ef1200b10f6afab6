/** Decision table of sandbox.provider_outcome.create: it decides as sandbox.kyc_outcome.create does. */
import assert from "node:assert/strict";
import { entityIn, profileIn } from "../../../test/support/features/entity/entities.ts";
import {
  arm,
  decide,
  processing,
  start,
  submittedEntity,
} from "../../../test/support/features/entity/verifications.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { entityKycVerificationCancel } from "../entity/entity.kyc.verification.cancel.ts";
import { sandboxProviderOutcomeCreate } from "./sandbox.provider_outcome.create.ts";

type Ids = { entityId: string; verificationId: string };

const verification = (id: string) => ({ resource: { type: "verification", id } });

decisionTable(sandboxProviderOutcomeCreate, {
  given: (world) => processing(world, "tier_2") as Ids,
  input: ({ verificationId }) => ({ ...verification(verificationId), outcome: "verified" }),
  rows: [
    {
      title: "verified",
      outcome: "the tier that was asked for is attained",
      reply: { provider: "simulator", outcome: "verified", status: "verified" },
      check({ reply, input }, { world, entityId }) {
        assert.deepEqual(reply.resource, input["resource"]);
        const { kycStatus, kycTier } = entityIn(world, entityId);
        assert.deepEqual([kycStatus, kycTier], ["verified", "tier_2"]);
      },
    },
    {
      title: "rejected",
      input: { outcome: "rejected" },
      outcome: "failed; everything that was not met is rejected",
      reply: { outcome: "rejected", status: "failed" },
      check(_came, { world, entityId }) {
        assert.equal(entityIn(world, entityId).kycStatus, "rejected");
        assert.equal(profileIn(world, entityId).fields["phone"]?.status, "rejected");
      },
    },
    {
      title: "input required",
      input: { outcome: "requires_input" },
      outcome: "the fields are asked for again",
      reply: { outcome: "requires_input", status: "requires_input" },
      check: (_came, { world, entityId }) =>
        assert.equal(entityIn(world, entityId).kycStatus, "action_required"),
    },
    {
      title: "verified, after input was required",
      given: ({ world, verificationId }) => decide(world, verificationId, "requires_input"),
      outcome: "verified",
      reply: { status: "verified" },
    },
    {
      title: "an outcome that the provider never says",
      input: { outcome: "posted" },
      code: "provider_outcome_unsupported",
      details: {
        provider: "simulator",
        outcome: "posted",
        supported: ["verified", "rejected", "requires_input"],
      },
    },
    {
      title: "a resource that no provider is asked for",
      input: ({ verificationId }) => ({ resource: { type: "customer", id: verificationId } }),
      code: "invalid_request",
    },
    {
      title: "verified already",
      given: ({ world, verificationId }) => decide(world, verificationId, "verified"),
      code: "state_conflict",
      details: { status: "verified" },
    },
    {
      title: "cancelled",
      given: ({ world, entityId, verificationId }) =>
        world.made(entityKycVerificationCancel, { entityId, verificationId }),
      code: "state_conflict",
      details: { status: "cancelled" },
    },
    {
      title: "pending, its provider has not answered",
      given: ({ world }) => arm(world, "fail"),
      input({ world }) {
        const entityId = submittedEntity(world);
        start(world, entityId);
        return verification(profileIn(world, entityId).verificationId ?? "");
      },
      code: "state_conflict",
      details: { status: "pending" },
    },
    ...unknownIds({
      field: "verificationId",
      inputOf: verification,
      code: "resource_not_found",
      create: (world, caller) => processing(world, "tier_1", { caller }).verificationId,
    }),
  ],
});
