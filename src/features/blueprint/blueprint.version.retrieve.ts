/** blueprint.version.retrieve: what a blueprint was after one of its changes, with its source. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { blueprintNotFound, blueprints } from "./blueprint_noun.ts";
import { BlueprintVersion, BlueprintVersionPath } from "./blueprint_schema.ts";
import { sourceIn } from "./blueprint_state.ts";
import { versionOf, versionSummary } from "./blueprint_versions.ts";

export const blueprintVersionRetrieve = declareRead({
  id: "blueprint.version.retrieve",
  summary: "Retrieve a version of a blueprint",
  description: "What the blueprint was after one of its changes, with the source it had then.",
  http: { method: "GET", path: "/blueprints/{blueprintId}/versions/{revision}" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:read",
  acts: { on: "tenant" },
  path: BlueprintVersionPath,
  output: BlueprintVersion,
  refusals: ["resource_not_found"],
  read(snapshot, { blueprintId, revision }, { realm }) {
    const seen = blueprints.find(snapshot, realm, blueprintId);
    if (seen === undefined) return blueprintNotFound(blueprintId);
    const version = versionOf(snapshot, seen, Number(revision));
    if (version === undefined) return versionNotFound(blueprintId, Number(revision));
    const source = JSON.parse(sourceIn(snapshot, seen, version.sourceDigest));
    return found({ ...versionSummary(seen, version), source });
  },
});

function versionNotFound(blueprintId: string, revision: number): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", `${blueprintId} has no version ${revision}`, {
    resourceType: "blueprint_version",
    blueprintId,
    revision,
  });
}
