/** entity.list: the entities of a Product, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listed } from "../resource_reads.ts";
import { entities } from "./entity_resource.ts";

export const entityList = declareRead({
  id: "entity.list",
  summary: "List entities",
  description: "`search` looks in the display name, whatever the case, and takes an entity id.",
  http: { method: "GET", path: "/entities" },
  principals: PRODUCT_CALLERS,
  scope: "entities:read",
  ...listed(entities),
});
