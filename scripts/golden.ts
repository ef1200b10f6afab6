/**
 * `npm run golden`: writes every golden file, in the order in which each is made of those before it, and prints which have changed.
 * Stops at a step one of whose tests fails, and writes nothing of that step. scripts/golden/write.ts has the steps.
 */
import { STEPS, writeStep } from "./golden/write.ts";

const REFUSED = 1;

const changed: string[] = [];
for (const step of STEPS) {
  process.stdout.write(`${step.of} …\n`);
  try {
    changed.push(...(await writeStep(step)));
  } catch (cause) {
    process.stderr.write(`${(cause as Error).message}\n`);
    process.stderr.write(`Refused, so this was not written: ${step.files.join(", ")}\n`);
    process.exitCode = REFUSED;
    break;
  }
}
for (const path of changed) process.stdout.write(`changed: ${path}\n`);
if (changed.length === 0) process.stdout.write("No golden file has changed.\n");
