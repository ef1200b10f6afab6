/** The page that adds a noun: how much a noun is, and what a step does. `npm run trial` tries the page whole. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { ROOT } from "../../test/support/markdown.ts";
import { commandsOf, stepsOf, take } from "./page.ts";

/** The most that a noun may take: new files, lines in other files, files that get such a line. */
const FILES_MAX = 7;
const LINES_MAX = 3;
const LISTS_MAX = 2;

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "trial-test-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("adding a noun: the page -> seven files of one folder, three lines in two lists, and commands", () => {
  const steps = stepsOf();
  const files = steps.filter((step) => "text" in step).map(({ file }) => file);
  assert.equal(files.length, FILES_MAX);
  assert.equal(new Set(files).size, FILES_MAX);
  for (const file of files) assert.equal(dirname(file), "src/features/memo");
  const lines = steps.filter((step) => "line" in step);
  assert.equal(lines.length, LINES_MAX);
  assert.equal(new Set(lines.map(({ file }) => file)).size, LISTS_MAX);
  assert.ok(commandsOf().includes("npm run golden"));
});

test("adding a noun: its steps in a copy -> the files are there, and each line behind the one that the page names", (t) => {
  const root = newFolder(t);
  const steps = stepsOf();
  for (const { file } of steps.filter((step) => "line" in step)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(ROOT, file), join(root, file));
  }
  for (const step of steps) take(step, root);
  for (const step of steps) {
    const text = readFileSync(join(root, step.file), "utf8");
    if ("text" in step) assert.equal(text, step.text);
    else assert.ok(text.includes(`\n${step.behind}\n${step.line}\n`), step.line);
  }
});

test("adding a noun: a line that is not there, or twice -> refused; a file that is there -> not overwritten", (t) => {
  const root = newFolder(t);
  writeFileSync(join(root, "list"), "one\ntwo\ntwo\n");
  const step = (behind: string) => ({ file: "list", behind, line: "new" });
  assert.throws(() => take(step("three"), root), /list must have the line once .*: three/);
  assert.throws(() => take(step("two"), root), /list must have the line once .*: two/);
  assert.throws(() => take({ file: "list", text: "other" }, root), { code: "EEXIST" });
  assert.equal(readFileSync(join(root, "list"), "utf8"), "one\ntwo\ntwo\n");
  take(step("one"), root);
  assert.equal(readFileSync(join(root, "list"), "utf8"), "one\nnew\ntwo\ntwo\n");
});
