/**
 * What is asked of a verification: the values that were submitted of the entity and the newest document file of
 * each kind, of both only what the tier of the request asks for, with those of the tiers below it.
 */
import { hash } from "node:crypto";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import type { EntityKind } from "../features/entity/entity_document.ts";
import { suffixOfEntity } from "../features/entity/entity_tables.ts";
import {
  KYC_DOCUMENT_KINDS,
  type KycDocumentDocument,
} from "../features/entity/kyc_document_document.ts";
import { fileOf, sealNameOf } from "../features/entity/kyc_document_files.ts";
import { kycDocuments } from "../features/entity/kyc_document_resource.ts";
import { fieldsUpTo } from "../features/entity/kyc_fields.ts";
import type { KycProfileDocument } from "../features/entity/kyc_profile_document.ts";
import type { KycTier } from "../features/ledger/roles.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import { FileUnfit, readNamedFile } from "../files/named_files.ts";
import type { AskedOf, Submitted } from "./asked_parts.ts";
import { openedFields } from "./opened_fields.ts";

/** What a verification asks, as its start has recorded it. */
type VerificationRequest = { entityId: string; tier: KycTier; kind: EntityKind };

export const askedOfVerification: AskedOf = (snapshot, { realm, request }, submitted) => {
  const { entityId, tier, kind } = request as VerificationRequest;
  const names = fieldsUpTo(kind, tier).map(({ field }) => field);
  const documents = documentsOf(snapshot, realm, entityId, names);
  return {
    request: {
      ...request,
      fields: openedFields(snapshot, realm, entityId, names, submitted),
      documents: documents.map(listed),
    },
    files: documents.map((document) => ({
      documentId: document.kycDocumentId,
      mediaType: document.contentType,
      open: () => contentOf(document, submitted),
    })),
  };
};

/** The newest document of each kind that is among the names. */
function documentsOf(
  snapshot: Snapshot,
  realm: number,
  entityId: string,
  names: readonly string[],
): KycDocumentDocument[] {
  const value = snapshot.get(LEDGER_TABLE.kycProfile, realm, suffixOfEntity(entityId));
  const files = value && decodeDocument<KycProfileDocument>(value).files;
  return KYC_DOCUMENT_KINDS.filter((kind) => names.includes(kind)).flatMap((kind) => {
    const newest = files?.[kind];
    const seen = newest && kycDocuments.find(snapshot, realm, newest.kycDocumentId);
    return seen === undefined ? [] : [seen.document];
  });
}

/** A document as the effect lists it. */
function listed({ kycDocumentId, kind, contentType, sizeBytes, sha256 }: KycDocumentDocument) {
  return { documentId: kycDocumentId, kind, mediaType: contentType, bytes: sizeBytes, sha256 };
}

/** The content of the document's file, checked; undefined where it cannot be had. */
function contentOf(
  document: KycDocumentDocument,
  { sealer, filesPath, onUnreadable }: Submitted,
): Uint8Array | undefined {
  try {
    const sealed = readNamedFile(filesPath, fileOf(document));
    const content = sealer.openedBytes(sealed, document.entityId, sealNameOf(document));
    if (content !== undefined && hash("sha256", content, "hex") === document.sha256) return content;
    const { kycDocumentId, entityId } = document;
    throw new FileUnfit(`the file of document ${kycDocumentId} of ${entityId} does not open`);
  } catch (cause) {
    onUnreadable(cause);
    return undefined;
  }
}
