/** build.diff.retrieve: what a Build changes for the objects of another one. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id } from "../../contract/values/formats.ts";
import { comparePrograms } from "../../programs/comparison.ts";
import { buildNotFound, builds } from "./build_noun.ts";
import { typedProgramIn } from "./build_program.ts";
import { BuildPath } from "./build_schema.ts";

const closed = { additionalProperties: false } as const;
const path = Type.String({
  description: "JSON Pointer to the part, in the one Build or the other.",
});

const BuildDiff = Type.Object(
  {
    buildId: Id("bld"),
    against: described(Id("bld"), "The Build that is compared with, the earlier one."),
    breaking: Type.Array(
      Type.Object(
        {
          path,
          message: Type.String({ description: "What is another." }),
          hint: Type.String({ description: "How objects of the earlier Build can go on." }),
          isMapped: Type.Boolean({
            description: "Whether the program's `migrations` say what becomes of it.",
          }),
        },
        { title: "BreakingChange", description: "What objects of before do not fit.", ...closed },
      ),
      { description: "What objects, or programs that call their actions, would not fit." },
    ),
    additive: Type.Array(
      Type.Object(
        { path, message: Type.String({ description: "What is new." }) },
        { title: "AdditiveChange", description: "What is new and changes nothing.", ...closed },
      ),
      { description: "What is new." },
    ),
    migrations: Type.Array(
      Type.Record(Type.String(), Type.Unknown(), { description: "A migration, with its `kind`." }),
      { description: "What the program says of the objects of before, by kind." },
    ),
  },
  {
    title: "BuildDiff",
    description: "What a Build changes for the objects of another one.",
    ...closed,
  },
);

export const buildDiffRetrieve = declareRead({
  id: "build.diff.retrieve",
  summary: "Compare two Builds",
  description:
    "What the Build in the path changes for objects of the Build `against`: what breaks, what is new, and which migrations it has.",
  http: { method: "GET", path: "/builds/{buildId}/diff" },
  principals: COMPANY_CALLERS,
  scope: "products:read",
  acts: { on: "tenant" },
  runsIn: "pool",
  path: BuildPath,
  query: Type.Object(
    { against: described(Id("bld"), "The Build to compare with, the earlier one.") },
    { additionalProperties: false },
  ),
  output: BuildDiff,
  refusals: ["resource_not_found"],
  read(snapshot, { buildId, against }, { realm }) {
    const next = builds.find(snapshot, realm, buildId);
    if (next === undefined) return buildNotFound(buildId);
    const previous = builds.find(snapshot, realm, against);
    if (previous === undefined) return buildNotFound(against);
    const program = typedProgramIn(snapshot, next);
    const { breaking, additive } = comparePrograms(typedProgramIn(snapshot, previous), program);
    const migrations = Object.entries(program.source.migrations ?? {});
    return found({
      buildId,
      against,
      breaking,
      additive: additive.map(({ path, message }) => ({ path, message })),
      migrations: migrations.map(([kind, migration]) => ({ kind, ...migration })),
    });
  },
});
