/** Decision table of sandbox.kyc_outcome.create: what each outcome does to verification, profile and tier. */
import assert from "node:assert/strict";
import { entityIn, profileIn } from "../../../test/support/features/entity/entities.ts";
import {
  arm,
  decide,
  processing,
  start,
  submit,
  submittedEntity,
} from "../../../test/support/features/entity/verifications.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer, DAY_MS } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { entityKycVerificationCancel } from "../entity/entity.kyc.verification.cancel.ts";
import { entityKycVerificationRetrieve } from "../entity/entity.kyc.verification.retrieve.ts";
import { sandboxKycOutcomeCreate } from "./sandbox.kyc_outcome.create.ts";

type Ids = { entityId: string; verificationId: string };

/** How the named fields of an entity stand. */
const statusesOf = (world: World, entityId: string, ...names: string[]) =>
  names.map((name) => profileIn(world, entityId).fields[name]?.status);

/** How the document file of an entity stands, in its profile and by itself. */
function fileOf(world: World, entityId: string) {
  const file = profileIn(world, entityId).files?.identityDocument;
  const document = world.state.kycDocuments.byId(1, file?.kycDocumentId ?? "");
  return [file?.status, file?.reason, document?.status, document?.reason];
}

decisionTable(sandboxKycOutcomeCreate, {
  given: (world) => processing(world, "tier_2") as Ids,
  input: ({ verificationId }) => ({ verificationId, outcome: "verified" }),
  rows: [
    {
      title: "verified",
      outcome: "the tier is attained for a year, everything is met; as GET shows it",
      reply: { status: "verified", outcome: "verified" },
      async check({ reply }, { world, entityId, verificationId }) {
        const { kycStatus, kycTier, kycExpiresAtMs } = entityIn(world, entityId);
        const year = START_MS + 365 * DAY_MS;
        assert.deepEqual([kycStatus, kycTier, kycExpiresAtMs], ["verified", "tier_2", year]);
        assert.deepEqual(statusesOf(world, entityId, "phone", "taxId"), ["met", "met"]);
        assert.deepEqual(fileOf(world, entityId), ["met", undefined, "met", undefined]);
        const ids = { entityId, verificationId };
        await assertShows(world, entityKycVerificationRetrieve, ids, reply);
      },
    },
    {
      title: "verified, with the entity that it is of",
      input: ({ entityId }) => ({ entityId }),
      outcome: "verified",
    },
    {
      title: "verified, a lower tier than was asked for",
      input: { tier: "tier_1" },
      outcome: "the lower tier for two years; what the higher one asks stays pending",
      reply: { status: "verified", tier: "tier_2" },
      check(_came, { world, entityId }) {
        const { kycTier, kycExpiresAtMs } = entityIn(world, entityId);
        assert.deepEqual([kycTier, kycExpiresAtMs], ["tier_1", START_MS + 730 * DAY_MS]);
        assert.deepEqual(statusesOf(world, entityId, "phone", "taxId"), ["met", "pending"]);
      },
    },
    {
      title: "verified, an identity document that ends within the year",
      input({ world }) {
        const entityId = submittedEntity(world, "tier_2", { validUntilMs: START_MS + DAY_MS });
        return { verificationId: start(world, entityId, "tier_2").verificationId, entityId };
      },
      outcome: "the tier ends with the document",
      check({ input }, { world }) {
        const { kycExpiresAtMs } = entityIn(world, input["entityId"] as string);
        assert.equal(kycExpiresAtMs, START_MS + DAY_MS);
      },
    },
    {
      title: "verified, the tier below the attained one",
      given({ world, entityId, verificationId }) {
        decide(world, verificationId, "verified");
        submit(world, entityId, "tier_3");
      },
      input: ({ world, entityId }) => ({
        verificationId: start(world, entityId, "tier_3").verificationId,
        tier: "tier_1",
      }),
      outcome: "the attained tier stays, with its end",
      check(_came, { world, entityId }) {
        const { kycTier, kycExpiresAtMs, kycStatus } = entityIn(world, entityId);
        assert.deepEqual([kycTier, kycStatus], ["tier_2", "verified"]);
        assert.equal(kycExpiresAtMs, START_MS + 365 * DAY_MS);
      },
    },
    {
      title: "rejected",
      input: { outcome: "rejected" },
      outcome: "failed; the profile and what was not met are rejected",
      reply: { status: "failed", outcome: "rejected" },
      check({ reply }, { world, entityId }) {
        const { kycStatus, kycTier } = entityIn(world, entityId);
        assert.deepEqual([kycStatus, kycTier], ["rejected", "tier_0"]);
        assert.deepEqual(statusesOf(world, entityId, "phone", "taxId"), ["rejected", "rejected"]);
        assert.equal(reply.lastError.code, "rejected");
        const reason = "the provider has rejected it";
        assert.deepEqual(fileOf(world, entityId), ["rejected", reason, "rejected", reason]);
      },
    },
    {
      title: "input required, with fields",
      input: {
        outcome: "requires_input",
        fields: [{ field: "identityDocument", reason: "the photo is blurred" }],
      },
      outcome: "these are rejected, texts and files; the others stay as they are",
      reply: {
        status: "requires_input",
        outcome: "requires_input",
        lastError: { code: "requires_input", reason: "identityDocument: the photo is blurred" },
      },
      check(_came, { world, entityId }) {
        assert.equal(entityIn(world, entityId).kycStatus, "action_required");
        const names = ["identityDocument", "taxId"] as const;
        assert.deepEqual(statusesOf(world, entityId, ...names), ["rejected", "pending"]);
        const reason = "the photo is blurred";
        assert.deepEqual(fileOf(world, entityId), ["rejected", reason, "rejected", reason]);
      },
    },
    {
      title: "input required, without fields",
      input: { outcome: "requires_input" },
      outcome: "everything that was not met is asked for again",
      check: (_came, { world, entityId }) =>
        assert.deepEqual(statusesOf(world, entityId, "phone"), ["rejected"]),
    },
    {
      title: "verified, after input was required",
      given: ({ world, verificationId }) => decide(world, verificationId, "requires_input"),
      outcome: "verified; the rejected fields are met",
      check(_came, { world, entityId }) {
        assert.equal(entityIn(world, entityId).kycTier, "tier_2");
        assert.deepEqual(fileOf(world, entityId), ["met", undefined, "met", undefined]);
      },
    },
    {
      title: "an outcome that the provider never says",
      input: { outcome: "maybe" },
      code: "provider_outcome_unsupported",
      details: {
        provider: "simulator",
        outcome: "maybe",
        supported: ["verified", "rejected", "requires_input"],
      },
    },
    {
      title: "a tier with another outcome",
      input: { outcome: "rejected", tier: "tier_1" },
      code: "invalid_request",
    },
    {
      title: "fields with the outcome verified",
      input: { fields: [{ field: "phone", reason: "off" }] },
      code: "invalid_request",
    },
    {
      title: "a field that nobody is asked for",
      input: { outcome: "rejected", fields: [{ field: "shoeSize", reason: "too large" }] },
      code: "invalid_request",
    },
    {
      title: "a field that the tier does not ask for",
      input: { outcome: "rejected", fields: [{ field: "occupation", reason: "unclear" }] },
      code: "state_conflict",
      details: { expected: "tier_2", actual: "tier_3" },
    },
    {
      title: "a field of organizations, of a person",
      input: { outcome: "rejected", fields: [{ field: "registrationNumber", reason: "unclear" }] },
      code: "state_conflict",
      details: { expected: "tier_2", actual: null },
    },
    {
      title: "a higher tier than was asked for",
      input: { tier: "tier_3" },
      code: "state_conflict",
      details: { expected: "tier_2", actual: "tier_3" },
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
        return { verificationId: profileIn(world, entityId).verificationId };
      },
      code: "state_conflict",
      details: { status: "pending" },
    },
    ...unknownIds({
      field: "verificationId",
      code: "resource_not_found",
      create: (world, caller) => processing(world, "tier_1", { caller }).verificationId,
    }),
    ...unknownIds({
      field: "entityId",
      code: "entity_not_found",
      create: (world, caller) => createCustomer(world, {}, { caller }).entity.entityId,
    }),
    {
      title: "another entity than that which it is of",
      input: ({ world }) => ({ entityId: submittedEntity(world) }),
      code: "resource_not_found",
    },
  ],
});
