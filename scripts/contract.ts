/**
 * Prints the contract document. `--write` makes it the golden file, `--check` compares with it, byte
 * for byte, and exits with 1 and a summary when they differ.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { documentDifferences, documentText, openApiDocument } from "../src/contract/openapi.ts";
import { operations } from "../src/features/registry.ts";

const GOLDEN = new URL("../src/contract/openapi.golden.json", import.meta.url);
/** Lines of a summary before the rest is only counted. */
const DIFFERENCES_SHOWN = 40;

const { values: options } = parseArgs({
  options: { check: { type: "boolean" }, write: { type: "boolean" } },
});
const text = documentText(openApiDocument(operations, { serverUrl: "/v1" }));
if (options.write) writeFileSync(GOLDEN, text);
else if (options.check) process.exitCode = check();
else process.stdout.write(text);

function check(): 0 | 1 {
  const golden = readGolden();
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

/** The golden file's text; empty when there is none yet. */
function readGolden(): string {
  try {
    return readFileSync(GOLDEN, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new Error("the golden contract cannot be read", { cause });
  }
}

function parse(json: string): unknown {
  return JSON.parse(json);
}
