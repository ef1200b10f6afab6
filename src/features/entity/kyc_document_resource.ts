/** The document file of an entity as a resource, and the one function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { declareResource, type ResourceNames } from "../../contract/declare/resource.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { groupOfEntity, rowsOfEntity, suffixOfEntity } from "./entity_tables.ts";
import type { KycDocumentDocument } from "./kyc_document_document.ts";
import { KycDocument } from "./kyc_document_schema.ts";

export const kycDocuments = declareResource<KycDocumentDocument>()({
  noun: "kyc_document",
  prefix: "kdoc",
  readScope: "kyc:read",
  output: KycDocument,
  notFoundCode: "resource_not_found",
  notFound: kycDocumentNotFound,
  table: { code: LEDGER_TABLE.kycDocument },
  private: ["file", "sealedBytes", "sealedSha256"],
  show: kycDocumentResource,
  search: { title: ({ kind, status }) => `${kind} ${status}` },
  groups: { entity: ({ realm, entityId }) => groupOfEntity(realm, entityId) },
  stored: { groups: { entity: rowsOfEntity(LEDGER_TABLE.kycDocumentByEntity) } },
  indexes: [
    {
      name: "kyc_document_by_entity",
      table: LEDGER_TABLE.kycDocumentByEntity,
      textsOf: ({ entityId }) => [suffixOfEntity(entityId)],
    },
  ],
});

export function kycDocumentNotFound(kycDocumentId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere("kdoc", kycDocumentId), {
    resourceType: "kyc_document",
    kycDocumentId,
    issues: [
      {
        code: "not_found",
        message: "kycDocumentId names no document of an entity",
        path: ["kycDocumentId"],
      },
    ],
  });
}

/** The documents of an entity that a snapshot shows, oldest first. */
export function documentsSeen(
  snapshot: Snapshot,
  realm: number,
  entityId: string,
): KycDocumentDocument[] {
  const prefix = suffixOfEntity(entityId);
  const range = { from: prefix, below: `${prefix}~` };
  const rows = [...snapshot.ascend(LEDGER_TABLE.kycDocumentByEntity, realm, range)];
  return rows.flatMap(({ key }) => {
    const kycDocumentId = `kdoc_${key.slice(prefix.length)}`;
    return kycDocuments.find(snapshot, realm, kycDocumentId)?.document ?? [];
  });
}

/** The document in answers, without the name of its file. The order of the fields is that on the wire. */
export function kycDocumentResource(
  document: Omit<KycDocumentDocument, "realm" | "file" | "sealedBytes" | "sealedSha256">,
  { productId, environment }: ResourceNames,
): KycDocument {
  const { reason } = document;
  return {
    kycDocumentId: document.kycDocumentId,
    productId,
    environment,
    entityId: document.entityId,
    kind: document.kind,
    contentType: document.contentType,
    sha256: document.sha256,
    sizeBytes: document.sizeBytes,
    status: document.status,
    ...(reason !== undefined && { reason }),
    revision: document.revision,
    createdAt: isoTime(document.createdAtMs),
    updatedAt: isoTime(document.updatedAtMs),
    actor: actorOfText(document.changedBy),
  };
}
