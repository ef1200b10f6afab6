/**
 * `npm run repeat -- [--times N] [--busy K] [-- command…]`: runs `.ci/run`, or another command, N
 * times in a row, beside K processes that each keep a core busy, and stops at the first failure. It
 * shows whether a check fails by chance: `npm run repeat -- -- npm test -- mailbox`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const count = { type: "string" };
const { values, positionals } = parseArgs({
  options: { times: { ...count, default: "10" }, busy: { ...count, default: "2" } },
  allowPositionals: true,
});
const [program, ...args] = positionals.length > 0 ? positionals : [".ci/run"];
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const busy = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
process.on("exit", () => {
  for (const child of busy) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

for (let time = 1; time <= Number(values.times); time++) {
  const startedMs = performance.now();
  const [code, signal] = await once(spawn(program, args, { cwd: root, stdio: "inherit" }), "exit");
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const outcome = code === 0 ? "passed" : `FAILED (${code ?? signal})`;
  process.stderr.write(`\nrepeat: ${time} of ${values.times} ${outcome} in ${seconds} s\n`);
  if (code !== 0) process.exit(1);
}
process.exit(0);
