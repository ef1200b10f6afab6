/** The largest programs: they are answered, with so many findings and no more. Times are printed, not asserted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BODY_BYTES_MAX,
  HOSTILE,
  largestProgram,
} from "../../test/support/programs/large_programs.ts";
import { checked } from "../../test/support/programs/programs.ts";
import {
  ACTIONS_MAX,
  FIELDS_MAX,
  FINDINGS_MAX,
  NOUNS_MAX,
  PARTS_MAX,
  STATES_MAX,
} from "./program_limits.ts";

test("large programs: as many of everything as there may be -> accepted, all of them read", (t) => {
  const program = largestProgram();
  const bytes = JSON.stringify(program).length;
  assert.ok(bytes < BODY_BYTES_MAX && bytes > BODY_BYTES_MAX * 0.99);
  const { findings, typed } = checked(program);
  assert.deepEqual(findings, []);
  const nouns = [...(typed?.nouns.values() ?? [])];
  assert.equal(nouns.length, NOUNS_MAX);
  for (const { source, actions, lets, remainders } of nouns) {
    assert.equal(actions.size, ACTIONS_MAX);
    assert.equal(lets.size, PARTS_MAX);
    assert.equal(remainders.size, PARTS_MAX);
    assert.equal(Object.keys(source.states).length, STATES_MAX);
    assert.equal(Object.keys(source.fields).length, FIELDS_MAX);
  }
  t.diagnostic(`checked again in ${millisecondsOf(program)} ms`);
});

test("large programs: each is wrong in as many places as there is room for -> at most 100 findings", (t) => {
  for (const [title, make] of Object.entries(HOSTILE)) {
    const program = make();
    const { findings } = checked(program);
    assert.ok(findings.length <= FINDINGS_MAX, title);
    for (const { message, hint } of findings)
      assert.ok(message.length + hint.length < 4_000, title);
    t.diagnostic(`${title}: checked again in ${millisecondsOf(program)} ms`);
  }
});

test("large programs: lets that use each other many times -> are reckoned once", () => {
  const uses = (name: string) => Array(50).fill(`let.${name}`).join(" + ");
  const program = largestProgram() as { nouns: Record<string, { let: Record<string, string> }> };
  for (const noun of Object.values(program.nouns)) {
    for (let index = 0; index < PARTS_MAX - 1; index++) {
      noun.let[`l${index}`] = uses(`l${index + 1}`);
    }
  }
  // Reckoned again at each use, this would take 50 to the power of 15 steps.
  const { findings } = checked(program);
  assert.ok(findings.some(({ code }) => code === "P18"));
});

test("large programs: 100 warnings and an error behind them -> the error is told", () => {
  const { nouns, ...program } = largestProgram();
  const [kind, noun] = Object.entries(nouns as Record<string, object>)[0] as [string, object];
  const unused = (prefix: string) =>
    Object.fromEntries(
      Array.from({ length: 38 }, (_, at) => [`${prefix}${at}_email`, { type: "text" }]),
    );
  const wrong = {
    ...program,
    nouns: {
      ...(nouns as object),
      ...Object.fromEntries(
        ["noun1", "noun2", "noun3"].map((name) => [
          name,
          {
            ...(nouns as Record<string, object>)[name],
            actions: { a: { from: ["s0"], to: "s63", input: unused("x") } },
          },
        ]),
      ),
      [kind]: { ...noun, currency: "'USD'" },
    },
  };
  const { findings, hasErrors } = checked(wrong);
  assert.equal(hasErrors, true);
  assert.equal(findings.length, FINDINGS_MAX);
  assert.ok(findings.some(({ severity }) => severity === "error"));
});

/** CPU time of one check, which is not the first. */
function millisecondsOf(program: unknown): string {
  const before = process.cpuUsage();
  checked(program);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1_000).toFixed(0);
}
