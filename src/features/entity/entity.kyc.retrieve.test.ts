/** entity.kyc.retrieve: the profile by names alone. */
import assert from "node:assert/strict";
import { changeEntity, UNKNOWN_ENTITIES } from "../../../test/support/features/entity/entities.ts";
import { submit } from "../../../test/support/features/entity/kyc.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, createCustomer } from "../../../test/world/parties.ts";
import { entityKycRetrieve } from "./entity.kyc.retrieve.ts";

decisionTable(entityKycRetrieve, {
  given: (world) => ({ entityId: createCustomer(world).entity.entityId }),
  input: ({ entityId }) => ({ entityId }),
  stepMs: 1_000,
  rows: [
    {
      title: "nothing submitted",
      outcome: "what the next tier asks for",
      check: ({ reply }, { entityId }) =>
        assert.deepEqual(reply, {
          entityId,
          status: "not_submitted",
          tierAttained: "tier_0",
          submittedFields: [],
          requirements: ["legalName", "dateOfBirth", "address", "email", "phone"].map((field) => ({
            field,
            tier: "tier_1",
            status: "missing",
          })),
        }),
    },
    {
      title: "fields of two tiers",
      given: ({ world, entityId }) =>
        submit(world, entityId, { nationality: "GB", phone: "+442079460000" }),
      outcome: "both by name, in the order of the tiers; requirements of the one asked for",
      reply: {
        status: "submitted",
        tierRequested: "tier_1",
        submittedFields: [
          { field: "phone", tier: "tier_1", submittedAt: at(1_000), status: "pending" },
          { field: "nationality", tier: "tier_2", submittedAt: at(1_000), status: "pending" },
        ],
      },
      check: ({ reply }) =>
        assert.deepEqual(
          reply.requirements.map(({ status }: { status: string }) => status),
          ["missing", "missing", "missing", "missing", "pending"],
        ),
    },
    {
      title: "a verification",
      given({ world, entityId }) {
        const verificationId = world.nextId("ver");
        const time = { createdAtMs: 0, updatedAtMs: 0, reachedAtMs: {}, expiresAtMs: 1 };
        changeEntity(
          world,
          entityId,
          { kycStatus: "in_review" },
          {
            profile: { entityId, fields: {}, tierRequested: "tier_3", verificationId },
            verification: {
              ...time,
              verificationId,
              entityId,
              tier: "tier_3",
              provider: "simulator",
              status: "processing",
              attempts: 1,
              revision: 1,
              changedBy: "platform",
            },
          },
        );
      },
      outcome: "the newest one and where it stands",
      reply: { status: "in_review", tierRequested: "tier_3" },
      check({ reply }) {
        const { verificationId, ...verification } = reply.verification;
        assert.match(verificationId, /^ver_/);
        assert.deepEqual(verification, { status: "processing" });
      },
    },
    {
      title: "the highest tier, until a time",
      given: ({ world, entityId }) =>
        changeEntity(world, entityId, {
          kycStatus: "verified",
          kycTier: "tier_3",
          kycExpiresAtMs: Date.parse(at(9)),
        }),
      outcome: "its tier, and when that ends",
      reply: { status: "verified", tierAttained: "tier_3", expiresAt: at(9) },
    },
    ...UNKNOWN_ENTITIES,
  ],
});
