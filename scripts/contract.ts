/**
 * Prints the contract document. `--write` writes it, the GraphQL schema and the types of the pages into
 * the golden files; `--check` compares them with the golden files, byte for byte, and exits with 1 and a
 * summary when they differ.
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
import { consoleTypes } from "./console_types.ts";

const GOLDEN = new URL("../src/contract/openapi.golden.json", import.meta.url);
const GOLDEN_SCHEMA = new URL("../src/graphql/schema.golden.graphql", import.meta.url);
const GOLDEN_TYPES = new URL("../src/console/browser/contract.golden.ts", import.meta.url);
/** Differences that a summary prints; further differences are only counted. */
const DIFFERENCES_SHOWN = 40;

const { values: options } = parseArgs({
  options: { check: { type: "boolean" }, write: { type: "boolean" } },
});
const document = openApiDocument(operations, ABOUT, { serverUrl: "/v1" });
const text = goldenText(document);
const schema = schemaText(operations);
const types = await consoleTypes(document);
if (options.write) {
  writeFileSync(GOLDEN, text);
  writeFileSync(GOLDEN_SCHEMA, schema);
  writeFileSync(GOLDEN_TYPES, types);
} else if (options.check) {
  const schemaDiffers = checkLines("The GraphQL schema", schema, GOLDEN_SCHEMA);
  const typesDiffer = checkLines("What the pages are compiled against", types, GOLDEN_TYPES);
  process.exitCode = Math.max(check(), schemaDiffers, typesDiffer);
} else process.stdout.write(documentText(document));

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
function checkLines(what: string, text: string, path: URL): 0 | 1 {
  const golden = readGolden(path).split("\n");
  const lines = text.split("\n");
  const at = lines.findIndex((line, index) => line !== golden[index]);
  if (at < 0 && lines.length === golden.length) return 0;
  const name = path.pathname.slice(path.pathname.indexOf("/src/") + 1);
  console.error(
    `${what} differs from ${name} at line ${at + 1}.\n` +
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
