/** composer.schema.retrieve: the JSON Schema of programs. Public. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { Program } from "../../programs/program_schema.ts";

/** The schema as JSON has it, without what TypeBox keeps beside it. */
const PUBLISHED = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...(JSON.parse(JSON.stringify(Program)) as object),
};

export const composerSchemaRetrieve = declareRead({
  id: "composer.schema.retrieve",
  summary: "Retrieve the schema of programs",
  description:
    "The JSON Schema (2020-12) of the language `blueprint/1`. What a schema cannot say, `composer.plan` checks. Needs no key.",
  tag: "Blueprints",
  http: { method: "GET", path: "/composer/schema", status: 200 },
  principals: ["public", "founder", "agent"],
  scope: undefined,
  acts: { on: "nothing" },
  output: Type.Record(Type.String(), Type.Unknown(), {
    title: "ProgramSchema",
    description: "A JSON Schema (2020-12), against which any validator can check a program.",
  }),
  refusals: [],
  read: () => found(PUBLISHED),
});
