/** The golden files of the published contract: the document, the GraphQL schema, and the types of the pages. */
import type { Examples } from "../src/contract/document/example.ts";
import { goldenText, openApiDocument } from "../src/contract/document/openapi.ts";
import { ABOUT } from "../src/features/published.ts";
import { examplesOf, operations, SERVED_FEATURES } from "../src/features/registry.ts";
import { schemaText } from "../src/graphql/schema.ts";
import { consoleTypes } from "./console_types.ts";
import { GOLDEN_CONTRACT, GOLDEN_SCHEMA, GOLDEN_TYPES } from "./golden/golden_file.ts";

/** The contract document with these answers of the examples. */
export function contractDocument(answers: Examples["answers"]) {
  const examples = { story: examplesOf(SERVED_FEATURES), answers };
  return openApiDocument(operations, { ...ABOUT, examples }, { serverUrl: "/v1" });
}

/** By path, the text of each file. */
export async function contractFiles(answers: Examples["answers"]): Promise<Record<string, string>> {
  const document = contractDocument(answers);
  return {
    [GOLDEN_CONTRACT]: goldenText(document),
    [GOLDEN_SCHEMA]: schemaText(operations),
    [GOLDEN_TYPES]: await consoleTypes(document),
  };
}
