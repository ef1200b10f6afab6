/**
 * The engine of programs against a naive interpreter, which was written from the specification of the language alone:
 * for programs and scenarios by chance both must lead to the same trace. `MODEL_RUNS` sets how many.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scenario } from "../../src/programs/run/scenario_schema.ts";
import { TEMPLATES } from "../../src/programs/templates.ts";
import type { TypedProgram } from "../../src/programs/typed_program.ts";
import { typedOf } from "../support/programs/programs.ts";
import { fc } from "../support/properties.ts";
import { differenceFrom, differenceOf, engineTrace, shrunk } from "./difference.ts";
import { checkInvariants } from "./invariants.ts";
import { GUARDS, type Guard } from "./naive_world.ts";
import type { PlainTrace } from "./plain_trace.ts";
import { programOf } from "./program_generator.ts";
import { scenarioOf } from "./scenario_generator.ts";

const RUNS = Number(process.env["MODEL_RUNS"] ?? 100);
const STEPS_MAX = 40;
/** Pairs that a guard which is switched off may need until it is missed. */
const MUTATION_RUNS_MAX = 1_000;
const TYPED_TEMPLATES = TEMPLATES.map(({ source }) => typedOf(source));

const seed = fc.noShrink(fc.nat({ max: 1_000_000 }));
const steps = fc.array(seed, { minLength: 5, maxLength: STEPS_MAX });

test("programs model: programs and scenarios by chance -> the engine does what the model does", () => {
  fc.assert(
    fc.property(seed, seed, steps, (program, scenario, each) => {
      check(programOf(program), scenario, each, `program ${program}`);
    }),
    { numRuns: RUNS },
  );
});

test("programs model: the templates, scenarios by chance -> the engine does what the model does", () => {
  fc.assert(
    fc.property(fc.constantFrom(...TYPED_TEMPLATES), seed, steps, (typed, scenario, each) => {
      check(typed, scenario, each, typed.source.name);
    }),
    { numRuns: RUNS },
  );
});

for (const guard of GUARDS) {
  test(`programs model: the model without ${guard} -> the difference is found`, () => {
    const runs = runsUntilMissed(guard);
    assert.ok(runs !== undefined, `${MUTATION_RUNS_MAX} pairs do not miss ${guard}`);
  });
}

function check(typed: TypedProgram, start: number, each: readonly number[], name: string): void {
  const scenario = scenarioOf(typed.source, start, each);
  if (differenceOf(typed, scenario) !== undefined) assert.fail(report(typed, scenario, name));
  checkInvariants(typed.source, scenario, engineTrace(typed, scenario));
}

/** The program and the shortest scenario found, with both traces at the first step that differs. */
function report(typed: TypedProgram, scenario: Scenario, name: string): string {
  const short = shrunk(typed, scenario);
  const difference = differenceOf(typed, short);
  const lines = short.map((step, index) => `${index}: ${JSON.stringify(step)}`).join("\n");
  return [
    `${name}: ${JSON.stringify(difference, null, 2)}`,
    `scenario:\n${lines}`,
    `source: ${JSON.stringify(typed.source)}`,
  ].join("\n\n");
}

/** How many pairs it takes; the pairs are the same in every run of the test. */
function runsUntilMissed(guard: Guard): number | undefined {
  for (let run = 1; run <= MUTATION_RUNS_MAX; run++) {
    const pair = pairOf(run);
    if (!isMissed(pair, guard)) continue;
    const { typed, scenario } = pair;
    assert.equal(differenceOf(typed, scenario), undefined, "the guard alone makes the difference");
    return run;
  }
  return undefined;
}

/** A program and a scenario, and what the engine makes of them. */
type Pair = { typed: TypedProgram; scenario: Scenario; engine: PlainTrace };

/** The pairs that were made, by run: every guard takes the same ones. */
const pairs = new Map<number, Pair>();

function pairOf(run: number): Pair {
  const made = pairs.get(run) ?? newPair(run);
  pairs.set(run, made);
  return made;
}

function newPair(run: number): Pair {
  const typed =
    run % 4 === 0
      ? (TYPED_TEMPLATES[(run / 4) % TYPED_TEMPLATES.length] as TypedProgram)
      : programOf(run);
  const seeds = Array.from({ length: 30 }, (_, index) => run * 1_009 + index * 7_919);
  const scenario = scenarioOf(typed.source, run, seeds);
  return { typed, scenario, engine: engineTrace(typed, scenario) };
}

function isMissed({ typed, scenario, engine }: Pair, guard: Guard): boolean {
  try {
    return differenceFrom(engine, typed, scenario, [guard]) !== undefined;
  } catch {
    // Without the guard the model may come to what cannot be.
    return true;
  }
}
