/** blueprint.list: the blueprints of the company, newest first, without their sources. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { listOf, listQuery, Search } from "../../contract/values/formats.ts";
import { programsSeenBy } from "../build/agent_programs.ts";
import { answerCreatedList } from "../created_list.ts";
import { blueprintSummary, blueprints } from "./blueprint_noun.ts";
import { BlueprintStatus, BlueprintSummary } from "./blueprint_schema.ts";

export const blueprintList = declareRead({
  id: "blueprint.list",
  summary: "List blueprints",
  description:
    "The blueprints of the company, newest first; to an agent those that it reaches. The items leave the source out, which may be large: `blueprint.retrieve` shows it.",
  http: { method: "GET", path: "/blueprints" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:read",
  acts: { on: "tenant" },
  query: listQuery({
    status: Type.Optional(described(BlueprintStatus, "Only blueprints with this status.")),
    search: Type.Optional(
      described(Search, "Only blueprints whose name contains this text, or that have this id."),
    ),
  }),
  output: listOf(BlueprintSummary, "BlueprintList"),
  refusals: [],
  read(snapshot, input, context) {
    const reached = programsSeenBy(snapshot, context);
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: blueprints.table.code,
      itemOf(suffix, value) {
        const blueprint = blueprints.decoded(value);
        if (!reached.blueprint(blueprint.blueprintId, { isChanged: false })) return undefined;
        const { status = blueprint.status, search } = input;
        const isFound =
          search === undefined || blueprints.isFound(blueprint, suffix, search.toLowerCase());
        return isFound && blueprint.status === status ? blueprintSummary(blueprint) : undefined;
      },
    });
  },
});
