/** blueprint.version.list: what a blueprint was after each of its changes, without the sources. */
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { timeRangeOf } from "../record_walk.ts";
import { blueprintNotFound, blueprints } from "./blueprint_noun.ts";
import { BlueprintPath, BlueprintVersionSummary } from "./blueprint_schema.ts";
import { versionSummary, versionsBack } from "./blueprint_versions.ts";

export const blueprintVersionList = declareRead({
  id: "blueprint.version.list",
  summary: "List versions of a blueprint",
  description:
    "One for each change of its name or source, newest first. The items leave the source out: `blueprint.version.retrieve` shows it.",
  http: { method: "GET", path: "/blueprints/{blueprintId}/versions" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:read",
  acts: { on: "tenant" },
  path: BlueprintPath,
  query: listQuery({}),
  output: listOf(BlueprintVersionSummary, "BlueprintVersionList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { blueprintId, limit, cursor, ...times } = input;
    const seen = blueprints.find(snapshot, context.realm, blueprintId);
    if (seen === undefined) return blueprintNotFound(blueprintId);
    const { fromMs, belowMs } = timeRangeOf(times);
    const walk = function* (position: string | undefined): Generator<WalkRow> {
      const below = position === undefined ? undefined : Number(position);
      for (const version of versionsBack(snapshot, seen, below)) {
        const { revision, createdAtMs } = version;
        if (createdAtMs < fromMs) return;
        const item = createdAtMs < belowMs ? versionSummary(seen, version) : undefined;
        yield { position: String(revision), item };
      }
    };
    return answerPage({ limit, cursor, filters: { blueprintId, ...times }, walk }, context);
  },
});
