/** entity.retrieve: reads one entity. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { retrieved } from "../resource_reads.ts";
import { entities } from "./entity_resource.ts";
import { EntityPath } from "./entity_schema.ts";

export const entityRetrieve = declareRead({
  id: "entity.retrieve",
  summary: "Read an entity",
  description: "The entity as it is now, archived ones too, with the tier that it has attained.",
  http: { method: "GET", path: "/entities/{entityId}" },
  principals: PRODUCT_CALLERS,
  scope: "entities:read",
  ...retrieved(entities, EntityPath),
});
