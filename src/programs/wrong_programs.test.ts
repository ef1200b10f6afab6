/** What people and agents read of a wrong program, against a file that people review. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGolden } from "../../test/support/golden.ts";
import {
  changedAll,
  checked,
  INVOICE,
  LOAN,
  MINIMAL,
  typedOf,
} from "../../test/support/programs/programs.ts";
import type { WrongProgram } from "../../test/support/programs/wrong_programs/wrong_program.ts";
import { WRONG_PROGRAMS } from "../../test/support/programs/wrong_programs.ts";
import type { CheckedProgram } from "./checked_program.ts";
import { CHECKS } from "./finding.ts";

const RIGHT = { INVOICE, LOAN, MINIMAL };
/** What the right programs are told already. */
const KNOWN = new Set(Object.values(RIGHT).flatMap((right) => checked(right).findings.map(keyOf)));

const ANSWERS = WRONG_PROGRAMS.map((row) => ({ row, answer: answerTo(row) }));

test("wrong programs: each row -> is told what the golden file has", () => {
  const rows = ANSWERS.map(({ row: { title, of }, answer: { findings } }) => ({
    title: `${of}: ${title}`,
    findings: findings.filter((finding) => !KNOWN.has(keyOf(finding))),
  }));
  assertGolden("src/programs/wrong_programs.golden.json", `${JSON.stringify(rows, null, 1)}\n`);
});

for (const { row, answer } of ANSWERS) {
  const { title, of, code, severity = "error", errors = severity === "error" ? 1 : 0 } = row;
  test(`wrong programs: ${of}, ${title} -> ${code}, ${errors} errors`, () => {
    const told = answer.findings
      .map((each) => `${each.code} ${each.path} ${each.message}`)
      .join("\n");
    const found = answer.findings.some((each) => each.code === code && each.severity === severity);
    assert.ok(found, told);
    assert.equal(answer.findings.filter((each) => each.severity === "error").length, errors, told);
    assert.equal(answer.hasErrors, errors > 0);
  });
}

test("wrong programs: their titles -> are told apart", () => {
  const titles = WRONG_PROGRAMS.map(({ of, title }) => `${of} ${title}`);
  assert.deepEqual(
    titles.filter((title, index) => titles.indexOf(title) !== index),
    [],
  );
});

test("wrong programs: every check -> has a row", () => {
  const codes = new Set(WRONG_PROGRAMS.map(({ code }) => code));
  assert.deepEqual([...codes].sort(), Object.keys(CHECKS));
});

for (const [name, program] of Object.entries(RIGHT)) {
  test(`right programs: ${name} -> no errors`, () => {
    const errors = checked(program).findings.filter(({ severity }) => severity === "error");
    assert.deepEqual(errors, []);
  });
}

function answerTo({ of, changes, code, previous = {} }: WrongProgram): CheckedProgram {
  const right = changedAll(RIGHT[of], previous);
  return checked(changedAll(right, changes), code === "P24" ? typedOf(right) : undefined);
}

function keyOf({ code, path, message }: { code: string; path: string; message: string }): string {
  return `${code} ${path} ${message}`;
}
