/** What it takes to plan a program, in a warm reader: the worked example of a loan, and the largest ones. */
import { built } from "../built.ts";
import { forkWith } from "../child.ts";
import type { PlanAnswer, PlanTask } from "../plan/program.ts";
import type { Row } from "../row.ts";

const SIDE = "programs";
/** The fewest plans of a program, measured and before: the largest take as long as their whole time. */
const ITERATIONS_MIN = 3;

export const plan: Row = {
  name: "plan",
  title: "`composer.plan` in a warm thread, without HTTP",
  pairs: 3,
  seconds: 12,
  warmUpSeconds: 0,
  figures: [
    {
      name: "loanMs",
      text: "the worked example of a loan, ms",
      digits: 2,
      asked: { below: 10 },
    },
    {
      name: "largestMs",
      text: "the largest legal program, 1 MiB, ms",
      digits: 0,
      asked: { below: 100 },
    },
    {
      name: "hostileMs",
      text: "the slowest hostile one that fits into a body, ms",
      digits: 0,
      asked: { below: 100 },
    },
  ],
  async open({ size }) {
    const iterations = size === "small" ? 1 : ITERATIONS_MIN;
    const file = await built("bench/plan/program.ts");
    return {
      sides: [
        {
          name: SIDE,
          async turn(seconds) {
            const task: PlanTask = { seconds, iterations };
            const execArgv = ["--enable-source-maps"];
            const { answer, stop } = await forkWith<PlanAnswer>(file, task, { execArgv });
            await stop();
            return answer.figures;
          },
        },
      ],
      notes: [
        "each turn in a process of its own; by tinybench, the median of the samples of a turn",
      ],
      check: async () => undefined,
      close: async () => undefined,
    };
  },
  derive: (of) => ({
    loanMs: of(SIDE, "loanMs"),
    largestMs: of(SIDE, "largestMs"),
    hostileMs: of(SIDE, "hostileMs"),
  }),
};
