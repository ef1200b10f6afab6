/** build.list: the Builds of the company, newest first. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, listOf, listQuery, Search } from "../../contract/values/formats.ts";
import { answerCreatedList } from "../created_list.ts";
import { programsSeenBy } from "./agent_programs.ts";
import { buildSummary, builds } from "./build_noun.ts";
import { BuildSummary } from "./build_schema.ts";

export const buildList = declareRead({
  id: "build.list",
  summary: "List Builds",
  description:
    "The Builds of the company, newest first, to an agent those that it reaches, without the parts of their programs: `build.retrieve` shows these.",
  http: { method: "GET", path: "/builds" },
  principals: COMPANY_CALLERS,
  scope: "products:read",
  acts: { on: "tenant" },
  query: listQuery({
    blueprintId: Type.Optional(described(Id("bp"), "Only Builds of this blueprint.")),
    search: Type.Optional(
      described(Search, "Only Builds whose name contains this text, or that have this id."),
    ),
  }),
  output: listOf(BuildSummary, "BuildList"),
  refusals: [],
  read(snapshot, input, context) {
    const reached = programsSeenBy(snapshot, context);
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: builds.table.code,
      itemOf(suffix, value) {
        const build = builds.decoded(value);
        if (!reached.build(build.buildId)) return undefined;
        const { blueprintId = build.blueprintId, search } = input;
        const isFound = search === undefined || builds.isFound(build, suffix, search.toLowerCase());
        return isFound && build.blueprintId === blueprintId ? buildSummary(build) : undefined;
      },
    });
  },
});
