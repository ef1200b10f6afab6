/** blueprint.retrieve: one blueprint of the company, with its source. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { blueprintNotFound, blueprintShown, blueprints } from "./blueprint_noun.ts";
import { Blueprint, BlueprintPath } from "./blueprint_schema.ts";
import { sourceIn } from "./blueprint_state.ts";

export const blueprintRetrieve = declareRead({
  id: "blueprint.retrieve",
  summary: "Retrieve a blueprint",
  description: "What it is now, with its source.",
  http: { method: "GET", path: "/blueprints/{blueprintId}" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:read",
  acts: { on: "tenant" },
  path: BlueprintPath,
  output: Blueprint,
  refusals: ["resource_not_found"],
  read(snapshot, { blueprintId }, { realm }) {
    const seen = blueprints.find(snapshot, realm, blueprintId);
    if (seen === undefined) return blueprintNotFound(blueprintId);
    const { document } = seen;
    return found(blueprintShown(document, sourceIn(snapshot, seen, document.sourceDigest)));
  },
});
