/** Decision table of composer.schema.retrieve. */
import assert from "node:assert/strict";
import { platformTable } from "../../../test/world/platform_world.ts";
import { LANGUAGE } from "../../programs/program_schema.ts";
import { composerSchemaRetrieve } from "./composer.schema.retrieve.ts";

platformTable(composerSchemaRetrieve, {
  rows: [
    {
      title: "asked by the public",
      outcome: "the JSON Schema of the language",
      reply: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        additionalProperties: false,
        required: ["language", "name", "currencies", "nouns", "ports"],
      },
      check: ({ reply }) => assert.deepEqual(reply.properties.language.enum, [LANGUAGE]),
    },
    { title: "asked for a version", input: { version: "1" }, code: "invalid_request" },
  ],
});
