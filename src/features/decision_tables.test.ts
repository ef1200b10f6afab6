/**
 * Every operation of the registry that has a file has a test file of its own with its decision table. For each code
 * that a decision table may leave out, a named test exists that checks the code.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { DECLARED_READS } from "../../test/support/features/declared_reads.ts";
import { ABOVE_DECISIONS } from "../../test/world/above_decisions.ts";
import { camelCase } from "../base/camel_case.ts";
import { operations } from "./registry.ts";

const FEATURES = import.meta.dirname;
const ROOT = join(FEATURES, "../..");

/** Text of every test file of the features, by its name. */
function testFiles(): Map<string, string> {
  const names = readdirSync(FEATURES, { recursive: true, encoding: "utf8" });
  const tests = names.filter((name) => name.endsWith(".test.ts"));
  return new Map(tests.map((name) => [basename(name), readFileSync(join(FEATURES, name), "utf8")]));
}

/** The ids for which no file named after the operation calls a function of decision tables with it. */
function withoutTable(ids: readonly string[], files: ReadonlyMap<string, string>): string[] {
  return ids.filter((id) => {
    const constant = camelCase(id);
    const text = files.get(`${id}.test.ts`) ?? "";
    const declared = ["decisionTable", "platformTable"].map((table) => `${table}(${constant}, {`);
    return !declared.some((call) => text.includes(call));
  });
}

test("decision tables: every operation -> its decision table stands in a file of its name", () => {
  // What declared_reads.test.ts says holds for the reads that are declared with their noun.
  const declared = new Set(DECLARED_READS.flatMap(({ list, retrieve }) => [list.id, retrieve.id]));
  const ids = operations.map(({ id }) => id).filter((id) => !declared.has(id));
  assert.ok(ids.length > 50);
  assert.deepEqual(withoutTable(ids, testFiles()), []);
});

test("decision tables: no file, a file without its table, a file with it -> the first two are named", () => {
  const files = new Map([
    ["a.create.test.ts", "decisionTable(aUpdate, {"],
    ["a_b.update.test.ts", "decisionTable(aBUpdate, {"],
  ]);
  const ids = ["a.close", "a.create", "a_b.update"];
  assert.deepEqual(withoutTable(ids, files), ["a.close", "a.create"]);
});

for (const [code, { path, title }] of Object.entries(ABOVE_DECISIONS)) {
  test(`decision tables: ${code}, which they leave out -> held by a test of ${path}`, () => {
    assert.ok(readFileSync(join(ROOT, path), "utf8").includes(`test("${title}"`));
  });
}
