/** The steps of the page that adds a noun: files to write, lines to put behind others, commands. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fencesOf, ROOT } from "../../test/support/markdown.ts";

export const PAGE = "src/features/ADDING_A_NOUN.md";

/** A file with its text, or a line behind another one of a file. */
export type Step = { file: string; text: string } | { file: string; behind: string; line: string };

const pageText = () => readFileSync(join(ROOT, PAGE), "utf8");

/** The files, and then the lines, in the order of the page. */
export function stepsOf(text = pageText()): Step[] {
  const files = [...text.matchAll(/^`([^`]+)`:\n\n```ts\n(.*?)^```$/gms)].map(
    ([, file = "", content = ""]) => ({ file, text: content }),
  );
  const lines = [...text.matchAll(/^\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$/gm)].map(
    ([, file = "", behind = "", line = ""]) => ({ file, behind, line }),
  );
  return [...files, ...lines];
}

/** The commands of the page, in order. */
export function commandsOf(text = pageText()): string[] {
  const blocks = fencesOf({ path: PAGE, text }).filter(({ language }) => language === "sh");
  return blocks.flatMap((block) => block.text.trim().split("\n"));
}

/** Takes a step in the tree at `root`. Throws where the line that a step names is not there exactly once. */
export function take(step: Step, root: string): void {
  const path = join(root, step.file);
  if ("text" in step) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, step.text, { flag: "wx" });
    return;
  }
  const lines = readFileSync(path, "utf8").split("\n");
  const at = lines.indexOf(step.behind);
  if (at < 0 || lines.lastIndexOf(step.behind) !== at) {
    throw new Error(`${step.file} must have the line once that ${PAGE} names: ${step.behind}`);
  }
  lines.splice(at + 1, 0, step.line);
  writeFileSync(path, lines.join("\n"));
}
