/** blueprint.archive: a blueprint is put away for good. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { originOf } from "../tenant/call_origin.ts";
import { blueprintAccepted } from "./blueprint_changes.ts";
import type { BlueprintFact } from "./blueprint_facts.ts";
import { blueprintNotFound, blueprintShown } from "./blueprint_noun.ts";
import { Blueprint, BlueprintPath } from "./blueprint_schema.ts";
import { type BlueprintState, sourceOf } from "./blueprint_state.ts";

export const blueprintArchive = declareWrite<BlueprintState>()({
  id: "blueprint.archive",
  summary: "Archive a blueprint",
  description:
    "It can be read and never changed again, and makes room for another one. A blueprint that was archived before stays as it is.",
  http: { method: "POST", path: "/blueprints/{blueprintId}/archive" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:write",
  permission: "blueprints:write@sandbox",
  acts: { on: "tenant" },
  path: BlueprintPath,
  output: Blueprint,
  refusals: ["resource_not_found"],
  events: [],
  prepare: originOf,
  decide(state, { blueprintId }, { nowMs, prepared, realm }) {
    const before = state.blueprints.byId(realm, blueprintId);
    if (before === undefined) return blueprintNotFound(blueprintId);
    const text = sourceOf(state, before);
    if (before.status === "archived") return accept([], blueprintShown(before, text));
    const { realm: _, ...kept } = before;
    const fact: BlueprintFact = {
      kind: "blueprint.archived.1",
      blueprint: { ...kept, status: "archived", updatedAtMs: nowMs },
    };
    return blueprintAccepted(fact, { before, text, from: prepared.from });
  },
});
