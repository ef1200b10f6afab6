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
import {
  ALIAS,
  activeAddress,
  addressIn,
  waitingAddress,
} from "../../../test/support/features/financial_address/addresses.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { openAccount } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { entityKycVerificationCancel } from "../entity/entity.kyc.verification.cancel.ts";
import { sandboxProviderOutcomeCreate } from "./sandbox.provider_outcome.create.ts";

type Ids = { entityId: string; verificationId: string };

const address = (id: string) => ({ resource: { type: "financial_address", id } });
/** A pending address, as every alias is at first. */
const pendingAddress = (world: World) => activeAddress(world, openAccount(world), ALIAS);

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
    {
      title: "a pending financial address, active",
      input: ({ world }) => ({
        ...address(pendingAddress(world).financialAddressId),
        outcome: "active",
      }),
      outcome: "the address is active with its details",
      reply: { provider: "simulator", outcome: "active", status: "active" },
      check({ reply }, { world }) {
        const { details } = addressIn(world, reply.resource.id);
        assert.match(String(details?.alias), /^pay-[0-9a-f]{16}@simulator\.invalid$/);
      },
    },
    {
      title: "a pending financial address, failed",
      input: ({ world }) => ({
        ...address(pendingAddress(world).financialAddressId),
        outcome: "failed",
      }),
      outcome: "the address has failed",
      reply: { outcome: "failed", status: "failed" },
      check: ({ reply }, { world }) =>
        assert.deepEqual(addressIn(world, reply.resource.id).failure, {
          code: "simulated_failure",
        }),
    },
    {
      title: "a financial address, an outcome of verifications",
      input: ({ world }) => address(pendingAddress(world).financialAddressId),
      code: "provider_outcome_unsupported",
      details: { outcome: "verified", supported: ["active", "failed"] },
    },
    {
      title: "a financial address that is active already",
      input: ({ world }) => ({
        ...address(activeAddress(world).financialAddressId),
        outcome: "failed",
      }),
      code: "state_conflict",
      details: { status: "active" },
    },
    {
      title: "a financial address whose provider has not answered",
      given: ({ world }) => arm(world, "timeout"),
      input({ world }) {
        const { financialAddressId } = waitingAddress(world);
        world.passTime();
        return { ...address(financialAddressId), outcome: "active" };
      },
      code: "state_conflict",
      details: { status: "pending" },
    },
    ...unknownIds({
      field: "financialAddressId",
      inputOf: address,
      code: "resource_not_found",
      create: (world, caller) => waitingAddress(world, {}, caller).financialAddressId,
    }),
    ...unknownIds({
      field: "verificationId",
      inputOf: verification,
      code: "resource_not_found",
      create: (world, caller) => processing(world, "tier_1", { caller }).verificationId,
    }),
  ],
});
