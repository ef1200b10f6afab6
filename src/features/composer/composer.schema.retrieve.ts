/** composer.schema.retrieve: the JSON Schema of programs, and of scenarios. Public. */
import { type TSchema, Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { Program } from "../../programs/program_schema.ts";
import { Scenario } from "../../programs/run/scenario_schema.ts";

/** The schemas as JSON has them, without what TypeBox keeps beside them. */
const PUBLISHED = { program: published(Program), scenario: published(Scenario) };

function published(schema: TSchema): object {
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  return { $schema, ...(JSON.parse(JSON.stringify(schema)) as object) };
}

export const composerSchemaRetrieve = declareRead({
  id: "composer.schema.retrieve",
  summary: "Retrieve the schema of programs",
  description:
    "The JSON Schema (2020-12) of the language `blueprint/1`, or of the scenarios that `composer.simulate` takes. What a schema cannot say, `composer.plan` checks. Needs no key.",
  http: { method: "GET", path: "/composer/schema" },
  principals: ["public", "founder", "agent"],
  scope: undefined,
  acts: { on: "nothing" },
  query: Type.Object(
    {
      of: Type.Optional(
        Type.Union([Type.Literal("program"), Type.Literal("scenario")], {
          description: "Of what; `program` by default.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Record(Type.String(), Type.Unknown(), {
    title: "ProgramSchema",
    description: "A JSON Schema (2020-12), against which any validator can check a program.",
  }),
  refusals: [],
  read: (_snapshot, { of = "program" }) => found(PUBLISHED[of]),
});
