/** The first place where the traces of the engine and of the naive interpreter differ. */
import { isDeepStrictEqual } from "node:util";
import type { Scenario } from "../../src/programs/run/scenario_schema.ts";
import { simulate } from "../../src/programs/run/simulation.ts";
import type { TypedProgram } from "../../src/programs/typed_program.ts";
import { naiveTrace } from "./naive_scenario.ts";
import type { Guard } from "./naive_world.ts";
import { type PlainTrace, plainTrace } from "./plain_trace.ts";
import { NOW_MS } from "./scenario_generator.ts";

export type Difference = { where: string; engine: unknown; naive: unknown };

export function engineTrace(typed: TypedProgram, scenario: Scenario): PlainTrace {
  const trace = simulate(typed, scenario, { nowMs: NOW_MS });
  if (!("steps" in trace)) throw new Error(`the scenario is refused: ${trace.message}`);
  return plainTrace(trace);
}

/** `off`: guards that the naive interpreter does without. */
export function differenceOf(
  typed: TypedProgram,
  scenario: Scenario,
  off: readonly Guard[] = [],
): Difference | undefined {
  return differenceFrom(engineTrace(typed, scenario), typed, scenario, off);
}

/** The same where the trace of the engine is known. */
export function differenceFrom(
  engine: PlainTrace,
  { source }: TypedProgram,
  scenario: Scenario,
  off: readonly Guard[] = [],
): Difference | undefined {
  const naive = naiveTrace(source, scenario, { nowMs: NOW_MS, off });
  for (const [index, step] of engine.steps.entries()) {
    const other = naive.steps[index];
    if (isDeepStrictEqual(step, other)) continue;
    return { where: `step ${index}`, ...onlyDifferent(step, other) };
  }
  if (isDeepStrictEqual(engine, naive)) return undefined;
  return { where: "the end", ...onlyDifferent(engine, naive) };
}

/** The parts in which two objects differ. */
function onlyDifferent(
  one: object,
  other: object | undefined,
): { engine: unknown; naive: unknown } {
  const [left, right] = [one, other ?? {}] as Record<string, unknown>[];
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  const different = [...names].filter((name) => !isDeepStrictEqual(left?.[name], right?.[name]));
  const shown = (from: Record<string, unknown> | undefined) =>
    Object.fromEntries(
      different.map((name) => [name, fromFirst(from?.[name], left?.[name], right?.[name])]),
    );
  return { engine: shown(left), naive: shown(right) };
}

/** Of a list: its part from the first item in which the two lists differ. */
function fromFirst(value: unknown, one: unknown, other: unknown): unknown {
  if (!Array.isArray(one) || !Array.isArray(other) || !Array.isArray(value)) return value;
  const first = one.findIndex((each, index) => !isDeepStrictEqual(each, other[index]));
  const start = first === -1 ? one.length : first;
  return { from: start, items: value.slice(start, start + ITEMS_SHOWN) };
}

const ITEMS_SHOWN = 3;

/** The scenario without the steps that the difference does not need. */
export function shrunk(
  typed: TypedProgram,
  scenario: Scenario,
  off: readonly Guard[] = [],
): Scenario {
  let kept = [...scenario];
  for (let size = kept.length; size >= 1; size = Math.floor(size / 2)) {
    for (let start = kept.length - size; start >= 0; start -= size) {
      const fewer = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (differenceOf(typed, fewer, off) !== undefined) kept = fewer;
    }
  }
  return kept;
}
