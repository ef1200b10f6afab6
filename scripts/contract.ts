/**
 * Prints the contract document. `--check` compares the golden files of the contract with what the declarations
 * say, byte for byte, and exits with 1 and a summary when they differ; `npm run golden` writes them.
 */
import { parseArgs } from "node:util";
import { documentDifferences, documentText } from "../src/contract/document/openapi.ts";
import answers from "../src/features/example_answers.golden.json" with { type: "json" };
import { contractDocument, contractFiles } from "./contract_files.ts";
import { differenceOf, GOLDEN_CONTRACT, goldenTextOf, WHEN_MEANT } from "./golden/golden_file.ts";

/** Differences that a summary prints; further differences are only counted. */
const DIFFERENCES_SHOWN = 40;

const { values: options } = parseArgs({ options: { check: { type: "boolean" } } });
if (options.check) {
  for (const [path, text] of Object.entries(await contractFiles(answers))) {
    const difference = differenceOf(path, text);
    if (difference === undefined) continue;
    process.exitCode = 1;
    if (path === GOLDEN_CONTRACT) console.error(summaryOf(text));
    console.error(`${difference}\n${WHEN_MEANT}`);
  }
} else process.stdout.write(documentText(contractDocument(answers)));

/** What the contract has more, less or otherwise than its golden file. */
function summaryOf(text: string): string {
  const golden = goldenTextOf(GOLDEN_CONTRACT);
  const differences = golden === "" ? ["+ /"] : documentDifferences(parse(golden), parse(text));
  const left = differences.length - DIFFERENCES_SHOWN;
  return [
    `The contract differs from ${GOLDEN_CONTRACT}:`,
    ...differences.slice(0, DIFFERENCES_SHOWN).map((line) => `  ${line}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
    ...(differences.length === 0 ? ["  only in its layout"] : []),
    "A removed route, field or code (`-`) breaks clients and never ships under /v1.",
  ].join("\n");
}

function parse(json: string): unknown {
  return JSON.parse(json);
}
