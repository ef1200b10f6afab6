/** entity.kyc.document.list: the document files of an entity, newest first, without their content. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listedWithin } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { entities } from "./entity_resource.ts";
import { EntityPath } from "./entity_schema.ts";
import { kycDocuments } from "./kyc_document_resource.ts";

export const entityKycDocumentList = declareRead({
  id: "entity.kyc.document.list",
  summary: "List the document files of an entity",
  description:
    "Newest first, rejected ones too: kind, type, size and digest of each file, never its content.",
  http: { method: "GET", path: "/entities/{entityId}/kyc/documents" },
  principals: PRODUCT_CALLERS,
  scope: "kyc:read",
  ...listedWithin(kycDocuments, {
    parent: entities,
    path: EntityPath,
    index: LEDGER_TABLE.kycDocumentByEntity,
    filters: [],
  }),
});
