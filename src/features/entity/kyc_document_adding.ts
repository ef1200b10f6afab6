/**
 * Whether an entity takes a document, and what else a new document changes. It is checked twice: before the file is
 * written, so that no file is written in vain, and in the decision.
 */
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { EntityDocument } from "./entity_document.ts";
import { refuseEntityStatus, refuseErased } from "./entity_lifecycle.ts";
import { entityNotFound } from "./entity_resource.ts";
import { KYC_DOCUMENTS_MAX, type KycDocumentDocument } from "./kyc_document_document.ts";
import { tierOfField } from "./kyc_fields.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";

export type AddingRefusal = Refusal<
  "entity_not_found" | "entity_status_forbidden" | "state_constraint_failed"
>;

/** Why the entity takes no further document; `count`: how many it has. */
export function refuseAdding(
  entityId: string,
  entity: EntityDocument | undefined,
  count: number,
): AddingRefusal | undefined {
  if (entity === undefined) return entityNotFound(entityId);
  if (entity.erasedAtMs !== undefined) return refuseErased(entity);
  return refuseEntityStatus(entity) ?? refuseFull(count);
}

function refuseFull(count: number): Refusal<"state_constraint_failed"> | undefined {
  if (count < KYC_DOCUMENTS_MAX) return undefined;
  const message = `the entity has ${count} documents; at most ${KYC_DOCUMENTS_MAX}`;
  return refuseConstraint("kyc_documents", message, { limit: KYC_DOCUMENTS_MAX });
}

/**
 * The profile with the document as the newest of its kind; undefined where no tier asks the entity for the
 * kind, so that the profile stays as it is.
 */
export function profileWith(
  { kycDocumentId, kind, createdAtMs, status }: Omit<KycDocumentDocument, "realm">,
  entity: Pick<EntityDocument, "kind">,
  profile: Omit<KycProfileDocument, "realm">,
): Omit<KycProfileDocument, "realm"> | undefined {
  if (tierOfField(entity.kind, kind) === undefined) return undefined;
  const newest = { kycDocumentId, submittedAtMs: createdAtMs, status };
  return { ...profile, files: { ...profile.files, [kind]: newest } };
}
