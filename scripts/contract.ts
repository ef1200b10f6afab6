/**
 * Prints the contract document. `--write` writes it and the GraphQL schema into the golden files;
 * `--check` compares both with the golden files, byte for byte, and exits with 1 and a summary when
 * they differ.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  documentDifferences,
  documentText,
  goldenText,
  openApiDocument,
} from "../src/contract/openapi.ts";
import { ABOUT } from "../src/features/published.ts";
import { operations } from "../src/features/registry.ts";
import { schemaText } from "../src/graphql/schema.ts";

const GOLDEN = new URL("../src/contract/openapi.golden.json", import.meta.url);
const GOLDEN_SCHEMA = new URL("../src/graphql/schema.golden.graphql", import.meta.url);
/** Differences that a summary prints; further differences are only counted. */
const DIFFERENCES_SHOWN = 40;

const { values: options } = parseArgs({
  options: { check: { type: "boolean" }, write: { type: "boolean" } },
});
const document = openApiDocument(operations, ABOUT, { serverUrl: "/v1" });
const text = goldenText(document);
const schema = schemaText(operations);
if (options.write) {
  writeFileSync(GOLDEN, text);
  writeFileSync(GOLDEN_SCHEMA, schema);
} else if (options.check) process.exitCode = Math.max(check(), checkSchema());
else process.stdout.write(documentText(document));

function check(): 0 | 1 {
  const golden = readGolden(GOLDEN);
  if (golden === text) return 0;
  const differences = golden === "" ? ["+ /"] : documentDifferences(parse(golden), parse(text));
  console.error("The contract differs from src/contract/openapi.golden.json:");
  for (const line of differences.slice(0, DIFFERENCES_SHOWN)) console.error(`  ${line}`);
  const left = differences.length - DIFFERENCES_SHOWN;
  if (left > 0) console.error(`  and ${left} more`);
  if (differences.length === 0) console.error("  only in its layout");
  console.error(
    "A removed route, field or code (`-`) breaks clients and never ships under /v1.\n" +
      "When the change is meant: npm run contract -- --write",
  );
  return 1;
}

/** Names the first line that differs: a diff of the golden file shows the rest. */
function checkSchema(): 0 | 1 {
  const golden = readGolden(GOLDEN_SCHEMA).split("\n");
  const lines = schema.split("\n");
  const at = lines.findIndex((line, index) => line !== golden[index]);
  if (at < 0 && lines.length === golden.length) return 0;
  console.error(
    `The GraphQL schema differs from src/graphql/schema.golden.graphql at line ${at + 1}.\n` +
      "When the change is meant: npm run contract -- --write",
  );
  return 1;
}

/** A golden file's text; empty when the file does not exist yet. */
function readGolden(path: URL): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new Error("the golden contract cannot be read", { cause });
  }
}

function parse(json: string): unknown {
  return JSON.parse(json);
}
