/** build.retrieve: a Build, with what its program is made of. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { buildShown } from "./build_noun.ts";
import { Build, BuildPath } from "./build_schema.ts";
import { buildSeenBy } from "./build_seen.ts";
import { programIn } from "./build_state.ts";

export const buildRetrieve = declareRead({
  id: "build.retrieve",
  summary: "Retrieve a Build",
  description:
    "A Build with its nouns, ports and operations, and what the checks found. An API key sees the Builds that its Product runs or has run.",
  http: { method: "GET", path: "/builds/{buildId}" },
  principals: PRODUCT_CALLERS,
  scope: "products:read",
  acts: { on: "tenant" },
  path: BuildPath,
  output: Build,
  refusals: ["resource_not_found"],
  read(snapshot, { buildId }, context) {
    const seen = buildSeenBy(snapshot, buildId, context);
    if (seen.refused) return seen;
    return found(buildShown(seen.document, programIn(snapshot, seen)));
  },
});
