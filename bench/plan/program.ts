/**
 * Plans programs in a process of its own, built as the server is: the worked example of a loan, the largest legal
 * program, and the slowest of the hostile ones. The process is forked with the seconds that it has, answers with
 * milliseconds, and ends with its parent.
 */
import { Bench } from "tinybench";
import { PLATFORM_TERMS } from "../../src/features/ledger/program_terms.ts";
import { planOf } from "../../src/programs/plan.ts";
import { TEMPLATES } from "../../src/programs/templates.ts";
import { HOSTILE, largestProgram } from "../../test/support/programs/large_programs.ts";

export const PLANNED = ["loanMs", "largestMs", "hostileMs"] as const;
/** `iterations`: the fewest plans of each program, measured and before, where the seconds allow fewer. */
export type PlanTask = { seconds: number; iterations: number };
export type PlanAnswer = { figures: Record<(typeof PLANNED)[number], number> };

process.once("message", (task: PlanTask) => {
  measure(task).then(
    (answer) => process.send?.(answer),
    (cause: Error) => {
      process.stderr.write(`${cause.stack}\n`);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(0));

async function measure({ seconds, iterations }: PlanTask): Promise<PlanAnswer> {
  const loan = TEMPLATES.find(({ templateId }) => templateId === "loan")?.source;
  if (planOf(loan, PLATFORM_TERMS).digest === undefined) throw new Error("the loan has faults");
  const programs = Object.values(HOSTILE);
  let hostileMs = 0;
  for (const program of programs) {
    hostileMs = Math.max(
      hostileMs,
      await medianOf(program(), seconds / 2 / programs.length, iterations),
    );
  }
  const figures = {
    loanMs: await medianOf(loan, seconds / 4, iterations),
    largestMs: await medianOf(largestProgram(), seconds / 4, iterations),
    hostileMs,
  };
  return { figures };
}

/** Milliseconds of one plan, the median of the samples; the first plans are not measured. */
async function medianOf(program: unknown, seconds: number, iterations: number): Promise<number> {
  const timeMs = seconds * 1_000;
  const bench = new Bench({
    time: timeMs,
    iterations,
    warmupTime: timeMs / 2,
    warmupIterations: iterations,
    throws: true,
  });
  bench.add("plan", () => {
    planOf(program, PLATFORM_TERMS);
  });
  await bench.run();
  const result = bench.getTask("plan")?.result;
  if (result?.state !== "completed") throw new Error("nothing was measured");
  return result.latency.p50;
}
