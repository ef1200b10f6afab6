/**
 * entity.kyc.document.create: adds a document file of an entity. The file is sealed and on disk before it is
 * decided about; its content ends with the preparation, so the shard, the log and the state never have it.
 */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { NamedFile } from "../../contract/records/named_file.ts";
import { refuseErased } from "./entity_lifecycle.ts";
import { entities } from "./entity_resource.ts";
import { EntityPath } from "./entity_schema.ts";
import type { EntityState } from "./entity_state.ts";
import { groupOfEntity } from "./entity_tables.ts";
import { changeOfKyc, profileOrEmpty } from "./kyc_change.ts";
import { type AddingRefusal, profileWith, refuseAdding } from "./kyc_document_adding.ts";
import { contentIssues, contentOf } from "./kyc_document_content.ts";
import type { KycDocumentDocument } from "./kyc_document_document.ts";
import { fileOf, sealNameOf } from "./kyc_document_files.ts";
import { documentsSeen, kycDocumentResource } from "./kyc_document_resource.ts";
import { DOCUMENT_BYTES_MAX, KycDocument, KycDocumentDraft } from "./kyc_document_schema.ts";

type Draft = KycDocumentDraft & { entityId: string };
type Prepared = { file: NamedFile; sizeBytes: number } | { refusal: AddingRefusal };

export const entityKycDocumentCreate = declareWrite<EntityState>()({
  id: "entity.kyc.document.create",
  summary: "Add a document file of an entity",
  description: `The file is sealed when it arrives, and no answer ever has its content. It has at most ${DOCUMENT_BYTES_MAX} bytes, its first bytes are those of its \`contentType\`, and \`sha256\` is its digest. Of several of a kind the newest counts.`,
  http: { method: "POST", path: "/entities/{entityId}/kyc/documents", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "kyc:write",
  path: EntityPath,
  body: KycDocumentDraft,
  output: KycDocument,
  refusals: ["entity_not_found", "entity_status_forbidden", "state_constraint_failed"],
  events: ["entity.kyc.document_added"],
  check: contentIssues,
  secrets: { endInPrepare: true },
  preparesWith: { snapshot: true },
  prepare,
  decide(state, { entityId, kind, contentType, sha256 }, context) {
    const { realm, principal, nowMs, prepared } = context;
    const entity = state.entities.byId(realm, entityId);
    const added = entity && state.kycDocuments.inGroup("entity", groupOfEntity(realm, entityId));
    const refusal = refuseAdding(entityId, entity, added?.length ?? 0);
    if (entity === undefined || refusal !== undefined) return refusal as AddingRefusal;
    // A refusal of the preparation stands, even where the state has changed since the preparation looked.
    if ("refusal" in prepared) return prepared.refusal;
    const { file, sizeBytes: sealedBytes, sha256: sealedSha256 } = prepared.file;
    const kycDocument: Omit<KycDocumentDocument, "realm"> = {
      kycDocumentId: context.newId("kdoc"),
      entityId,
      kind,
      contentType,
      sha256,
      sizeBytes: prepared.sizeBytes,
      ...{ file, sealedBytes, sealedSha256 },
      status: "pending",
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      revision: 1,
      changedBy: actorText(context.actor),
    };
    const profile = profileWith(kycDocument, entity, profileOrEmpty(state, entity));
    const change = { kycDocument, ...(profile !== undefined && { profile }) };
    const { fact } = changeOfKyc(state, "kyc.document_added", entity, entity, change, context);
    return accept([fact], kycDocumentResource(kycDocument, principal));
  },
});

/**
 * Writes the sealed file, unless the request would be refused. Where the entity has a file of this content, as after a
 * repeated request, that file is used.
 */
async function prepare(
  { entityId, sha256, contentBase64 }: Draft,
  { snapshot, realm, entitySealing, keepFile }: PreparationTools,
): Promise<Prepared> {
  const seen = snapshot();
  const entity = entities.find(seen, realm, entityId)?.document;
  const documents =
    realm === undefined || entity === undefined ? [] : documentsSeen(seen, realm, entityId);
  const content = contentOf(contentBase64);
  const sizeBytes = content.length;
  const same = documents.find((document) => document.sha256 === sha256);
  if (same !== undefined) return { file: fileOf(same), sizeBytes };
  const refusal = refuseAdding(entityId, entity, documents.length);
  if (entity === undefined || refusal !== undefined) return { refusal: refusal as AddingRefusal };
  const sealing = await entitySealing(entityId);
  if (sealing === undefined) return { refusal: refuseErased(entity) };
  const sealed = sealing.sealedBytes(sealNameOf({ sha256 }), content);
  return { file: keepFile(entityId, sealed), sizeBytes };
}
