/** build.retrieve: a Build, with what its program is made of. */
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { buildNotFound, buildShown, builds } from "./build_resource.ts";
import { Build, BuildPath } from "./build_schema.ts";
import { programIn } from "./build_state.ts";

export const buildRetrieve = declareRead({
  id: "build.retrieve",
  summary: "Retrieve a Build",
  description: "A Build with its nouns, ports and operations, and what the checks found.",
  tag: "Blueprints",
  http: { method: "GET", path: "/builds/{buildId}", status: 200 },
  principals: ["founder", "agent"],
  scope: "products:read",
  acts: { on: "tenant" },
  path: BuildPath,
  output: Build,
  refusals: ["resource_not_found"],
  read(snapshot, { buildId }, { realm }) {
    const seen = builds.find(snapshot, realm, buildId);
    if (seen === undefined) return buildNotFound(buildId);
    return found(buildShown(seen.document, programIn(snapshot, seen)));
  },
});
