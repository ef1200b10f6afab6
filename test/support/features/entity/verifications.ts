/** For tests: entities of which all was submitted, and verifications in every status. */
import { invariant } from "../../../../src/base/invariant.ts";
import { entityKycVerificationStart } from "../../../../src/features/entity/entity.kyc.verification.start.ts";
import type { EntityKind } from "../../../../src/features/entity/entity_document.ts";
import type { EntityFact } from "../../../../src/features/entity/entity_facts.ts";
import { suffixOfEntity } from "../../../../src/features/entity/entity_tables.ts";
import { KYC_DOCUMENT_KINDS } from "../../../../src/features/entity/kyc_document_document.ts";
import { fieldsUpTo } from "../../../../src/features/entity/kyc_fields.ts";
import type { VerificationDocument } from "../../../../src/features/entity/verification_document.ts";
import type { KycTier } from "../../../../src/features/ledger/roles.ts";
import type { ProviderFaultMode } from "../../../../src/features/provider_request/provider_fault.ts";
import { sandboxKycOutcomeCreate } from "../../../../src/features/sandbox/sandbox.kyc_outcome.create.ts";
import { sandboxProviderFaultCreate } from "../../../../src/features/sandbox/sandbox.provider_fault.create.ts";
import type { Row } from "../../../world/decision_table.ts";
import { createCustomer } from "../../../world/parties.ts";
import { unknownIds } from "../../../world/rows.ts";
import type { World } from "../../../world/world.ts";
import type { Answer, Asking } from "../../../world/writing.ts";

type By = Pick<Asking, "caller">;

/** The entity of a new customer, of which nothing was submitted. */
export function openEntity(world: World, kind: EntityKind = "person", by: By = {}): string {
  const entity = { kind, displayName: "Ada Lovelace", country: "DE" };
  return createCustomer(world, { entity }, by).entity.entityId;
}

/**
 * Submits all that a tier asks for of an entity, except `without`: names of fields, and `file NAME` of a document
 * file. One record, without any values.
 */
export function submit(
  world: World,
  entityId: string,
  tier: KycTier,
  { without = [], validUntilMs, caller = world.caller }: Submission = {},
): void {
  const realm = world.realmOf(caller);
  const found = world.state.entities.byId(realm, entityId);
  invariant(found !== undefined, "the entity of a test exists");
  const { realm: _, ...entity } = found;
  const before = world.state.kycProfiles.get(realm, suffixOfEntity(entityId));
  const part = { submittedAtMs: world.nowMs, status: "pending" as const };
  const names = fieldsUpTo(entity.kind, tier);
  const texts = names.filter(({ field }) => !without.includes(field));
  const kinds = KYC_DOCUMENT_KINDS.filter(
    (kind) => names.some(({ field }) => field === kind) && !without.includes(`file ${kind}`),
  );
  const kycDocuments = kinds.map((kind, sub) => ({
    ...{ kycDocumentId: world.nextId("kdoc", sub), entityId, kind },
    ...{ contentType: "image/png" as const, sizeBytes: 1, file: kind, status: "pending" as const },
    ...{ sha256: "0".repeat(64), sealedBytes: 1, sealedSha256: "0".repeat(64) },
    ...{ createdAtMs: world.nowMs, updatedAtMs: world.nowMs, revision: 1, changedBy: "test" },
  }));
  const fact: EntityFact = {
    kind: "entity.kyc.submitted.1",
    entity: { ...entity, kycStatus: "submitted", revision: entity.revision + 1 },
    profile: {
      ...(before?.verificationId !== undefined && { verificationId: before.verificationId }),
      entityId,
      tierRequested: tier,
      fields: {
        ...before?.fields,
        ...Object.fromEntries(
          texts.map(({ field, tier: of }) => [
            field,
            {
              ...{ tier: of, ...part },
              ...(field === "identityDocument" && validUntilMs !== undefined && { validUntilMs }),
            },
          ]),
        ),
      },
      files: {
        ...before?.files,
        ...Object.fromEntries(
          kycDocuments.map(({ kind, kycDocumentId }) => [kind, { kycDocumentId, ...part }]),
        ),
      },
    },
    kycDocuments,
  };
  world.apply([fact], { caller });
}
type Submission = { without?: readonly string[]; validUntilMs?: number } & By;

/** An entity of which all was submitted that a tier asks for. */
export function submittedEntity(
  world: World,
  tier: KycTier = "tier_1",
  { kind = "person", ...submission }: { kind?: EntityKind } & Submission = {},
): string {
  const by = submission.caller === undefined ? {} : { caller: submission.caller };
  const entityId = openEntity(world, kind, by);
  submit(world, entityId, tier, submission);
  return entityId;
}

/** Arms the simulator; a count of 0 disarms it. */
export function arm(world: World, mode: ProviderFaultMode, count = 1): void {
  const { productId } = world.principal;
  world.made(sandboxProviderFaultCreate, { productId, provider: "simulator", mode, count });
}

/** Starts a verification and runs what is due. Returns the start's answer, which may be an error. */
export function start(
  world: World,
  entityId: string,
  tier: KycTier = "tier_1",
  asking: Asking = {},
): Answer {
  const { place } = world.run(entityKycVerificationStart, { entityId, tier }, asking);
  world.passTime();
  return world.answerOf(place);
}

/** A verification that its provider has accepted, of a new entity. Returns its answer. */
export function processing(world: World, tier: KycTier = "tier_1", by: By = {}): Answer {
  return start(world, submittedEntity(world, tier, by), tier, by);
}

/** Decides a verification as the simulator. Returns the verification. */
export function decide(world: World, verificationId: string, outcome: string, more = {}): Answer {
  return world.made(sandboxKycOutcomeCreate, { verificationId, outcome, ...more });
}

/** Rows with verifications, and entities of them, that are not the caller's, or do not belong together. */
export const UNKNOWN_VERIFICATIONS: Row<"entity_not_found" | "resource_not_found", object>[] = [
  ...unknownIds({
    field: "entityId",
    code: "entity_not_found",
    create: (world, caller) => createCustomer(world, {}, { caller }).entity.entityId,
  }),
  ...unknownIds({
    field: "verificationId",
    code: "resource_not_found",
    create: (world, caller) => processing(world, "tier_1", { caller }).verificationId,
  }).slice(0, -1),
  {
    title: "the verification of another entity",
    input: ({ world }) => ({ verificationId: processing(world).verificationId }),
    code: "resource_not_found",
  },
];

/** The verification as the state of the world has it. */
export function verificationIn(world: World, verificationId: string): VerificationDocument {
  const realm = world.realmOf(world.caller);
  const verification = world.state.verifications.byId(realm, verificationId);
  invariant(verification !== undefined, "the verification of a test exists");
  return verification;
}
