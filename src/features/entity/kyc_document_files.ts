/**
 * The sealed files of documents: which files must exist, and which may be deleted. The files of an entity
 * whose data was erased are deleted, and so are those of a sandbox that was reset.
 */
import type { FileNaming, NamedFile } from "../../contract/records/named_file.ts";
import type { EntityFact } from "./entity_facts.ts";
import type { EntityState } from "./entity_state.ts";
import type { KycDocumentDocument } from "./kyc_document_document.ts";

type Naming = Pick<KycDocumentDocument, "file" | "sealedBytes" | "sealedSha256">;

export const kycDocumentFiles: FileNaming<EntityState> = {
  *of({ entities, kycDocuments }, realms) {
    for (const document of kycDocuments.values()) {
      const { realm, entityId } = document;
      if (realms.isRetired(realm)) continue;
      const entity = entities.byId(realm, entityId);
      if (entity?.erasedAtMs === undefined) yield { ...fileOf(document), realm };
    }
  },
  kindsBegin: "entity.",
  changeOf(fact) {
    const { entity, kycDocument, kycDocuments = [] } = fact as EntityFact;
    const documents = kycDocument === undefined ? kycDocuments : [kycDocument, ...kycDocuments];
    return {
      named: documents.map(fileOf),
      ...(entity.erasedAtMs !== undefined && { givenUp: entity.entityId }),
    };
  },
};

/** The file of a document: its name, its length in bytes and its SHA-256, all of the sealed form. */
export function fileOf({ file, sealedBytes, sealedSha256 }: Naming): NamedFile {
  return { file, sizeBytes: sealedBytes, sha256: sealedSha256 };
}

/** The name under which the content of a file is sealed, beside its entity (`EntitySealing.sealedBytes`). */
export function sealNameOf({ sha256 }: Pick<KycDocumentDocument, "sha256">): string {
  return `document ${sha256}`;
}
