/**
 * Tells the story of the contract's examples to a fresh server and prints the answers that the
 * contract publishes. `--write` writes them to their file; then `npm run contract -- --write`
 * puts them into the contract. A test compares: test/examples/examples.test.ts.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { publishedAnswers, sendByFetch, tellStory } from "../test/examples/storyteller.ts";

const FILE = new URL("../src/features/example_answers.golden.json", import.meta.url);

const { values: options } = parseArgs({ options: { write: { type: "boolean" } } });
const text = `${JSON.stringify(publishedAnswers(await tellStory(sendByFetch)), null, 2)}\n`;
if (options.write) writeFileSync(FILE, text);
else process.stdout.write(text);
