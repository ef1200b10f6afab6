/** The verification as a resource, and the one function that renders it. */
import { decodeIdSuffix, type Place, suffixOf } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { declareResource, filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { statusTransitions } from "../status_transitions.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { groupOfEntity, rowsOfEntity, suffixOfEntity } from "./entity_tables.ts";
import {
  nextStepOf,
  VERIFICATION_STATUSES,
  type VerificationDocument,
} from "./verification_document.ts";
import { Verification, VerificationStatus } from "./verification_schema.ts";

export const verifications = declareResource<VerificationDocument>()({
  noun: "verification",
  prefix: "ver",
  readScope: "kyc:read",
  output: Verification,
  notFoundCode: "resource_not_found",
  notFound: verificationNotFound,
  table: { code: LEDGER_TABLE.verification },
  private: ["providerReference", "newsAtMs"],
  show: verificationResource,
  search: { title: ({ tier, status }) => `${tier} ${status}` },
  groups: { entity: ({ realm, entityId }) => groupOfEntity(realm, entityId) },
  deadlineOf: (verification) => nextStepOf(verification)?.atMs,
  stored: {
    groups: { entity: rowsOfEntity(LEDGER_TABLE.verificationByEntity) },
    deadlines: LEDGER_TABLE.verificationDue,
  },
  indexes: [
    {
      name: "verification_by_entity",
      table: LEDGER_TABLE.verificationByEntity,
      textsOf: ({ entityId }) => [suffixOfEntity(entityId)],
    },
  ],
  filters: {
    status: filter(
      described(VerificationStatus, "Only verifications in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
  },
});

/** The place of the record that started a verification; undefined for a malformed id. */
export function placeOfVerification(verificationId: string): Place | undefined {
  const suffix = suffixOf("ver", verificationId);
  return suffix === undefined ? undefined : decodeIdSuffix(suffix)?.place;
}

/** `path`: where the input has the id. */
export function verificationNotFound(
  verificationId: string,
  path: readonly string[] = ["verificationId"],
): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere("ver", verificationId), {
    resourceType: "verification",
    verificationId,
    issues: [
      {
        code: "not_found",
        message: `${path.join(".")} names no verification`,
        path: [...path],
      },
    ],
  });
}

/** The verification in answers. The order of the fields is their order on the wire. */
export function verificationResource(
  verification: Omit<VerificationDocument, "realm" | "providerReference" | "newsAtMs">,
  { productId, environment }: ResourceNames,
): Verification {
  const { outcome, url, returnUrl, lastError } = verification;
  return {
    verificationId: verification.verificationId,
    productId,
    environment,
    entityId: verification.entityId,
    tier: verification.tier,
    provider: verification.provider,
    status: verification.status,
    ...(outcome !== undefined && { outcome }),
    ...(url !== undefined && { url }),
    ...(returnUrl !== undefined && { returnUrl }),
    ...(lastError !== undefined && { lastError }),
    attempts: verification.attempts,
    expiresAt: isoTime(verification.expiresAtMs),
    revision: verification.revision,
    createdAt: isoTime(verification.createdAtMs),
    updatedAt: isoTime(verification.updatedAtMs),
    actor: actorOfText(verification.changedBy),
    statusTransitions: statusTransitions(VERIFICATION_STATUSES, verification.reachedAtMs),
  };
}
