/** For tests: contents of document files, and documents of entities. */
import { hash } from "node:crypto";
import type { ProductKeyCaller } from "../../../../src/contract/declare/caller.ts";
import { entityKycDocumentCreate } from "../../../../src/features/entity/entity.kyc.document.create.ts";
import type {
  KycDocument,
  KycDocumentDraft,
} from "../../../../src/features/entity/kyc_document_schema.ts";
import { memoryEntityKeys } from "../../../world/entity_keys.ts";
import { createCustomer } from "../../../world/parties.ts";
import { preparedIn, preparing } from "../../../world/preparing.ts";
import type { World } from "../../../world/world.ts";

/** Bytes that begin as a PDF does, then `marker`, in all so many. */
export function pdfOf(marker: string, bytes = 200): Buffer {
  const content = Buffer.alloc(bytes, "%");
  content.write(`%PDF-1.7\n${marker}`);
  return content;
}

/** The body that sends the content as an identity document. */
export function draftOf(
  content: Uint8Array,
  fields: Partial<KycDocumentDraft> = {},
): KycDocumentDraft {
  return {
    kind: "identityDocument",
    contentType: "application/pdf",
    sha256: hash("sha256", content, "hex"),
    contentBase64: Buffer.from(content).toString("base64"),
    ...fields,
  };
}

/** A customer's entity, with tables whose rows prepare their requests: the keys, and the sealed files. */
export function givenEntity(world: World) {
  const { customerId, entity } = createCustomer(world);
  const keys = memoryEntityKeys();
  const files = new Map<string, Uint8Array>();
  preparing(world, { keys, files });
  return { customerId, entityId: entity.entityId as string, keys, files };
}

/** Adds a document as a caller does. */
export async function addDocument(
  world: World,
  { entityId, keys, files }: Pick<ReturnType<typeof givenEntity>, "entityId" | "keys" | "files">,
  draft: KycDocumentDraft,
  caller: ProductKeyCaller = world.caller,
): Promise<KycDocument> {
  const input = { entityId, ...draft };
  const preparation = { caller, keys, files };
  const prepared = await preparedIn(world, entityKycDocumentCreate, input, preparation);
  return world.made(entityKycDocumentCreate, input, { caller, prepared }) as KycDocument;
}
