/** The command that writes the golden files, in folders of its own, and what a test does with a golden file. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { assertGolden } from "../../test/support/golden.ts";
import { differenceOf, GOLDEN_FOLDER } from "./golden_file.ts";
import { KEPT, STEPS, type Step, textsOfRun, writeStep } from "./write.ts";

const ROOT = join(import.meta.dirname, "../..");
const ROOMS = ["src", "wal", "test", "bench", "scripts"];

/** A new folder that has these files. */
function folderWith(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "golden-test-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "a"));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

/** The arguments of a Node that leaves a text for a golden file, and ends with a code. */
function run(path: string, text: string, code: number): string[] {
  const leave = `fs.writeFileSync(path.join(process.env.${GOLDEN_FOLDER}, "${path}"), "${text}")`;
  return ["-e", `${leave}; console.log("said"); process.exitCode = ${code}`];
}

function stepOf(texts: Readonly<Record<string, string>>, files = Object.keys(texts)): Step {
  return { of: "a step", files, texts: async () => texts };
}

test("golden: every golden file of the project -> the command writes it, or an earlier program wrote it", () => {
  const found = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.golden\.\w+$/.test(name))
      .map((name) => `${room}/${name}`),
  );
  assert.deepEqual([...STEPS.flatMap(({ files }) => files), ...KEPT].toSorted(), found.toSorted());
});

test("golden: a step, of whose files one changes and one is new -> both are written and named", async (t) => {
  const root = folderWith(t, { "a/same": "1\n", "a/other": "2\n" });
  const step = stepOf({ "a/same": "1\n", "a/other": "3\n", "a/new": "4\n" });
  assert.deepEqual(await writeStep(step, root), ["a/other", "a/new"]);
  assert.deepEqual(await writeStep(step, root), []);
  assert.equal(readFileSync(join(root, "a/other"), "utf8"), "3\n");
});

test("golden: a step that makes fewer files or more than its own -> refused, nothing is written", async (t) => {
  const root = folderWith(t, { "a/one": "1\n" });
  await assert.rejects(writeStep(stepOf({ "a/one": "2\n" }, ["a/one", "a/two"]), root), /a\/two/);
  await assert.rejects(
    writeStep(stepOf({ "a/one": "2\n", "a/two": "" }, ["a/one"]), root),
    /a\/two/,
  );
  await assert.rejects(writeStep(stepOf({}, ["a/one"]), root), /made nothing, not a\/one/);
  assert.equal(readFileSync(join(root, "a/one"), "utf8"), "1\n");
});

test("golden: tests that pass, tests that fail -> the texts that they leave; refused, with what they said", async () => {
  assert.deepEqual(await textsOfRun(run("one", "1", 0)), { one: "1" });
  await assert.rejects(textsOfRun(run("one", "1", 1)), { message: "said\n" });
});

test("golden: a text that is not the golden file's -> the test names file, line and command", () => {
  const [path = ""] = KEPT;
  const golden = readFileSync(join(ROOT, path), "utf8");
  assertGolden(path, golden);
  const [first = "", ...others] = golden.split("\n");
  const changed = [`${first} `, ...others].join("\n");
  assert.throws(() => assertGolden(path, changed), {
    message:
      /^test\/rooms\/shard\/version_1\.golden\.json differs at line 1:\n.*\n.*\n.*npm run golden/,
  });
});

test("golden: a text that has fewer lines, or more, or no file -> the line where they first differ", (t) => {
  const root = folderWith(t, { "a/one": "1\n2\n" });
  assert.equal(differenceOf("a/one", "1\n2\n", root), undefined);
  for (const text of ["1\n", "1\n2", "1\n2\n3\n", "", "1\n3\n"]) {
    assert.match(differenceOf("a/one", text, root) ?? "", /^a\/one differs at line [123]:\n/);
  }
  assert.match(differenceOf("a/two", "1\n", root) ?? "", /line 1:\n.*has: {5}\n.*make: 1$/);
});

test("golden: a test that the command runs -> leaves its text; another text for the same file is refused", (t) => {
  const folder = folderWith(t, {});
  assertGolden("a/b/one", "1\n", folder);
  assertGolden("a/b/one", "1\n", folder);
  assert.throws(() => assertGolden("a/b/one", "2\n", folder), /a\/b\/one differs at line 1/);
  assert.equal(readFileSync(join(folder, "a/b/one"), "utf8"), "1\n");
});
