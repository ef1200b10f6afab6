/**
 * A process of `npm run simulate`: runs the seeds that it is sent, and sends their results back.
 */
import { addAll, type Coverage } from "../../test/simulator/coverage.ts";
import { runSeed } from "../../test/simulator/world.ts";
import type { Portion, PortionResult } from "./workers.ts";

process.on("message", (portion: Portion) => {
  run(portion).then((result) => process.send?.(result));
});

async function run({ from, below, steps }: Portion): Promise<PortionResult> {
  const met: Coverage = new Map();
  const result = { seeds: 0, events: 0 };
  for (let seed = from; seed < below; seed++) {
    const { violation, events, coverage } = await runSeed({ seed, steps });
    result.seeds++;
    result.events += events;
    addAll(met, coverage);
    if (violation === undefined) continue;
    return { ...result, coverage: [...met], wrong: { seed, violation } };
  }
  return { ...result, coverage: [...met] };
}
