/** The architecture's rules hold for every file, and each rule is able to fail. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Files, RIGHT, type RuleName, WRONG } from "./architecture_rows.ts";
import { RULES } from "./architecture_rules.ts";
import { startsIn } from "./architecture_servers.ts";
import { readSources, type Source, sourceOf } from "./architecture_source.ts";

const RULE_NAMES = Object.keys(RULES) as RuleName[];
const sources = readSources();
/**
 * The places in test files that start a server of their own. Each takes a second of processor time: one
 * more is a decision, which changes this number.
 */
const STARTS = 237;

test("architecture: the files of this project -> some in every kind of room", () => {
  for (const start of ["src/base/", "src/contract/", "src/features/", "wal/", "test/", "bench/"]) {
    assert.ok(
      sources.some(({ path }) => path.startsWith(start)),
      start,
    );
  }
});

for (const name of RULE_NAMES) {
  test(`architecture: rule ${name} -> holds for every file`, () => {
    const findings = RULES[name](sources).map(({ path, message }) => `${path} ${message}`);
    if (findings.length > 0) assert.fail(findings.join("\n"));
  });
}

test("architecture: the places that start a server -> as many as are known", () => {
  const starting = sources.filter((source) => startsIn(source) > 0);
  const counted = starting.map((source) => `${startsIn(source)} ${source.path}`);
  const starts = starting.reduce((sum, source) => sum + startsIn(source), 0);
  assert.equal(starts, STARTS, counted.join("\n"));
});

for (const [name, what, files, expected] of WRONG) {
  test(`architecture: rule ${name}, ${what} -> reported`, () => {
    const findings = RULES[name](sourcesOf(files));
    assert.equal(findings.length, 1, JSON.stringify(findings));
    assert.match(findings[0]?.message ?? "", expected);
  });
}

for (const [name, what, files] of RIGHT) {
  test(`architecture: rule ${name}, ${what} -> allowed`, () => {
    assert.deepEqual(RULES[name](sourcesOf(files)), []);
  });
}

test("architecture: every rule -> has a source that it reports", () => {
  assert.deepEqual([...new Set(WRONG.map(([name]) => name))].sort(), [...RULE_NAMES].sort());
});

function sourcesOf(files: Files): Source[] {
  return Object.entries(files).map(([path, text]) => sourceOf(path, text));
}
